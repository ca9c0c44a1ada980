import { eraseCustomer } from '#server/personal-data/erase.ts'
import { listErasures } from '#server/personal-data/register.ts'
import { getRequest, listRequests, saveRequest } from '#server/personal-data/requests.ts'
import { getRetention, saveRetention } from '#server/personal-data/retention.ts'
import { getStored } from '#server/personal-data/stored.ts'
import { router, userMutation, userProcedure } from '#server/transports/rpc/trpc.ts'
import { linkedIdInput } from '#shared/history/schema.ts'
import {
  dataRequestIdInput,
  dataRequestInput,
  eraseInput,
  registerInput,
  retentionInput,
} from '#shared/personal-data/schema.ts'

export const personalDataRouter = router({
  stored: userProcedure.input(linkedIdInput).query(({ ctx, input }) => getStored(ctx, input)),
  erase: userMutation.input(eraseInput).mutation(({ ctx, input }) => eraseCustomer(ctx, input)),
  erasures: userProcedure.input(registerInput).query(({ ctx, input }) => listErasures(ctx, input)),
  requests: userProcedure.input(registerInput).query(({ ctx, input }) => listRequests(ctx, input)),
  request: userProcedure.input(dataRequestIdInput).query(({ ctx, input }) => getRequest(ctx, input)),
  saveRequest: userMutation.input(dataRequestInput).mutation(({ ctx, input }) => saveRequest(ctx, input)),
  retention: userProcedure.query(({ ctx }) => getRetention(ctx)),
  saveRetention: userMutation.input(retentionInput).mutation(({ ctx, input }) => saveRetention(ctx, input)),
})
