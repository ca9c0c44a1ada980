import { plain } from '#server/transports/rpc/plain.ts'
import { readingProcedure, router } from '#server/transports/rpc/trpc.ts'
import { monthFilter } from '#shared/fields.ts'
import { periodInput } from '#shared/stats/schema.ts'

import { getComparedStats, getPeriodStats } from '#server/stats/operations.ts'

export const statsRouter = router({
  get: readingProcedure
    .input(monthFilter)
    .query(async ({ ctx, input }) => plain(await getComparedStats(ctx, input))),
  period: readingProcedure
    .input(periodInput)
    .query(async ({ ctx, input }) => plain(await getPeriodStats(ctx, input))),
})
