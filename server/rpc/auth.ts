import { type RpcCtx, publicProcedure, router } from '#server/rpc/trpc.ts'
import {
  type LoginAnswer,
  acceptConsentInput,
  cancelConsentInput,
  loginInput,
  logoutInput,
  resetLinkInput,
  resetPasswordInput,
} from '#shared/auth/schema.ts'

import {
  type ActiveLogin,
  acceptConsent,
  cancelConsent,
  login,
  logout,
  sessionUser,
} from '#server/auth/operations.ts'
import { readResetLink, resetPassword } from '#server/auth/reset-password.ts'

export const authRouter = router({
  session: publicProcedure.query(async ({ ctx }) => ({ user: await sessionUser(ctx) })),

  login: publicProcedure.input(loginInput).mutation(async ({ ctx, input }): Promise<LoginAnswer> => {
    const result = await login(ctx, { ...input, consentGiven: ctx.cookies.consentGiven })
    return result.status === 'active' ? enter(ctx, result) : result
  }),

  acceptConsent: publicProcedure.input(acceptConsentInput).mutation(async ({ ctx, input }) => {
    const result = await acceptConsent(ctx, input)
    ctx.cookies.rememberConsent()
    return enter(ctx, result)
  }),

  cancelConsent: publicProcedure.input(cancelConsentInput).mutation(async ({ ctx, input }) => {
    if (await cancelConsent(ctx, input)) ctx.cookies.endSession()
  }),

  logout: publicProcedure.input(logoutInput).mutation(async ({ ctx, input }) => {
    await logout(ctx, input ?? {})
    ctx.cookies.endSession()
  }),

  // A mutation, because the address of a query is logged, and it holds the input.
  resetLink: publicProcedure.input(resetLinkInput).mutation(({ ctx, input }) => readResetLink(ctx, input)),

  resetPassword: publicProcedure.input(resetPasswordInput).mutation(async ({ ctx, input }) => {
    const { userId, username } = await resetPassword(ctx, input)
    if (ctx.actor?.user === userId) ctx.cookies.endSession()
    return { username }
  }),
})

/** The tokens are sent in cookies only. */
function enter({ cookies }: RpcCtx, { token, browser, remember, user }: ActiveLogin) {
  cookies.startSession(token, { remember })
  cookies.rememberBrowser(browser)
  return { status: 'active' as const, user }
}
