import { rootsOf, statementOf } from './accounts.ts'
import { compareCustomer, compareDebts, compareRecord } from './compare-accounts.ts'
import { compareDebtFiles, compareJournal, comparePapers, compareStatementFiles } from './compare-files.ts'
import { compareMonthEnd, compareToday } from './compare-months.ts'
import { compareDayEnd, compareExpenses, compareList, compareOwed, compareStats } from './compare-screens.ts'
import { compareOldLists, compareOldStats, liveCars } from './old-paths.ts'
import type { Shop } from './shop.ts'

/** Returns the function that says whether a thing of the ledger has changed since the last call for its name. */
export function changeDetector(): (name: string, state: unknown) => boolean {
  const seen = new Map<string, string>()
  return (name, state) => {
    const text = JSON.stringify(state, (key, value: unknown) =>
      key === 'cancels' || key === 'cancelledBy' ? value !== null : value,
    )
    const hasChanged = seen.get(name) !== text
    seen.set(name, text)
    return hasChanged
  }
}

type Extent = {
  /** Names the records, customers and day-ends to compare. */
  hasChanged: (name: string, state: unknown) => boolean
  /** A day of each month whose statistics, list and 'Döküm' are compared. */
  months: string[]
  /** Whether papers and files are compared, too. */
  hasFiles: boolean
}

/** Compares every screen, old path, paper and file of a shop with the ledger. */
export async function compareShop(shop: Shop, { hasChanged, months, hasFiles }: Extent): Promise<void> {
  const { ledger } = shop
  for (const car of liveCars(ledger)) {
    if (!hasChanged(`record ${car.key}`, [car, ledger.start, ledger.entriesOf(car.key)])) continue
    await compareRecord(shop, car.key)
    if (hasFiles) await comparePapers(shop, car.key)
  }
  for (const person of rootsOf(ledger)) {
    if (!hasChanged(`customer ${person.key}`, [ledger.family(person.key), statementOf(ledger, person)]))
      continue
    await compareCustomer(shop, person)
    if (hasFiles) await compareStatementFiles(shop, person)
  }
  await compareOwed(shop)
  if (hasFiles) await compareDebtFiles(shop)
  for (let till = 1; till < ledger.counts.length; till++)
    if (hasChanged(`day-end ${till}`, ledger.counts[till])) await compareDayEnd(shop, till)
  for (const day of months) {
    await compareStats(shop, day)
    await compareList(shop, day)
    await compareMonthEnd(shop, day)
    if (hasFiles) await compareJournal(shop, day)
    await compareOldStats(shop, day)
  }
  await compareDebts(shop)
  if (ledger.openTill !== null) await compareDayEnd(shop, ledger.openTill)
  await compareExpenses(shop)
  await compareToday(shop)
  await compareOldStats(shop, ledger.today)
  await compareOldLists(shop, { isWhole: hasFiles })
}
