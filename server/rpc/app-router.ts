import { adminRouter } from '#server/admin/router.ts'
import { authRouter } from '#server/auth/router.ts'
import { expenseRouter } from '#server/expense/router.ts'
import { feedbackRouter } from '#server/feedback/router.ts'
import { kayitRouter } from '#server/kayit/router.ts'
import { settingsRouter } from '#server/settings/router.ts'
import { statsRouter } from '#server/stats/router.ts'

import { router } from './trpc.ts'

export const appRouter = router({
  admin: adminRouter,
  auth: authRouter,
  expense: expenseRouter,
  feedback: feedbackRouter,
  kayit: kayitRouter,
  settings: settingsRouter,
  stats: statsRouter,
})

export type AppRouter = typeof appRouter
