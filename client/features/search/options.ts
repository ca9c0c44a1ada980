import { isolated, joinIsolated } from '#shared/bidi.ts'
import { recordNumber } from '#shared/search/rules.ts'
import type { CustomerHit, RecordHit, SearchResult, VehicleHit } from '#shared/search/schema.ts'
import { formatDay } from '#shared/date.ts'
import { foldPlain } from '#shared/turkish.ts'
import { namesCar } from '#shared/vehicle/rules.ts'

import { type Address, findScreens, type ScreenEntry } from './screens.ts'
import type { ScreenUser } from './search-user.ts'

/** Car, customer or record that was opened or can be, named as the user knows it. */
export interface RecentHit {
  kind: 'vehicle' | 'customer' | 'record'
  id: number
  /** Plate (else the chassis number), or the name. */
  title: string
  note: string
}

type OptionContent =
  | { kind: 'vehicle'; hit: VehicleHit }
  | { kind: 'customer'; hit: CustomerHit; similar: boolean }
  | { kind: 'record'; hit: RecordHit; similar: boolean }
  | { kind: 'recent'; recentHit: RecentHit }
  | { kind: 'screen'; screen: ScreenEntry }
  | { kind: 'list'; title: string; enterText: string }

/** One line of the list. */
export type Option = OptionContent & {
  /** Key that is unique in the list. */
  key: string
  address: Address
  /** Entry for the recent hits, stored when the option is opened. */
  recentHit?: RecentHit
}

export interface Group {
  /** Heading; '' for the lines that search in a list. */
  label: string
  /** Whether the hits are only similar to the typed text. */
  similar: boolean
  options: Option[]
}

/** Returns the address of a car, customer or record. */
export const addressOf = ({ kind, id }: RecentHit): Address => ({
  to: PAGES[kind],
  params: { id: String(id) },
})

const PAGES = { vehicle: '/vehicle/$id', customer: '/customer/$id', record: '/book/$id' } as const

/** Returns the address of the records that match the text; all of them for an empty one. */
export const recordsAddress = (query: string): Address => ({
  to: '/books',
  search: query.trim() === '' ? {} : { q: query.trim() },
})

export interface SearchState {
  query: string
  user: ScreenUser
  recent: readonly RecentHit[]
  /** Hits of the server; `undefined` when it was not asked or has not answered. */
  result: SearchResult | undefined
}

/** Returns the groups for the typed text without empty ones; for no text the recent hits and all screens. */
export function groupOptions({ query, user, recent, result }: SearchState): Group[] {
  const isBlank = query.trim() === ''
  const groups: Group[] = [
    createGroup('Son açılanlar', isBlank ? recent.map(recentOption) : []),
    ...(result === undefined ? [] : hitGroups(result)),
    createGroup('Ekranlar', findScreens(query, user).map(screenOption)),
    createGroup('', isBlank ? [] : listOptions(query, result, user)),
  ]
  return groups.filter(({ options }) => options.length > 0)
}

const createGroup = (label: string, options: Option[], similar = false): Group => ({
  label,
  similar,
  options,
})

function hitGroups({ vehicles, customers, records }: SearchResult): Group[] {
  const isSimilar = ({ similar = false }: { similar?: boolean }) => similar
  return [
    createGroup(
      'Araçlar',
      vehicles.items.map((hit) => ({ kind: 'vehicle', hit, ...openingProps(recentVehicle(hit)) })),
    ),
    createGroup(
      'Müşteriler',
      customers.items.map((hit) => ({
        kind: 'customer',
        hit,
        similar: isSimilar(customers),
        ...openingProps(recentCustomer(hit)),
      })),
      isSimilar(customers),
    ),
    createGroup(
      'Kayıtlar',
      records.items.map((hit) => ({
        kind: 'record',
        hit,
        similar: isSimilar(records),
        ...openingProps(recentRecord(hit)),
      })),
      isSimilar(records),
    ),
  ]
}

const openingProps = (recentHit: RecentHit) => ({
  key: `${recentHit.kind}-${recentHit.id}`,
  address: addressOf(recentHit),
  recentHit,
})

