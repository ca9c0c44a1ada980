import { plain } from '#server/rpc/plain.ts'
import { router, userProcedure } from '#server/rpc/trpc.ts'
import { monthFilter } from '#shared/fields.ts'

import { getComparedStats } from '#server/stats/operations.ts'

export const statsRouter = router({
  get: userProcedure
    .input(monthFilter)
    .query(async ({ ctx, input }) => plain(await getComparedStats(ctx, input))),
})
