import type { CustomerHit, RecordHit, SearchResult, VehicleHit } from '#shared/search/schema.ts'
import { formatDay } from '#shared/date.ts'
import { foldPlain } from '#shared/turkish.ts'

import { type Address, findScreens, type ScreenEntry } from './screens.ts'

/** Something of the shop that can be opened, named as the user knows it. */
export interface Target {
  kind: 'vehicle' | 'customer' | 'record'
  id: number
  /** The plate (else the chassis number), or the name. */
  title: string
  note: string
}

type Content =
  | { kind: 'vehicle'; hit: VehicleHit }
  | { kind: 'customer'; hit: CustomerHit; similar: boolean }
  | { kind: 'record'; hit: RecordHit; similar: boolean }
  | { kind: 'recent'; target: Target }
  | { kind: 'screen'; screen: ScreenEntry }
  | { kind: 'list' }

/** One line of the list. */
export type Option = Content & {
  /** Unique in the list. */
  key: string
  address: Address
  /** What is remembered when it is opened. */
  target?: Target
}

export interface Group {
  /** '' for the line that searches in the records. */
  label: string
  /** What is found is only similar to what was typed. */
  similar: boolean
  options: Option[]
}

/** Where a car, customer or record leads. */
export const addressOf = ({ kind, id }: Target): Address => ({ to: PAGES[kind], params: { id: String(id) } })

const PAGES = { vehicle: '/vehicle/$id', customer: '/customer/$id', record: '/book/$id' } as const

/** The records that match what was typed; all of them where nothing is. */
export const recordsAddress = (query: string): Address => ({
  to: '/books',
  search: query.trim() === '' ? {} : { q: query.trim() },
})

export interface Found {
  query: string
  isAdmin: boolean
  recent: readonly Target[]
  /** `undefined`: not searched, or not yet. */
  result: SearchResult | undefined
}

/** The list for what is typed, without empty groups: what was opened last and the screens where nothing is. */
export function groupsOf({ query, isAdmin, recent, result }: Found): Group[] {
  const isBlank = query.trim() === ''
  const groups: Group[] = [
    group('Son açılanlar', isBlank ? recent.map(recentOption) : []),
    ...(result === undefined ? [] : hitGroups(result)),
    group('Ekranlar', findScreens(query, isAdmin).map(screenOption)),
    group('', isBlank ? [] : [{ kind: 'list', key: 'list', address: recordsAddress(query) }]),
  ]
  return groups.filter(({ options }) => options.length > 0)
}

const group = (label: string, options: Option[], similar = false): Group => ({ label, similar, options })

function hitGroups({ vehicles, customers, records }: SearchResult): Group[] {
  const similarTo = ({ similar = false }: { similar?: boolean }) => similar
  return [
    group(
      'Araçlar',
      vehicles.items.map((hit) => ({ kind: 'vehicle', hit, ...opening(vehicleTarget(hit)) })),
    ),
    group(
      'Müşteriler',
      customers.items.map((hit) => ({
        kind: 'customer',
        hit,
        similar: similarTo(customers),
        ...opening(customerTarget(hit)),
      })),
      similarTo(customers),
    ),
    group(
      'Kayıtlar',
      records.items.map((hit) => ({
        kind: 'record',
        hit,
        similar: similarTo(records),
        ...opening(recordTarget(hit)),
      })),
      similarTo(records),
    ),
  ]
}

const opening = (target: Target) => ({
  key: `${target.kind}-${target.id}`,
  address: addressOf(target),
  target,
})

const vehicleTarget = ({ id, plate, vin, make, model }: VehicleHit): Target => ({
  kind: 'vehicle',
  id,
  title: plate || vin,
  note: [make, model].filter(Boolean).join(' '),
})
const customerTarget = ({ id, name, phone }: CustomerHit): Target => ({
  kind: 'customer',
  id,
  title: name,
  note: phone,
})
const recordTarget = ({ id, plate, vin, customer, day }: RecordHit): Target => ({
  kind: 'record',
  id,
  title: plate || vin,
  note: [customer, formatDay(day)].filter(Boolean).join(' · '),
})

const recentOption = (target: Target): Option => ({ kind: 'recent', ...opening(target) })
const screenOption = (screen: ScreenEntry): Option => ({
  kind: 'screen',
  key: `screen-${foldPlain(screen.name).replaceAll(' ', '-')}`,
  address: screen.address,
  screen,
})

const COUNTED: Readonly<Record<string, string>> = {
  Araçlar: 'araç',
  Müşteriler: 'müşteri',
  Kayıtlar: 'kayıt',
  Ekranlar: 'ekran',
}

/** '2 araç, 1 kayıt bulundu.', for who cannot see the list. */
export function announcementOf(groups: readonly Group[]): string {
  const counts = groups.flatMap(({ label, similar, options }) => {
    const noun = COUNTED[label]
    return noun === undefined ? [] : [`${options.length} ${similar ? 'benzer ' : ''}${noun}`]
  })
  return counts.length === 0 ? 'Sonuç bulunamadı.' : `${counts.join(', ')} bulundu.`
}
