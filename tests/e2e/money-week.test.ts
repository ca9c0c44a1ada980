import { expect, test } from 'vitest'

import { testPanel } from '#tests/support/panel/panel.ts'
import { testBrowser } from '#tests/support/screens/browser.ts'
import { changeDetector, compareShop } from '#tests/support/week/compare.ts'
import { FIRST_DAYS } from '#tests/support/week/first-days.ts'
import { LATER_DAYS } from '#tests/support/week/later-days.ts'
import { beginDay, movableClock, openShop, type Shop, type Step } from '#tests/support/week/shop.ts'

/** 32 cars in a week; each day has further kinds of mistakes and corrections. */
const DAYS = [...FIRST_DAYS, ...LATER_DAYS]
/** A day of each month that records and expenses fall into. */
const MONTHS = ['06', '07', '08', '09', '10', '11', '12'].map((month) => `2026-${month}-01`)
/** On the last evening all is compared, unchanged or not. */
const WHOLE = { hasChanged: () => true, months: MONTHS, hasFiles: true }
const clock = movableClock('2026-11-26')
const panel = await testPanel({}, { clock: clock.now })
const browser = testBrowser()

/** Carries a step out; an error says on which day and where. */
async function carryOut(shop: Shop, { words, run }: Step): Promise<void> {
  try {
    await run(shop)
  } catch (error) {
    const where = `${shop.page.url()} ${await shop.page.title()}`
    throw new Error(`${shop.ledger.today}, ${words} (${where}): ${String(error)}`, { cause: error })
  }
}

test(
  'after each day of a shop every total on every screen and file agrees with a plain ledger',
  { timeout: 1_200_000 },
  async () => {
    const shop = await openShop({ panel, browser, clock }, '2026-11-26')
    const hasChanged = changeDetector()
    for (const { day, steps } of DAYS) {
      await beginDay(shop, day)
      for (const step of steps) await carryOut(shop, step)
      const isLast = day === DAYS.at(-1)?.day
      await compareShop(shop, isLast ? WHOLE : { hasChanged, months: [day], hasFiles: true })
    }
    expect(shop.sameFigures).toBeGreaterThanOrEqual(55)
  },
)
