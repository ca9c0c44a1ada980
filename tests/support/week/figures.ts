import { sum, withoutVat } from './amounts.ts'
import type { Car, Entry, Item, Ledger, Method, Spending } from './ledger.ts'

/** The figures of the drawer of a day; amounts in kuruş. */
export type Drawer = {
  opening: number
  received: number
  refunded: number
  spent: number
  expected: number
  taken: [method: Method, amount: number][]
  payments: number
  moneyIn: number
  moneyOut: number
  lines: number
}

/** Returns the figures of the drawer of a day-end. An entry that was cancelled on its day counts in none of them. */
export function drawerOf(ledger: Ledger, till: number): Drawer {
  const entries = ledger.entries.filter((entry) => entry.till === till)
  const counted = entries.filter(
    ({ cancels, cancelledBy }) => cancels?.till !== till && cancelledBy?.till !== till,
  )
  const amounts = (wanted: (entry: Entry) => boolean) =>
    sum(counted.filter(wanted).map(({ amount }) => amount))
  const moves = ledger.cashMoves.filter((move) => move.till === till)
  const spent = sum(moves.map(({ amount }) => amount))
  const opening = ledger.counts[till - 1]?.counted ?? 0
  const received = amounts(({ sign, method }) => sign === 1 && method === 'Nakit')
  const refunded = amounts(({ sign, method }) => sign === -1 && method === 'Nakit')
  const methods = [...new Set(counted.filter(({ sign }) => sign === 1).map(({ method }) => method))]
  const netOf = (spending: Spending) =>
    sum(moves.filter((move) => move.spending === spending).map(({ amount }) => amount))
  return {
    opening,
    received,
    refunded,
    spent,
    expected: opening + received - refunded - spent,
    taken: methods
      .map((method): [Method, number] => [
        method,
        amounts((entry) => entry.sign === 1 && entry.method === method),
      ])
      .toSorted(([, one], [, other]) => other - one),
    payments: counted.filter(({ sign }) => sign === 1).length,
    moneyIn: amounts(({ sign }) => sign === 1),
    moneyOut: amounts(({ sign }) => sign === -1) + spent,
    lines:
      entries.filter(({ cancels }) => cancels?.till !== till).length +
      new Set(moves.filter(({ spending }) => netOf(spending) !== 0).map(({ spending }) => spending)).size,
  }
}

/** The statistics of some days; amounts in kuruş. */
export type Figures = { records: number; completed: number; income: number; expense: number }

/** Returns the statistics of the records and expenses whose day passes. Payments are no part of them. */
export function figuresOf(ledger: Ledger, isCounted: (day: string) => boolean): Figures {
  const cars = [...ledger.cars.values()].filter(({ entered, isDeleted }) => !isDeleted && isCounted(entered))
  const earning = cars.filter(({ status }) => status !== 'İptal')
  return {
    records: cars.length,
    completed: cars.filter(({ status }) => status === 'Tamamlandı').length,
    income: sum(earning.map((car) => ledger.totalOf(car))),
    expense: sum(
      spentOf(ledger)
        .filter(({ day }) => isCounted(day))
        .map(({ amount }) => amount),
    ),
  }
}

/** Returns the expenses that were not deleted. */
export const spentOf = (ledger: Ledger): Spending[] => ledger.spendings.filter(({ isDeleted }) => !isDeleted)

/** Returns the expenses of each category, the largest sum first. */
export function categoriesOf(ledger: Ledger): [category: string, amount: number][] {
  const names = [...new Set(spentOf(ledger).map(({ category }) => category))]
  return names
    .map((name): [string, number] => [
      name,
      sum(
        spentOf(ledger)
          .filter(({ category }) => category === name)
          .map(({ amount }) => amount),
      ),
    ])
    .toSorted(([, one], [, other]) => other - one)
}

/** The amounts of a line or a record in kuruş: net + vat = gross. */
export type Parts = { net: number; vat: number; gross: number }

const partsOf = (gross: number, net: number): Parts => ({ net, vat: gross - net, gross })

/** Returns the amounts of a record: the sums of its lines, each rounded on its own. */
export function wholeOf({ items }: Pick<Car, 'items'>): Parts {
  const gross = sum(items.map(({ quantity, price }) => quantity * price))
  const net = sum(items.map(({ quantity, price }) => withoutVat(quantity * price)))
  return partsOf(gross, Math.min(Math.max(net, 0), gross))
}

/** Returns the amounts of each line of a record, which add up to `wholeOf`. */
export function linesOf({ items }: Pick<Car, 'items'>): (Item & Parts)[] {
  const whole = wholeOf({ items })
  const work = items.filter(({ price }) => price >= 0)
  return items.map((item) => {
    const gross = item.quantity * item.price
    if (item.price >= 0) return { ...item, ...partsOf(gross, withoutVat(gross)) }
    const net = whole.net - sum(work.map(({ quantity, price }) => withoutVat(quantity * price)))
    return { ...item, ...partsOf(gross, net) }
  })
}
