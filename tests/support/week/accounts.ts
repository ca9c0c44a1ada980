import { daysFrom, sum } from './amounts.ts'
import type { Car, Entry, Ledger, Person } from './ledger.ts'

/** A line of a statement as a person would write it; amounts in kuruş. */
export type Line = { day: string; words: string; plate: string; debit: number; credit: number; entry?: Entry }

const signed = ({ sign, amount }: Entry) => sign * amount

type Family = { keys: Set<string>; cars: Car[]; entries: Entry[] }

function familyOf(ledger: Ledger, root: Person): Family {
  const keys = new Set(ledger.family(root.key).map(({ key }) => key))
  const cars = [...ledger.cars.values()].filter(({ person }) => keys.has(person))
  const plates = new Set(cars.map(({ key }) => key))
  const entries = ledger.entries.filter(({ car, person }) => plates.has(car ?? '') || keys.has(person ?? ''))
  return { keys, cars, entries }
}

/** Returns whether a car was finished before the accounts began, so that its debt is in the opening balance. */
const isOld = (ledger: Ledger, car: Car) => {
  const due = ledger.dueOf(car)
  return due !== null && ledger.start !== null && due < ledger.start
}

/** Returns the payments since the start for work from before it. */
function paidForOld(ledger: Ledger, { cars, entries }: Family): number {
  const old = new Set(cars.filter((car) => isOld(ledger, car)).map(({ key }) => key))
  return sum(entries.filter(({ car, day }) => old.has(car ?? '') && day >= (ledger.start ?? '')).map(signed))
}

/** Returns the day on which an entry counts for its customer; `null` while it is an advance. */
function countsOn(ledger: Ledger, { car: key, day }: Entry): string | null {
  const start = ledger.start ?? ''
  if (key === null) return day < start ? null : day
  const car = ledger.car(key)
  if (isOld(ledger, car)) return day < start ? null : day
  const due = ledger.dueOf(car)
  if (due === null) return car.isDeleted || car.status === 'İptal' ? later(day, start) : null
  return later(day, due)
}

const later = (one: string, other: string) => (one > other ? one : other)

/** Returns the lines of a customer's statement: day by day, on each day first the records, then the money. */
export function statementOf(ledger: Ledger, root: Person): Line[] {
  const { start } = ledger
  if (start === null) return []
  const family = familyOf(ledger, root)
  const opened = sum(ledger.family(root.key).map(({ opening }) => opening))
  // Whoever paid for old work owed at least that at the start.
  const opening = Math.max(opened, 0, paidForOld(ledger, family)) + Math.min(opened, 0)
  const records = family.cars
    .toSorted((one, other) => (one.entered < other.entered ? -1 : Number(one.entered > other.entered)))
    .flatMap((car): Line[] => {
      const day = ledger.dueOf(car)
      const debit = ledger.totalOf(car)
      if (day === null || day < start || debit === 0) return []
      return [{ day, words: workOf(car), plate: car.plate, debit, credit: 0 }]
    })
  const money = family.entries.flatMap((entry): Line[] => {
    const day = countsOn(ledger, entry)
    if (day === null) return []
    const amounts = entry.sign === 1 ? { debit: 0, credit: entry.amount } : { debit: entry.amount, credit: 0 }
    return [{ day, words: entryWords(entry), plate: '', ...amounts, entry }]
  })
  const lines = [...records, ...money].toSorted((one, other) =>
    one.day < other.day ? -1 : Number(one.day > other.day),
  )
  if (opening === 0) return lines
  const first = { debit: Math.max(opening, 0), credit: Math.max(-opening, 0) }
  return [{ day: start, words: 'Devreden bakiye', plate: '', ...first }, ...lines]
}

const workOf = ({ items: [first, ...others] }: Car): string =>
  others.length === 0 ? (first?.name ?? '') : `${first?.name} (+${others.length})`

