import { router, userMutation, userProcedure } from '#server/transports/rpc/trpc.ts'
import { feedbackInput } from '#shared/feedback/schema.ts'

import { addFeedback, supportContact } from '#server/feedback/operations.ts'

export const feedbackRouter = router({
  add: userMutation.input(feedbackInput).mutation(({ ctx, input }) => addFeedback(ctx, input)),
  support: userProcedure.query(({ ctx }) => supportContact(ctx)),
})
