import { merge, separate } from '#server/directory/merge.ts'
import { earlierVisits } from '#server/history/earlier.ts'
import { getVehicle } from '#server/history/details.ts'
import { listVisits } from '#server/history/visits.ts'
import { relink } from '#server/kayit/relink.ts'
import { run, runPlain } from '#server/transports/rpc/run.ts'
import { readingProcedure, router, userMutation, userProcedure } from '#server/transports/rpc/trpc.ts'
import { listVehicles, lookupVehicles } from '#server/vehicle/list.ts'
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
  list: readingProcedure.input(vehicleListInput).query(runPlain(listVehicles)),
  get: readingProcedure.input(linkedIdInput).query(runPlain(getVehicle)),
  visits: readingProcedure
    .input(visitsInput)
    .query(runPlain((ctx, input) => listVisits(ctx, 'vehicle', input))),
  earlier: userProcedure.input(earlierInput).query(runPlain(earlierVisits)),
  lookup: userProcedure.input(vehicleLookupInput).query(run(lookupVehicles)),
  merge: userMutation.input(mergeInput).mutation(({ ctx, input }) => merge(ctx, 'vehicle', input)),
  separate: userMutation.input(separateInput).mutation(({ ctx, input }) => separate(ctx, 'vehicle', input)),
  relink: userMutation.input(linkInput).mutation(({ ctx, input }) => relink(ctx, 'vehicle', input)),
})
