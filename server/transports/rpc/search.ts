import { findEverywhere } from '#server/search/operations.ts'
import { router, userProcedure } from '#server/transports/rpc/trpc.ts'
import { searchInput } from '#shared/search/schema.ts'

export const searchRouter = router({
  find: userProcedure.input(searchInput).query(({ ctx, input }) => findEverywhere(ctx, input)),
})
