import { run } from '#server/transports/rpc/run.ts'
import { publicMutation, publicProcedure, router, type RpcCtx } from '#server/transports/rpc/trpc.ts'
import {
  type LoginAnswer,
  type SessionAnswer,
  acceptConsentInput,
  cancelConsentInput,
  codeInput,
  loginInput,
  logoutInput,
  pendingInput,
  resetLinkInput,
  resetPasswordInput,
} from '#shared/auth/schema.ts'

import { enterPasskeyInput, passkeyLoginInput, passkeyStepInput } from '#shared/auth/passkeys.ts'
import { suspendedWords } from '#shared/auth/suspension.ts'
import type { ActiveLogin, LoginResult } from '#server/auth/enter.ts'
import { acceptConsent, cancelConsent, login, logout, sessionUser } from '#server/auth/operations.ts'
import {
  beginPasskeyLogin,
  beginPasskeyStep,
  enterPasskey,
  loginWithPasskey,
} from '#server/auth/passkey-login.ts'
import { readResetLink, resetPassword } from '#server/auth/reset-password.ts'
import { cancelStep, completeSetUp, enterCode, beginSetUp } from '#server/auth/second-step.ts'

const tokenMutation = publicMutation.meta({ returnsToken: true })

export const authRouter = router({
  session: publicProcedure.query(async ({ ctx }): Promise<SessionAnswer> => ({
    user: await sessionUser(ctx),
    ...(ctx.passkeyOrigin != null && { passkeyOrigin: ctx.passkeyOrigin }),
    ...(ctx.suspensionReason !== undefined && {
      suspended: suspendedWords(ctx.suspensionReason, ctx.supportEmail),
    }),
  })),

  login: tokenMutation.meta({ hashesPassword: true }).input(loginInput).mutation(loginBy(login)),
  enterCode: tokenMutation.input(codeInput).mutation(loginBy(enterCode)),
  setUp: tokenMutation.input(pendingInput).mutation(run(beginSetUp)),
  completeSetUp: tokenMutation.input(codeInput).mutation(async ({ ctx, input }) => {
    const { consentGiven } = ctx.cookies
    const { next, ...shown } = await completeSetUp(ctx, { ...input, consentGiven })
    return { ...shown, next: answer(ctx, next) }
  }),
  beginPasskey: tokenMutation.mutation(run(beginPasskeyLogin)),
  passkey: tokenMutation.input(passkeyLoginInput).mutation(loginBy(loginWithPasskey)),
  beginPasskeyStep: tokenMutation.input(passkeyStepInput).mutation(run(beginPasskeyStep)),
  enterPasskey: tokenMutation.input(enterPasskeyInput).mutation(loginBy(enterPasskey)),
  cancelStep: publicMutation.input(pendingInput).mutation(run(cancelStep)),

  acceptConsent: tokenMutation.input(acceptConsentInput).mutation(async ({ ctx, input }) => {
    const result = await acceptConsent(ctx, input)
    ctx.cookies.setConsent()
    return enter(ctx, result)
  }),

  cancelConsent: publicMutation.input(cancelConsentInput).mutation(async ({ ctx, input }) => {
    if (await cancelConsent(ctx, input)) ctx.cookies.clearSession()
  }),

  logout: publicMutation.input(logoutInput).mutation(async ({ ctx, input }) => {
    await logout(ctx, input ?? {})
    ctx.cookies.clearSession()
  }),

  // A mutation, because the address of a query is logged, and it holds the input.
  resetLink: publicMutation.input(resetLinkInput).mutation(run(readResetLink)),

  resetPassword: publicMutation
    .meta({ hashesPassword: true })
    .input(resetPasswordInput)
    .mutation(async ({ ctx, input }) => {
      const { userId, username } = await resetPassword(ctx, input)
      if (ctx.actor?.user === userId) ctx.cookies.clearSession()
      return { username }
    }),
})

/** The resolver of a step that may complete a login. */
function loginBy<I>(operation: (ctx: RpcCtx, input: I & { consentGiven: boolean }) => Promise<LoginResult>) {
  return async ({ ctx, input }: { ctx: RpcCtx; input: I }): Promise<LoginAnswer> =>
    answer(ctx, await operation(ctx, { ...input, consentGiven: ctx.cookies.consentGiven }))
}

const answer = (ctx: RpcCtx, result: LoginResult): LoginAnswer =>
  result.status === 'active' ? enter(ctx, result) : result

/** Sends the tokens of a finished login in cookies only. */
function enter({ cookies }: RpcCtx, { token, browser, remember, user }: ActiveLogin) {
  cookies.setSession(token, { remember })
  cookies.setBrowser(browser)
  return { status: 'active' as const, user }
}