/** Returns an entry in the words of a customer's file, which has no notes of the shop. */
const entryWords = ({ sign, method, cancels, cancelledBy }: Entry): string => {
  if (cancels !== null) return `${method} ${cancels.sign === 1 ? 'tahsilatın' : 'iadenin'} iptali`
  return `${sign === -1 ? 'İade, ' : ''}${method}${cancelledBy === null ? '' : ', iptal edildi'}`
}

/** Returns the lines of a customer's file: without an entry and its cancellation that both stand in it. */
export function withoutMistakes(lines: readonly Line[]): Line[] {
  const shown = new Set(lines.map(({ entry }) => entry))
  return lines.filter(({ entry }) => {
    const other = entry?.cancels ?? entry?.cancelledBy
    return other === undefined || other === null || !shown.has(other)
  })
}

/** Returns what a customer owes, below 0 where the shop owes. */
export const balanceOf = (ledger: Ledger, root: Person): number =>
  sum(statementOf(ledger, root).map(({ debit, credit }) => debit - credit))

/** Returns what a customer has paid for cars that are still in the shop. */
export const advanceOf = (ledger: Ledger, root: Person): number =>
  sum(
    familyOf(ledger, root)
      .cars.filter((car) => isInShop(ledger, car))
      .map((car) => ledger.paidOf(car)),
  )

export const isInShop = (ledger: Ledger, car: Car): boolean =>
  !car.isDeleted && car.status !== 'İptal' && ledger.dueOf(car) === null

/**
 * Returns what a customer owes by age: up to 30, 60 and 90 days, and older. Money that belongs to no debt pays the oldest
 * debt first; money of a record pays that record.
 */
export function agesOf(ledger: Ledger, root: Person): [number, number, number, number] {
  const { start, today } = ledger
  const family = familyOf(ledger, root)
  const opened = sum(ledger.family(root.key).map(({ opening }) => opening))
  const debts = [{ day: start ?? '', rest: Math.max(opened - Math.max(paidForOld(ledger, family), 0), 0) }]
  let credit = Math.max(-opened, 0)
  for (const car of family.cars) {
    const due = ledger.dueOf(car)
    if (due === null) credit += isInShop(ledger, car) ? 0 : ledger.paidOf(car)
    else if (due >= (start ?? '')) {
      const rest = ledger.totalOf(car) - ledger.paidOf(car)
      if (rest > 0) debts.push({ day: due, rest })
      else credit -= rest
    }
  }
  credit += sum(family.entries.filter(({ car, day }) => car === null && day >= (start ?? '')).map(signed))
  const ages: [number, number, number, number] = [Math.max(-credit, 0), 0, 0, 0]
  for (const { day, rest } of debts.toSorted((one, other) =>
    one.day < other.day ? -1 : Number(one.day > other.day),
  )) {
    const paid = Math.min(Math.max(credit, 0), rest)
    credit -= paid
    const days = daysFrom(day, today)
    ages[days <= 30 ? 0 : days <= 60 ? 1 : days <= 90 ? 2 : 3] += rest - paid
  }
  return ages
}

/** Returns the newest payment of a customer that was not cancelled. */
export function lastPaymentOf(ledger: Ledger, root: Person): Entry | undefined {
  return familyOf(ledger, root)
    .entries.filter(
      ({ sign, cancels, cancelledBy }) => sign === 1 && cancels === null && cancelledBy === null,
    )
    .reduce<Entry | undefined>(
      (last, entry) => (last === undefined || entry.day >= last.day ? entry : last),
      undefined,
    )
}

/** Returns the customers with a page of their own. */
export const rootsOf = (ledger: Ledger): Person[] =>
  [...ledger.people.values()].filter(({ joined }) => joined === null)

/** Returns the customers who owe money, the largest debt first. */
export const debtorsOf = (ledger: Ledger): { person: Person; total: number }[] =>
  rootsOf(ledger)
    .map((person) => ({ person, total: balanceOf(ledger, person) }))
    .filter(({ total }) => total > 0)
    .toSorted((one, other) => other.total - one.total)
