import { merge, separate } from '#server/directory/merge.ts'
import { getCustomer } from '#server/history/details.ts'
import { listVisits } from '#server/history/visits.ts'
import { relink } from '#server/kayit/relink.ts'
import { run, runPlain } from '#server/transports/rpc/run.ts'
import { readingProcedure, router, userMutation, userProcedure } from '#server/transports/rpc/trpc.ts'
import { listCustomers, lookupCustomers } from '#server/customer/list.ts'
import { linkedIdInput, linkInput, mergeInput, separateInput, visitsInput } from '#shared/history/schema.ts'
import { customerListInput, customerLookupInput } from '#shared/customer/schema.ts'

export const customerRouter = router({
  list: readingProcedure.input(customerListInput).query(runPlain(listCustomers)),
  get: readingProcedure.input(linkedIdInput).query(runPlain(getCustomer)),
  visits: readingProcedure
    .input(visitsInput)
    .query(runPlain((ctx, input) => listVisits(ctx, 'customer', input))),
  merge: userMutation.input(mergeInput).mutation(({ ctx, input }) => merge(ctx, 'customer', input)),
  separate: userMutation.input(separateInput).mutation(({ ctx, input }) => separate(ctx, 'customer', input)),
  lookup: userProcedure.input(customerLookupInput).query(run(lookupCustomers)),
  relink: userMutation.input(linkInput).mutation(({ ctx, input }) => relink(ctx, 'customer', input)),
})
