import { eraseCustomer } from '#server/personal-data/erase.ts'
import { listErasures, getStored } from '#server/personal-data/register.ts'
import { getRequest, listRequests, saveRequest } from '#server/personal-data/requests.ts'
import { getRetention, saveRetention } from '#server/personal-data/retention.ts'
import { run } from '#server/transports/rpc/run.ts'
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
  stored: userProcedure.input(linkedIdInput).query(run(getStored)),
  erase: userMutation.input(eraseInput).mutation(run(eraseCustomer)),
  erasures: userProcedure.input(registerInput).query(run(listErasures)),
  requests: userProcedure.input(registerInput).query(run(listRequests)),
  request: userProcedure.input(dataRequestIdInput).query(run(getRequest)),
  saveRequest: userMutation.input(dataRequestInput).mutation(run(saveRequest)),
  retention: userProcedure.query(run(getRetention)),
  saveRetention: userMutation.input(retentionInput).mutation(run(saveRetention)),
})
