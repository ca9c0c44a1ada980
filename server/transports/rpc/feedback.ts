import { run } from '#server/transports/rpc/run.ts'
import { router, userMutation, userProcedure } from '#server/transports/rpc/trpc.ts'
import { feedbackInput } from '#shared/feedback/schema.ts'

import { addFeedback, supportContact } from '#server/feedback/operations.ts'

export const feedbackRouter = router({
  add: userMutation.input(feedbackInput).mutation(run(addFeedback)),
  support: userProcedure.query(run(supportContact)),
})
