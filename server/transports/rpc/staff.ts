import { router, userMutation, userProcedure } from '#server/transports/rpc/trpc.ts'
import { staffIdInput, staffInput } from '#shared/staff/schema.ts'

import {
  closeMember,
  endMemberSessions,
  getMember,
  listStaff,
  makeMemberLink,
  restoreMember,
  saveMember,
} from '#server/staff/operations.ts'

export const staffRouter = router({
  list: userProcedure.query(({ ctx }) => listStaff(ctx)),
  get: userProcedure.input(staffIdInput).query(({ ctx, input }) => getMember(ctx, input)),
  save: userMutation
    .meta({ hashesPassword: true })
    .input(staffInput)
    .mutation(({ ctx, input }) => saveMember(ctx, input)),
  close: userMutation.input(staffIdInput).mutation(({ ctx, input }) => closeMember(ctx, input)),
  restore: userMutation.input(staffIdInput).mutation(({ ctx, input }) => restoreMember(ctx, input)),
  endSessions: userMutation.input(staffIdInput).mutation(({ ctx, input }) => endMemberSessions(ctx, input)),
  makeResetLink: userMutation
    .meta({ returnsToken: true })
    .input(staffIdInput)
    .mutation(({ ctx, input }) => makeMemberLink(ctx, input)),
})
