import { lookupCustomers } from '#server/customer/lookup.ts'
import { router, userProcedure } from '#server/rpc/trpc.ts'
import { customerLookupInput } from '#shared/customer/schema.ts'

export const customerRouter = router({
  lookup: userProcedure.input(customerLookupInput).query(({ ctx, input }) => lookupCustomers(ctx, input)),
})
