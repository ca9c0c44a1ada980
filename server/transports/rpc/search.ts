import { findEverywhere } from '#server/search/operations.ts'
import { run } from '#server/transports/rpc/run.ts'
import { router, userProcedure } from '#server/transports/rpc/trpc.ts'
import { searchInput } from '#shared/search/schema.ts'

export const searchRouter = router({
  find: userProcedure.input(searchInput).query(run(findEverywhere)),
})
