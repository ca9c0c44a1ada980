import { lookupVehicles } from '#server/vehicle/lookup.ts'
import { router, userProcedure } from '#server/rpc/trpc.ts'
import { vehicleLookupInput } from '#shared/vehicle/schema.ts'

export const vehicleRouter = router({
  lookup: userProcedure.input(vehicleLookupInput).query(({ ctx, input }) => lookupVehicles(ctx, input)),
})
