import { adminRouter } from '#server/rpc/admin.ts'
import { authRouter } from '#server/rpc/auth.ts'
import { changeRouter } from '#server/rpc/change.ts'
import { customerRouter } from '#server/rpc/customer.ts'
import { expenseRouter } from '#server/rpc/expense.ts'
import { feedbackRouter } from '#server/rpc/feedback.ts'
import { itemRouter } from '#server/rpc/item.ts'
import { kayitRouter } from '#server/rpc/kayit.ts'
import { personalDataRouter } from '#server/rpc/personal-data.ts'
import { searchRouter } from '#server/rpc/search.ts'
import { settingsRouter } from '#server/rpc/settings.ts'
import { staffRouter } from '#server/rpc/staff.ts'
import { statsRouter } from '#server/rpc/stats.ts'
import { vehicleRouter } from '#server/rpc/vehicle.ts'

import { router } from './trpc.ts'

export const appRouter = router({
  admin: adminRouter,
  auth: authRouter,
  change: changeRouter,
  customer: customerRouter,
  expense: expenseRouter,
  feedback: feedbackRouter,
  item: itemRouter,
  kayit: kayitRouter,
  personalData: personalDataRouter,
  search: searchRouter,
  settings: settingsRouter,
  staff: staffRouter,
  stats: statsRouter,
  vehicle: vehicleRouter,
})

export type AppRouter = typeof appRouter
