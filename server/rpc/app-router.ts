import { authRouter } from '#server/auth/router.ts'
import { expenseRouter } from '#server/expense/router.ts'
import { kayitRouter } from '#server/kayit/router.ts'
import { statsRouter } from '#server/stats/router.ts'

import { router } from './trpc.ts'

export const appRouter = router({
  auth: authRouter,
  expense: expenseRouter,
  kayit: kayitRouter,
  stats: statsRouter,
})

export type AppRouter = typeof appRouter
