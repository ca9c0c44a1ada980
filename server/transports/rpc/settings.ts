import { run } from '#server/transports/rpc/run.ts'
import { router, userMutation, userProcedure } from '#server/transports/rpc/trpc.ts'
import { activateInput, confirmInput, consentIdInput } from '#shared/auth/schema.ts'
import * as passkeys from '#shared/auth/passkeys.ts'
import { messageTextsInput } from '#shared/message/schema.ts'
import { preferencesInput } from '#shared/settings/preferences.ts'
import { passwordChangeInput, sessionIdInput, settingsInput } from '#shared/settings/schema.ts'

import { listConsents, readConsentText } from '#server/auth/consent.ts'
import { confirmPassword, changePassword } from '#server/settings/password.ts'
import { requireConfirmed } from '#server/platform/core/context.ts'
import * as logins from '#server/settings/logins.ts'
import * as factor from '#server/settings/second-factor.ts'
import { getMessageTexts, saveMessageTexts } from '#server/settings/message-texts.ts'
import { getSettings, updateSettings, savePreferences } from '#server/settings/operations.ts'
import { endReported } from '#server/settings/reported-accounts.ts'

const tokenMutation = userMutation.meta({ returnsToken: true })
const passwordMutation = userMutation.meta({ hashesPassword: true })

export const settingsRouter = router({
  get: userProcedure.query(run(getSettings)),
  update: userMutation.input(settingsInput).mutation(run(updateSettings)),
  messageTexts: userProcedure.query(run(getMessageTexts)),
  saveMessageTexts: userMutation.input(messageTextsInput).mutation(run(saveMessageTexts)),
  savePreferences: userMutation.input(preferencesInput).mutation(run(savePreferences)),
  changePassword: passwordMutation.input(passwordChangeInput).mutation(run(changePassword)),
  confirmPassword: passwordMutation.input(confirmInput).mutation(run(confirmPassword)),
  // The page calls this before it opens a link that needs it, because a link cannot ask.
  requireConfirmed: userMutation.mutation(({ ctx }) => void requireConfirmed(ctx)),
  factor: userProcedure.query(run(factor.getFactor)),
  beginFactor: tokenMutation.mutation(run(factor.beginFactor)),
  activateFactor: tokenMutation.input(activateInput).mutation(run(factor.activateFactor)),
  renewCodes: tokenMutation.mutation(run(factor.renewCodes)),
  switchOffFactor: userMutation.mutation(run(factor.switchOffFactor)),
  consents: userProcedure.query(run(listConsents)),
  consentText: userProcedure.input(consentIdInput).query(run(readConsentText)),
  passkeys: userProcedure.query(run(factor.listPasskeys)),
  beginPasskey: tokenMutation.mutation(run(factor.beginPasskey)),
  addPasskey: userMutation.input(passkeys.addPasskeyInput).mutation(run(factor.addPasskey)),
  renamePasskey: userMutation.input(passkeys.renamePasskeyInput).mutation(run(factor.renamePasskey)),
  removePasskey: userMutation.input(passkeys.passkeyIdInput).mutation(run(factor.removePasskey)),
  newLogins: userProcedure.query(run(logins.listNewLogins)),
  dismissLogins: userMutation.input(passkeys.newLoginInput).mutation(run(logins.dismissLogins)),
  reportLogins: userMutation.input(passkeys.newLoginInput).mutation(run(logins.reportLogins)),
  endReported: passwordMutation.input(passkeys.endReportedInput).mutation(run(endReported)),
  sessions: userProcedure.query(run(logins.listSessions)),
  endSession: userMutation.input(sessionIdInput).mutation(async ({ ctx, input }) => {
    await logins.endOwnSession(ctx, input)
    if (input.id === ctx.actor.session.id) ctx.cookies.clearSession()
  }),
})
