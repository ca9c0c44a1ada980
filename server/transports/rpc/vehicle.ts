import { merge, separate } from '#server/directory/merge.ts'
import { earlierVisits } from '#server/history/earlier.ts'
import { getVehicle } from '#server/history/vehicle.ts'
import { listVisits } from '#server/history/visits.ts'
import { relink } from '#server/kayit/relink.ts'
import { plain } from '#server/transports/rpc/plain.ts'
import { readingProcedure, router, userMutation, userProcedure } from '#server/transports/rpc/trpc.ts'
import { listVehicles } from '#server/vehicle/list.ts'
import { lookupVehicles } from '#server/vehicle/lookup.ts'
import {
  earlierInput,
  linkedIdInput,
  linkInput,
  mergeInput,
  separateInput,
  visitsInput,
} from '#shared/history/schema.ts'
import { vehicleListInput, vehicleLookupInput } from '#shared/vehicle/schema.ts'

export const vehicleRouter = router({
  list: readingProcedure
    .input(vehicleListInput)
    .query(async ({ ctx, input }) => plain(await listVehicles(ctx, input))),
  get: readingProcedure
    .input(linkedIdInput)
    .query(async ({ ctx, input }) => plain(await getVehicle(ctx, input))),
  visits: readingProcedure
    .input(visitsInput)
    .query(async ({ ctx, input }) => plain(await listVisits(ctx, 'vehicle', input))),
  earlier: userProcedure
    .input(earlierInput)
    .query(async ({ ctx, input }) => plain(await earlierVisits(ctx, input))),
  lookup: userProcedure.input(vehicleLookupInput).query(({ ctx, input }) => lookupVehicles(ctx, input)),
  merge: userMutation.input(mergeInput).mutation(({ ctx, input }) => merge(ctx, 'vehicle', input)),
  separate: userMutation.input(separateInput).mutation(({ ctx, input }) => separate(ctx, 'vehicle', input)),
  relink: userMutation.input(linkInput).mutation(({ ctx, input }) => relink(ctx, 'vehicle', input)),
})
