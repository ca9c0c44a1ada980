import { adminRouter } from '#server/transports/rpc/admin.ts'
import { authRouter } from '#server/transports/rpc/auth.ts'
import { changeRouter } from '#server/transports/rpc/change.ts'
import { customerRouter } from '#server/transports/rpc/customer.ts'
import { expenseRouter } from '#server/transports/rpc/expense.ts'
import { feedbackRouter } from '#server/transports/rpc/feedback.ts'
import { itemRouter } from '#server/transports/rpc/item.ts'
import { kayitRouter } from '#server/transports/rpc/kayit.ts'
import { personalDataRouter } from '#server/transports/rpc/personal-data.ts'
import { searchRouter } from '#server/transports/rpc/search.ts'
import { settingsRouter } from '#server/transports/rpc/settings.ts'
import { staffRouter } from '#server/transports/rpc/staff.ts'
import { statsRouter } from '#server/transports/rpc/stats.ts'
import { vehicleRouter } from '#server/transports/rpc/vehicle.ts'

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
