import { run, runPlain } from '#server/transports/rpc/run.ts'
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
  list: readingProcedure.input(expenseListInput).query(runPlain(listExpenses)),
  get: userProcedure.input(expenseIdInput).query(run(getExpense)),
  save: userMutation.input(expenseInput).mutation(run(saveExpense)),
  delete: userMutation.input(expenseIdInput).mutation(run(deleteExpense)),
  restore: userMutation.input(expenseIdInput).mutation(run(restoreExpense)),
})
