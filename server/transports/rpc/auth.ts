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
import { cancelStep, completeSetUp, enterCode, readSetUp } from '#server/auth/second-step.ts'

export const authRouter = router({
  session: publicProcedure.query(async ({ ctx }): Promise<SessionAnswer> => ({
    user: await sessionUser(ctx),
    ...(ctx.passkeyOrigin != null && { passkeyOrigin: ctx.passkeyOrigin }),
    ...(ctx.suspended !== undefined && { suspended: suspendedWords(ctx.suspended, ctx.supportEmail) }),
  })),

  login: publicMutation
    .meta({ returnsToken: true, hashesPassword: true })
    .input(loginInput)
    .mutation(async ({ ctx, input }): Promise<LoginAnswer> => {
      return answer(ctx, await login(ctx, { ...input, consentGiven: ctx.cookies.consentGiven }))
    }),

  enterCode: publicMutation
    .meta({ returnsToken: true })
    .input(codeInput)
    .mutation(async ({ ctx, input }): Promise<LoginAnswer> => {
      return answer(ctx, await enterCode(ctx, { ...input, consentGiven: ctx.cookies.consentGiven }))
    }),

  setUp: publicMutation
    .meta({ returnsToken: true })
    .input(pendingInput)
    .mutation(({ ctx, input }) => readSetUp(ctx, input)),

  completeSetUp: publicMutation
    .meta({ returnsToken: true })
    .input(codeInput)
    .mutation(async ({ ctx, input }) => {
      const { consentGiven } = ctx.cookies
      const { next, ...shown } = await completeSetUp(ctx, { ...input, consentGiven })
      return { ...shown, next: answer(ctx, next) }
    }),

  beginPasskey: publicMutation.meta({ returnsToken: true }).mutation(({ ctx }) => beginPasskeyLogin(ctx)),

  passkey: publicMutation
    .meta({ returnsToken: true })
    .input(passkeyLoginInput)
    .mutation(async ({ ctx, input }): Promise<LoginAnswer> => {
      const { consentGiven } = ctx.cookies
      return answer(ctx, await loginWithPasskey(ctx, { ...input, consentGiven }))
    }),

  beginPasskeyStep: publicMutation
    .meta({ returnsToken: true })
    .input(passkeyStepInput)
    .mutation(({ ctx, input }) => beginPasskeyStep(ctx, input)),

  enterPasskey: publicMutation
    .meta({ returnsToken: true })
    .input(enterPasskeyInput)
    .mutation(async ({ ctx, input }): Promise<LoginAnswer> => {
      const { consentGiven } = ctx.cookies
      return answer(ctx, await enterPasskey(ctx, { ...input, consentGiven }))
    }),

  cancelStep: publicMutation.input(pendingInput).mutation(({ ctx, input }) => cancelStep(ctx, input)),

  // Its token is in the cookie alone.
  acceptConsent: publicMutation
    .meta({ returnsToken: true })
    .input(acceptConsentInput)
    .mutation(async ({ ctx, input }) => {
      const result = await acceptConsent(ctx, input)
      ctx.cookies.rememberConsent()
      return enter(ctx, result)
    }),

  cancelConsent: publicMutation.input(cancelConsentInput).mutation(async ({ ctx, input }) => {
    if (await cancelConsent(ctx, input)) ctx.cookies.endSession()
  }),

  logout: publicMutation.input(logoutInput).mutation(async ({ ctx, input }) => {
    await logout(ctx, input ?? {})
    ctx.cookies.endSession()
  }),

  // A mutation, because the address of a query is logged, and it holds the input.
  resetLink: publicMutation.input(resetLinkInput).mutation(({ ctx, input }) => readResetLink(ctx, input)),

  resetPassword: publicMutation
    .meta({ hashesPassword: true })
    .input(resetPasswordInput)
    .mutation(async ({ ctx, input }) => {
      const { userId, username } = await resetPassword(ctx, input)
      if (ctx.actor?.user === userId) ctx.cookies.endSession()
      return { username }
    }),
})

const answer = (ctx: RpcCtx, result: LoginResult): LoginAnswer =>
  result.status === 'active' ? enter(ctx, result) : result

/** The tokens are sent in cookies only. */
function enter({ cookies }: RpcCtx, { token, browser, remember, user }: ActiveLogin) {
  cookies.startSession(token, { remember })
  cookies.rememberBrowser(browser)
  return { status: 'active' as const, user }
}
