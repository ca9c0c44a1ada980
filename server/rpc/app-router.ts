import { authRouter } from '#server/auth/router.ts'
import { kayitRouter } from '#server/kayit/router.ts'

import { router } from './trpc.ts'

export const appRouter = router({
  auth: authRouter,
  kayit: kayitRouter,
})

export type AppRouter = typeof appRouter
