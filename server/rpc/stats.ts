import { router, userProcedure } from '#server/rpc/trpc.ts'
import { monthFilter } from '#shared/fields.ts'

import { getComparedStats } from '#server/stats/operations.ts'

export const statsRouter = router({
  get: userProcedure.input(monthFilter).query(({ ctx, input }) => getComparedStats(ctx, input)),
})
