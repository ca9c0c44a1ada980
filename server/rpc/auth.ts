import { type RpcCtx, publicProcedure, router } from '#server/rpc/trpc.ts'
import { type LoginAnswer, acceptConsentInput, cancelConsentInput, loginInput } from '#shared/auth/schema.ts'

import {
  type ActiveLogin,
  acceptConsent,
  cancelConsent,
  login,
  logout,
  sessionUser,
} from '#server/auth/operations.ts'

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

  logout: publicProcedure.mutation(async ({ ctx }) => {
    await logout(ctx)
    ctx.cookies.endSession()
  }),
})

/** The tokens are sent in cookies only. */
function enter({ cookies }: RpcCtx, { token, browser, remember, user }: ActiveLogin) {
  cookies.startSession(token, { remember })
  cookies.rememberBrowser(browser)
  return { status: 'active' as const, user }
}
