import type { Kysely } from 'kysely'

import { purgeLogins } from '#server/auth/housekeeping.ts'
import type { DB } from '#server/db/schema.ts'
import { fillDerivedColumns } from '#server/expense/housekeeping.ts'
import { purgeDeletedExpenses } from '#server/expense/operations.ts'
import { purgeDeletedFeedbacks } from '#server/feedback/operations.ts'
import { purgeDeleted } from '#server/kayit/operations.ts'
import { fillOperationOrder } from '#server/stats/rebuild.ts'

import type { Logger } from './logger.ts'

const DAY_MS = 86_400_000
const KEY_DAYS = 7

/**
 * Removes what has outlived its purpose and completes what an older version stored, now and once a day; a
 * failure is logged and tried again next day.
 */
export function startHousekeeping(db: Kysely<DB>, log: Logger): { stop: () => Promise<void> } {
  let running = Promise.resolve()
  const run = () => {
    running = clean(db, new Date()).catch((error: unknown) =>
      log.error({ err: error }, 'housekeeping failed'),
    )
  }
  run()
  const timer = setInterval(run, DAY_MS)
  return {
    stop: () => {
      clearInterval(timer)
      return running
    },
  }
}

async function clean(db: Kysely<DB>, now: Date): Promise<void> {
  await fillDerivedColumns(db)
  await fillOperationOrder(db)
  await purgeDeleted(db, now)
  await purgeDeletedExpenses(db, now)
  await purgeDeletedFeedbacks(db, now)
  await purgeLogins(db, now)
  const before = new Date(now.getTime() - KEY_DAYS * DAY_MS)
  await db.deleteFrom('idempotency_keys').where('created_at', '<', before).execute()
}