const recentVehicle = ({ id, plate, vin, make, model }: VehicleHit): RecentHit => ({
  kind: 'vehicle',
  id,
  title: plate || vin,
  note: joinIsolated(' ', [make, model]),
})
const recentCustomer = ({ id, name, phone }: CustomerHit): RecentHit => ({
  kind: 'customer',
  id,
  title: name,
  note: phone,
})
const recentRecord = ({ id, plate, vin, customer, day }: RecordHit): RecentHit => ({
  kind: 'record',
  id,
  title: plate || vin,
  note: joinIsolated(' · ', [customer, formatDay(day)]),
})

const recentOption = (recentHit: RecentHit): Option => ({ kind: 'recent', ...openingProps(recentHit) })
const screenOption = (screen: ScreenEntry): Option => ({
  kind: 'screen',
  key: `screen-${foldPlain(screen.name).replaceAll(' ', '-')}`,
  address: screen.address,
  screen,
})

/** Returns the list of the first kind with hits, and always the lists of records and of the expenses that the user may see. */
function listOptions(query: string, result: SearchResult | undefined, { hasFigures }: ScreenUser): Option[] {
  const listOption = (name: keyof typeof LISTS): Option => {
    const { to, ...list } = LISTS[name]
    return { kind: 'list', key: `list-${name}`, address: { to, search: { q: query.trim() } }, ...list }
  }
  const listWithHits = (['records', 'vehicles', 'customers'] as const).find(
    (name) => result?.[name].items.length,
  )
  const others = listWithHits === undefined || listWithHits === 'records' ? [] : [listOption(listWithHits)]
  return [...others, listOption('records'), ...(hasFigures ? [listOption('expenses')] : [])]
}

const LISTS = {
  records: { title: 'Kayıtlarda ara', enterText: 'kayıtlarda arar', to: '/books' },
  vehicles: { title: 'Araçlarda ara', enterText: 'araçlarda arar', to: '/vehicles' },
  customers: { title: 'Müşterilerde ara', enterText: 'müşterilerde arar', to: '/customers' },
  expenses: { title: 'Giderlerde ara', enterText: 'giderlerde arar', to: '/expense' },
} as const

/**
 * Returns the option that Enter follows when none is chosen: the car or record with exactly the typed plate, chassis
 * number or record number, else the list with hits.
 */
export function optionForEnter(groups: readonly Group[], query: string): Option | undefined {
  const options = groups.flatMap((group) => group.options)
  const number = recordNumber(query)
  const isCar = (option: Option) => option.kind === 'vehicle' && namesCar(query, option.hit)
  const isRecord = (option: Option) => option.kind === 'record' && option.hit.id === number
  return (
    // A number with '#' always means a record.
    (query.trim().startsWith('#') ? undefined : options.find(isCar)) ??
    options.find(isRecord) ??
    options.find(({ kind }) => kind === 'list')
  )
}

/** Announces the option that Enter follows, for users who cannot see it: 'Enter 34 ABC 123 aracını açar.'. */
export function enterAnnouncement(option: Option | undefined): string {
  if (option?.kind === 'list') return `Enter ${option.enterText}.`
  if (option?.kind === 'vehicle') return `Enter ${isolated(option.recentHit?.title ?? '')} aracını açar.`
  return option?.kind === 'record' ? `Enter ${option.hit.id} numaralı kaydı açar.` : ''
}

const COUNTED_NOUNS: Readonly<Record<string, string>> = {
  Araçlar: 'araç',
  Müşteriler: 'müşteri',
  Kayıtlar: 'kayıt',
  Ekranlar: 'ekran',
}

/** Announces the hits, for users who cannot see the list: '2 araç, 1 kayıt bulundu.'. */
export function hitsAnnouncement(groups: readonly Group[]): string {
  const counts = groups.flatMap(({ label, similar, options }) => {
    const noun = COUNTED_NOUNS[label]
    return noun === undefined ? [] : [`${options.length} ${similar ? 'benzer ' : ''}${noun}`]
  })
  return counts.length === 0 ? 'Sonuç bulunamadı.' : `${counts.join(', ')} bulundu.`
}
