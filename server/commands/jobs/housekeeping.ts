import type { Kysely } from 'kysely'

import { purgeShopErasures } from '#server/admin/erase.ts'
import { countUsage } from '#server/admin/shops.ts'
import { purgeLogins } from '#server/auth/purge.ts'
import { runExclusively } from '#server/platform/db/indexes.ts'
import type { DB } from '#server/platform/db/schema.ts'
import { purgeDeletedExpenses } from '#server/expense/operations.ts'
import { purgeEndedRepetitions, storeAutomaticExpenses } from '#server/expense/repetitions.ts'
import { purgeDeletedFeedbacks } from '#server/feedback/operations.ts'
import { purgeDeletedNamed } from '#server/item/named.ts'
import { fillLinks } from '#server/kayit/fill-links.ts'
import { purgeDeleted } from '#server/kayit/operations.ts'
import { purgeShares } from '#server/share/queries.ts'
import { eraseOrphanVehicles, eraseAbsentCustomers, purgeChanges } from '#server/personal-data/retention.ts'
import { clearPlannerSamples, purgeRegister } from '#server/personal-data/register.ts'
import { purgeOrphans } from '#server/directory/links.ts'
import { withTimeout } from '#server/platform/lib/deadline.ts'
import { purgeKeys } from '#server/platform/core/idempotency.ts'
import type { Logger } from '#server/platform/lib/logger.ts'

import { rebuildOutdated } from './rebuild.ts'

const HOUR_MS = 3_600_000
const HOURS_OF_DAY = 24
/** A running step gets this long at the stop, in ms; the next start can repeat all of it. */
const STOP_MS = 2_000

/** A long step checks `stop` from time to time. An hourly one also runs between the days. */
export type HousekeepingStep = {
  name: string
  isHourly?: boolean
  run: (db: Kysely<DB>, now: Date, stop: AbortSignal) => Promise<unknown>
}

const STEPS: readonly HousekeepingStep[] = [
  { name: 'links of records', run: fillLinks },
  { name: 'outdated derived columns', run: rebuildOutdated },
  { name: 'deleted records', run: purgeDeleted },
  { name: 'unused cars and customers', run: purgeOrphans },
  { name: 'deleted expenses', run: purgeDeletedExpenses },
  { name: 'expenses that repeat', run: storeAutomaticExpenses, isHourly: true },
  { name: 'ended repetitions', run: purgeEndedRepetitions },
  { name: 'deleted feedbacks', run: purgeDeletedFeedbacks },
  { name: 'deleted prices and packages', run: purgeDeletedNamed },
  { name: 'personal data of old records', run: eraseAbsentCustomers },
  { name: 'cars of erased customers', run: eraseOrphanVehicles },
  { name: 'samples of erased texts', run: clearPlannerSamples },
  { name: 'register of erasures', run: purgeRegister },
  { name: 'changes', run: purgeChanges },
  { name: 'logins', run: purgeLogins },
  { name: 'idempotency keys', run: purgeKeys },
  { name: 'expired links', run: purgeShares },
  { name: 'erasures of shops', run: purgeShopErasures },
  { name: 'usage of shops', run: countUsage },
]

/**
 * Removes expired rows and completes rows of older versions, now and once a day, and runs hourly steps each hour. A step
 * that fails is logged and retried the next time; the others still run. If several instances share the database, one works
 * at a time and the others skip.
 */
export function startHousekeeping(
  db: Kysely<DB>,
  log: Logger,
  steps: readonly HousekeepingStep[] = STEPS,
): { stop: () => Promise<void> } {
  const stopping = new AbortController()
  let running = Promise.resolve()
  let current = ''
  const runSteps = async (now: Date, due: readonly HousekeepingStep[]) => {
    for (const { name, run } of due) {
      if (stopping.signal.aborted) return
      current = name
      try {
        await run(db, now, stopping.signal)
      } catch (error) {
        if (error === stopping.signal.reason) return
        log.error({ step: name, err: error }, 'housekeeping step failed')
      }
    }
  }
  const clean = async (due: readonly HousekeepingStep[]) => {
    try {
      const isDone = await runExclusively(db, 'housekeeping', () => runSteps(new Date(), due))
      if (!isDone) log.info('housekeeping is left to another instance')
    } catch (error) {
      // The steps log their own errors, so the lock was lost or got no connection.
      if (!stopping.signal.aborted) log.error({ err: error }, 'housekeeping failed')
    }
  }
  const hourly = steps.filter(({ isHourly }) => isHourly)
  let hour = 0
  const begin = () => {
    const due = hour % HOURS_OF_DAY === 0 ? steps : hourly
    hour += 1
    // The run before may still be at work.
    if (due.length > 0) running = running.then(() => clean(due))
  }
  begin()
  const timer = setInterval(begin, HOUR_MS)
  return {
    stop: async () => {
      clearInterval(timer)
      stopping.abort()
      const unfinished = () => new Error('housekeeping step was left unfinished')
      await withTimeout(running, STOP_MS, unfinished).catch(({ message }: Error) =>
        log.warn({ step: current }, message),
      )
    },
  }
}
