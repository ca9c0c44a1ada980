import { router, userProcedure } from '#server/rpc/trpc.ts'
import { preferencesInput } from '#shared/settings/preferences.ts'
import { passwordChangeInput, sessionIdInput, settingsInput } from '#shared/settings/schema.ts'

import { endOwnSession, listSessions } from '#server/settings/open-sessions.ts'
import { getSettings, updateSettings } from '#server/settings/operations.ts'
import { changePassword } from '#server/settings/password.ts'
import { savePreferences } from '#server/settings/preferences.ts'

export const settingsRouter = router({
  get: userProcedure.query(({ ctx }) => getSettings(ctx)),
  update: userProcedure.input(settingsInput).mutation(({ ctx, input }) => updateSettings(ctx, input)),
  savePreferences: userProcedure
    .input(preferencesInput)
    .mutation(({ ctx, input }) => savePreferences(ctx, input)),
  changePassword: userProcedure
    .input(passwordChangeInput)
    .mutation(({ ctx, input }) => changePassword(ctx, input)),
  sessions: userProcedure.query(({ ctx }) => listSessions(ctx)),
  endSession: userProcedure.input(sessionIdInput).mutation(async ({ ctx, input }) => {
    await endOwnSession(ctx, input)
    if (input.id === ctx.actor.session.id) ctx.cookies.endSession()
  }),
})
