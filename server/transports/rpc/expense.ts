import { plain } from '#server/transports/rpc/plain.ts'
import { readingProcedure, router, userMutation, userProcedure } from '#server/transports/rpc/trpc.ts'
import { expenseIdInput, expenseInput, expenseListInput } from '#shared/expense/schema.ts'

import {
  deleteExpense,
  getExpense,
  listExpenses,
  restoreExpense,
  saveExpense,
} from '#server/expense/operations.ts'

export const expenseRouter = router({
  list: readingProcedure
    .input(expenseListInput)
    .query(async ({ ctx, input }) => plain(await listExpenses(ctx, input))),
  get: userProcedure.input(expenseIdInput).query(({ ctx, input }) => getExpense(ctx, input)),
  save: userMutation.input(expenseInput).mutation(({ ctx, input }) => saveExpense(ctx, input)),
  delete: userMutation.input(expenseIdInput).mutation(({ ctx, input }) => deleteExpense(ctx, input)),
  restore: userMutation.input(expenseIdInput).mutation(({ ctx, input }) => restoreExpense(ctx, input)),
})
