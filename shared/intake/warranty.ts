import type { Day } from '#shared/date.ts'
import { daysBetween, daysInMonth } from '#shared/day.ts'
import { itemKey } from '#shared/item/rules.ts'

/** The warranty of a delivered visit's work: months, kilometres, or both, whichever ends first. */
export type Terms = { warranty_months: number | null; warranty_km: number | null }

/** The warranty of one work that differs from the rest; without months and kilometres it has none. */
export type ItemWarranty = Terms & { islem_adi: string }

/** Returns the stored JSON of own warranties, '' for none. */
export const storedItemWarranties = (own: readonly ItemWarranty[]): string =>
  own.length === 0 ? '' : JSON.stringify(own)

export const parseItemWarranties = (stored: string): ItemWarranty[] =>
  stored === '' ? [] : (JSON.parse(stored) as ItemWarranty[])

/** A warranty as its delivery stored it; `km` is the reading at that time. */
export type Warranty = Terms & { kayit_id: number; day: Day; km: number | null; works: string[] }

/** A visit that may be inside a warranty; `km` is `null` where it is not known. */
type Visit = { day: Day; km: number | null }

/** Returns a function that finds the own warranty of a work by its name; the first of a name counts. */
export function ownWarranties(own: readonly ItemWarranty[]): (name: string) => ItemWarranty | undefined {
  const byKey = new Map(own.map((one) => [itemKey(one.islem_adi), one] as const).toReversed())
  return (name) => byKey.get(itemKey(name))
}

/** Returns the own warranties whose work is not among `works`: promised, though the record has it no longer. */
export function promisedBeyond(own: readonly ItemWarranty[], works: readonly string[]): ItemWarranty[] {
  const present = new Set(works.map(itemKey))
  const ownOf = ownWarranties(own)
  return own.filter((one) => !present.has(itemKey(one.islem_adi)) && ownOf(one.islem_adi) === one)
}

/** Returns the works under warranty, together those with equal terms, in the order of the record. */
export function worksByTerms(
  rest: Terms,
  own: readonly ItemWarranty[],
  works: readonly string[],
): (Terms & { works: string[] })[] {
  const ownOf = ownWarranties(own)
  const promised = [
    ...works.map((name) => ({ name, terms: ownOf(name) ?? rest })),
    ...promisedBeyond(own, works).map((one) => ({ name: one.islem_adi, terms: one })),
  ].filter(({ terms }) => hasWarranty(terms))
  const groups = Map.groupBy(promised, ({ terms }) => `${terms.warranty_months}/${terms.warranty_km}`)
  return [...groups.values()].map((group) => {
    const [{ warranty_months, warranty_km } = NO_TERMS] = group.map(({ terms }) => terms)
    return { warranty_months, warranty_km, works: group.map(({ name }) => name) }
  })
}

const NO_TERMS: Terms = { warranty_months: null, warranty_km: null }
const hasWarranty = ({ warranty_months, warranty_km }: Terms) =>
  warranty_months !== null || warranty_km !== null

/** Returns the day so many months later; a month without that day ends on its last one. */
export function addMonths(day: Day, months: number): Day {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number)
  const index = year * 12 + month - 1 + months
  const [y, m] = [Math.floor(index / 12), (index % 12) + 1]
  const last = Math.min(date, daysInMonth(y, m))
  return [String(y).padStart(4, '0'), ...[m, last].map((part) => String(part).padStart(2, '0'))].join('-')
}

/** Returns the whole months from one day to a later one, and the days after them. */
function monthsBetween(from: Day, to: Day): { months: number; days: number } {
  let months = 0
  while (addMonths(from, months + 1) <= to) months += 1
  return { months, days: daysBetween(addMonths(from, months), to) }
}

/**
 * Returns the rest of a warranty on a visit, `null` if it is outside: before the delivery, after the last day, or
 * beyond the kilometres. The last day and the last kilometre are inside. An unknown reading ends no warranty.
 */
export function leftOf(
  { warranty_months, warranty_km, day, km }: Omit<Warranty, 'works' | 'kayit_id'>,
  visit: Visit,
): { time: { months: number; days: number } | null; km: number | null } | null {
  if (visit.day < day || !hasWarranty({ warranty_months, warranty_km })) return null
  const end = warranty_months === null ? null : addMonths(day, warranty_months)
  if (end !== null && visit.day > end) return null
  const left = warranty_km === null || km === null || visit.km === null ? null : km + warranty_km - visit.km
  if (left !== null && left < 0) return null
  return { time: end === null ? null : monthsBetween(visit.day, end), km: left }
}

const whole = new Intl.NumberFormat('tr-TR')

/** Returns the terms in words: '6 ay ya da 10.000 km'; '' without any. */
export const termsText = ({ warranty_months, warranty_km }: Terms): string =>
  [
    warranty_months === null ? '' : `${warranty_months} ay`,
    warranty_km === null ? '' : `${whole.format(warranty_km)} km`,
  ]
    .filter(Boolean)
    .join(' ya da ')

/** Returns an own warranty in words: 'Akü: 24 ay'. */
export const itemWarrantyText = (one: ItemWarranty): string =>
  `${one.islem_adi}: ${termsText(one) || 'garanti yok'}`

/** Returns the work that is under warranty on a visit: 'Fren balatası (3 ay, 5.000 km kaldı)'; `null` if it is over. */
export function warrantyText(warranty: Warranty, visit: Visit): string | null {
  const left = leftOf(warranty, visit)
  if (left === null || warranty.works.length === 0) return null
  const { time, km } = left
  const parts = [
    time === null
      ? ''
      : time.months > 0
        ? `${time.months} ay`
        : time.days > 0
          ? `${time.days} gün`
          : 'son gün',
    km === null ? '' : `${whole.format(km)} km`,
  ].filter(Boolean)
  const limit = km === null ? openLimit(warranty) : ''
  const words = [parts.length === 0 ? '' : `${parts.join(', ')} kaldı`, limit].filter(Boolean).join('; ')
  const { works } = warranty
  const shown = works.length > 3 ? works.slice(0, 2) : works
  const more = works.length - shown.length
  return `${shown.join(', ')}${more > 0 ? ` ve ${more} iş daha` : ''} (${words})`
}

/** Returns the limit of kilometres for a car whose reading is not known; '' without one. */
function openLimit({ warranty_km, km }: Warranty): string {
  if (warranty_km === null) return ''
  return km === null
    ? `${whole.format(warranty_km)} km içinde`
    : `${whole.format(km + warranty_km)} km’ye kadar`
}
