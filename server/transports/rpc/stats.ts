import { runPlain } from '#server/transports/rpc/run.ts'
import { readingProcedure, router } from '#server/transports/rpc/trpc.ts'
import { monthFilter } from '#shared/fields.ts'
import { periodInput } from '#shared/stats/schema.ts'

import { getComparedStats, getPeriodStats } from '#server/stats/operations.ts'

export const statsRouter = router({
  get: readingProcedure.input(monthFilter).query(runPlain(getComparedStats)),
  period: readingProcedure.input(periodInput).query(runPlain(getPeriodStats)),
})
