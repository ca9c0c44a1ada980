import { plain } from '#server/rpc/plain.ts'
import { router, userProcedure } from '#server/rpc/trpc.ts'
import { monthFilter } from '#shared/fields.ts'
import { periodInput } from '#shared/stats/schema.ts'

import { getComparedStats, getPeriodStats } from '#server/stats/operations.ts'

export const statsRouter = router({
  get: userProcedure
    .input(monthFilter)
    .query(async ({ ctx, input }) => plain(await getComparedStats(ctx, input))),
  period: userProcedure
    .input(periodInput)
    .query(async ({ ctx, input }) => plain(await getPeriodStats(ctx, input))),
})
