import { run } from '#server/transports/rpc/run.ts'
import { router, userMutation, userProcedure } from '#server/transports/rpc/trpc.ts'
import { activateInput, confirmInput, consentIdInput } from '#shared/auth/schema.ts'
import * as passkeys from '#shared/auth/passkeys.ts'
import { preferencesInput } from '#shared/settings/preferences.ts'
import { passwordChangeInput, sessionIdInput, settingsInput } from '#shared/settings/schema.ts'

import { listConsents, readConsentText } from '#server/auth/consent.ts'
import { confirmPassword, changePassword } from '#server/settings/password.ts'
import { requireConfirmed } from '#server/platform/core/context.ts'
import {
  endOwnSession,
  listSessions,
  dismissLogins,
  listNewLogins,
  reportLogins,
} from '#server/settings/logins.ts'
import {
  addPasskey,
  beginPasskey,
  listPasskeys,
  removePasskey,
  renamePasskey,
  activateFactor,
  beginFactor,
  getFactor,
  renewCodes,
  switchOffFactor,
} from '#server/settings/second-factor.ts'
import { getSettings, updateSettings, savePreferences } from '#server/settings/operations.ts'
import { endReported } from '#server/settings/reported-accounts.ts'

const tokenMutation = userMutation.meta({ returnsToken: true })
const passwordMutation = userMutation.meta({ hashesPassword: true })

export const settingsRouter = router({
  get: userProcedure.query(run(getSettings)),
  update: userMutation.input(settingsInput).mutation(run(updateSettings)),
  savePreferences: userMutation.input(preferencesInput).mutation(run(savePreferences)),
  changePassword: passwordMutation.input(passwordChangeInput).mutation(run(changePassword)),
  confirmPassword: passwordMutation.input(confirmInput).mutation(run(confirmPassword)),
  // The page calls this before it opens a link that needs it, because a link cannot ask.
  requireConfirmed: userMutation.mutation(({ ctx }) => void requireConfirmed(ctx)),
  factor: userProcedure.query(run(getFactor)),
  beginFactor: tokenMutation.mutation(run(beginFactor)),
  activateFactor: tokenMutation.input(activateInput).mutation(run(activateFactor)),
  renewCodes: tokenMutation.mutation(run(renewCodes)),
  switchOffFactor: userMutation.mutation(run(switchOffFactor)),
  consents: userProcedure.query(run(listConsents)),
  consentText: userProcedure.input(consentIdInput).query(run(readConsentText)),
  passkeys: userProcedure.query(run(listPasskeys)),
  beginPasskey: tokenMutation.mutation(run(beginPasskey)),
  addPasskey: userMutation.input(passkeys.addPasskeyInput).mutation(run(addPasskey)),
  renamePasskey: userMutation.input(passkeys.renamePasskeyInput).mutation(run(renamePasskey)),
  removePasskey: userMutation.input(passkeys.passkeyIdInput).mutation(run(removePasskey)),
  newLogins: userProcedure.query(run(listNewLogins)),
  dismissLogins: userMutation.input(passkeys.newLoginInput).mutation(run(dismissLogins)),
  reportLogins: userMutation.input(passkeys.newLoginInput).mutation(run(reportLogins)),
  endReported: passwordMutation.input(passkeys.endReportedInput).mutation(run(endReported)),
  sessions: userProcedure.query(run(listSessions)),
  endSession: userMutation.input(sessionIdInput).mutation(async ({ ctx, input }) => {
    await endOwnSession(ctx, input)
    if (input.id === ctx.actor.session.id) ctx.cookies.clearSession()
  }),
})
