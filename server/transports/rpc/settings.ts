import { router, userMutation, userProcedure } from '#server/transports/rpc/trpc.ts'
import { activateInput, confirmInput, consentIdInput } from '#shared/auth/schema.ts'
import {
  addPasskeyInput,
  endReportedInput,
  newLoginInput,
  passkeyIdInput,
  renamePasskeyInput,
} from '#shared/auth/passkeys.ts'
import { preferencesInput } from '#shared/settings/preferences.ts'
import { passwordChangeInput, sessionIdInput, settingsInput } from '#shared/settings/schema.ts'

import { listConsents, readConsentText } from '#server/auth/consent.ts'
import { confirmPassword } from '#server/auth/confirm.ts'
import { requireConfirmed } from '#server/platform/core/context.ts'
import { endOwnSession, listSessions } from '#server/settings/open-sessions.ts'
import { dismissLogins, listNewLogins, reportLogins } from '#server/settings/new-logins.ts'
import {
  addPasskey,
  beginPasskey,
  listPasskeys,
  removePasskey,
  renamePasskey,
} from '#server/settings/passkeys.ts'
import { getSettings, updateSettings } from '#server/settings/operations.ts'
import { changePassword } from '#server/settings/password.ts'
import {
  activateFactor,
  beginFactor,
  getFactor,
  renewCodes,
  switchOffFactor,
} from '#server/settings/second-factor.ts'
import { endReported } from '#server/settings/reported-accounts.ts'
import { savePreferences } from '#server/settings/preferences.ts'

export const settingsRouter = router({
  get: userProcedure.query(({ ctx }) => getSettings(ctx)),
  update: userMutation.input(settingsInput).mutation(({ ctx, input }) => updateSettings(ctx, input)),
  savePreferences: userMutation
    .input(preferencesInput)
    .mutation(({ ctx, input }) => savePreferences(ctx, input)),
  changePassword: userMutation
    .meta({ hashesPassword: true })
    .input(passwordChangeInput)
    .mutation(({ ctx, input }) => changePassword(ctx, input)),
  confirmPassword: userMutation
    .meta({ hashesPassword: true })
    .input(confirmInput)
    .mutation(({ ctx, input }) => confirmPassword(ctx, input)),
  // Before a link is opened that needs it: a link cannot ask.
  requireConfirmed: userMutation.mutation(({ ctx }) => void requireConfirmed(ctx)),
  factor: userProcedure.query(({ ctx }) => getFactor(ctx)),
  beginFactor: userMutation.meta({ returnsToken: true }).mutation(({ ctx }) => beginFactor(ctx)),
  activateFactor: userMutation
    .meta({ returnsToken: true })
    .input(activateInput)
    .mutation(({ ctx, input }) => activateFactor(ctx, input)),
  renewCodes: userMutation.meta({ returnsToken: true }).mutation(({ ctx }) => renewCodes(ctx)),
  switchOffFactor: userMutation.mutation(({ ctx }) => switchOffFactor(ctx)),
  consents: userProcedure.query(({ ctx }) => listConsents(ctx)),
  consentText: userProcedure.input(consentIdInput).query(({ ctx, input }) => readConsentText(ctx, input)),
  passkeys: userProcedure.query(({ ctx }) => listPasskeys(ctx)),
  beginPasskey: userMutation.meta({ returnsToken: true }).mutation(({ ctx }) => beginPasskey(ctx)),
  addPasskey: userMutation.input(addPasskeyInput).mutation(({ ctx, input }) => addPasskey(ctx, input)),
  renamePasskey: userMutation
    .input(renamePasskeyInput)
    .mutation(({ ctx, input }) => renamePasskey(ctx, input)),
  removePasskey: userMutation.input(passkeyIdInput).mutation(({ ctx, input }) => removePasskey(ctx, input)),
  newLogins: userProcedure.query(({ ctx }) => listNewLogins(ctx)),
  dismissLogins: userMutation.input(newLoginInput).mutation(({ ctx, input }) => dismissLogins(ctx, input)),
  reportLogins: userMutation.input(newLoginInput).mutation(({ ctx, input }) => reportLogins(ctx, input)),
  endReported: userMutation
    .meta({ hashesPassword: true })
    .input(endReportedInput)
    .mutation(({ ctx, input }) => endReported(ctx, input)),
  sessions: userProcedure.query(({ ctx }) => listSessions(ctx)),
  endSession: userMutation.input(sessionIdInput).mutation(async ({ ctx, input }) => {
    await endOwnSession(ctx, input)
    if (input.id === ctx.actor.session.id) ctx.cookies.endSession()
  }),
})
