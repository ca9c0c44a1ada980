import { run } from '#server/transports/rpc/run.ts'
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
  list: userProcedure.query(run(listStaff)),
  get: userProcedure.input(staffIdInput).query(run(getMember)),
  save: userMutation.meta({ hashesPassword: true }).input(staffInput).mutation(run(saveMember)),
  close: userMutation.input(staffIdInput).mutation(run(closeMember)),
  restore: userMutation.input(staffIdInput).mutation(run(restoreMember)),
  endSessions: userMutation.input(staffIdInput).mutation(run(endMemberSessions)),
  makeResetLink: userMutation.meta({ returnsToken: true }).input(staffIdInput).mutation(run(makeMemberLink)),
})
