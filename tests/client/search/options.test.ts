import { describe, expect, test } from 'vitest'

import {
  addressOf,
  hitsAnnouncement,
  enterAnnouncement,
  optionForEnter,
  type SearchState,
  groupOptions,
} from '#client/features/search/options.ts'
import type { SearchResult } from '#shared/search/schema.ts'

const vehicle = {
  id: 1,
  plate: '',
  vin: 'WVWZZZ1JZ3W386752',
  make: 'VW',
  model: 'Golf',
  customer: 'Ayşe Işık',
  last_day: '2026-03-05',
  is_open: true,
}
const customer = { id: 1, name: 'Ayşe Işık', phone: '0532', tax_no: '', visits: 2, last_day: '2026-03-05' }
const record = {
  id: 1,
  plate: '34 ABC 123',
  vin: '',
  customer: 'Ayşe Işık',
  phone: '',
  day: '2026-03-05',
  durum: 'Tamamlandı',
}
const NOTHING: SearchResult = { vehicles: { items: [] }, customers: { items: [] }, records: { items: [] } }
const ALL: SearchResult = {
  vehicles: { items: [vehicle] },
  customers: { items: [customer], similar: true },
  records: { items: [record, { ...record, id: 2 }] },
}

const groups = (found: Partial<SearchState>) =>
  groupOptions({
    query: 'gider',
    user: { isAdmin: false, hasFigures: true, hasPayments: true, hasQuotes: true, hasTrash: true },
    recent: [],
    result: undefined,
    ...found,
  })
const labels = (found: Partial<SearchState>) => groups(found).map(({ label }) => label)

describe('the list of the search', () => {
  test('has a group for each kind, the screens after them, and the search in the lists last', () => {
    expect(labels({ result: ALL })).toEqual(['Araçlar', 'Müşteriler', 'Kayıtlar', 'Ekranlar', ''])
    expect(groups({ result: ALL }).map(({ options }) => options.length)).toEqual([1, 1, 2, 2, 2])
    expect(labels({ result: NOTHING, query: 'zzz' })).toEqual([''])
    const keys = groups({ result: ALL }).flatMap(({ options }) => options.map(({ key }) => key))
    expect(new Set(keys).size).toBe(keys.length)
  })

  test('has what was opened last and the screens where nothing is typed', () => {
    const recent = [{ kind: 'record', id: 7, title: '34 ABC 123', note: 'Ayşe' }] as const
    expect(labels({ query: ' ', recent })).toEqual(['Son açılanlar', 'Ekranlar'])
    expect(labels({ query: '', recent: [] })).toEqual(['Ekranlar'])
    expect(labels({ query: 'g', recent })).toEqual(['Ekranlar', ''])
  })

  test('says which hits are only similar, and how many there are', () => {
    const similar = groups({ result: ALL }).filter((group) => group.similar)
    expect(similar.map(({ label }) => label)).toEqual(['Müşteriler'])
    expect(hitsAnnouncement(groups({ result: ALL }))).toBe(
      '1 araç, 1 benzer müşteri, 2 kayıt, 2 ekran bulundu.',
    )
    expect(hitsAnnouncement(groups({ result: NOTHING, query: 'zzz' }))).toBe('Sonuç bulunamadı.')
  })

  test('remembers a hit by its plate or chassis number, or by its name', () => {
    const recentHits = groups({ result: ALL }).flatMap(({ options }) =>
      options.map(({ recentHit }) => recentHit),
    )
    expect(recentHits.filter((hit) => hit !== undefined)).toEqual([
      { kind: 'vehicle', id: 1, title: 'WVWZZZ1JZ3W386752', note: 'VW Golf' },
      { kind: 'customer', id: 1, title: 'Ayşe Işık', note: '0532' },
      { kind: 'record', id: 1, title: '34 ABC 123', note: 'Ayşe Işık · 05.03.2026' },
      { kind: 'record', id: 2, title: '34 ABC 123', note: 'Ayşe Işık · 05.03.2026' },
    ])
  })
})

describe('Enter without a choice', () => {
  const only = (kinds: Partial<SearchResult>): SearchResult => ({ ...NOTHING, ...kinds })
  const follow = (query: string, result?: SearchResult) => {
    const followed = optionForEnter(groups({ query, result }), query)
    return { key: followed?.key, address: followed?.address, says: enterAnnouncement(followed) }
  }
  const plated = { ...vehicle, id: 7, plate: '34 ABC 123' }
  const cars = only({ vehicles: { items: [{ ...vehicle, id: 8, plate: '34 ABC 1234' }, plated] } })

  test.each(['34 ABC 123', '34abc123', ' 34-abc-123 '])(
    'opens the car with exactly the plate %j',
    (query) => {
      expect(follow(query, cars)).toEqual({
        key: 'vehicle-7',
        address: { to: '/vehicle/$id', params: { id: '7' } },
        says: 'Enter 34 ABC 123 aracını açar.',
      })
    },
  )

  test('opens the car with exactly the chassis number, and none for a part of it', () => {
    const byVin = only({ vehicles: { items: [vehicle] } })
    expect(follow('wvwzzz1jz3w386752', byVin).says).toBe('Enter WVWZZZ1JZ3W386752 aracını açar.')
    expect(follow('wvwzzz1jz3w38675', byVin).key).toBe('list-vehicles')
    expect(follow('--', byVin).key).toBe('list-vehicles')
  })

  test('opens the record with exactly the number, after a car, which “#” leaves out', () => {
    const numbered = only({ records: { items: [record, { ...record, id: 34 }] } })
    expect(follow('34', numbered)).toMatchObject({
      key: 'record-34',
      says: 'Enter 34 numaralı kaydı açar.',
    })
    expect(follow('# 34', numbered).key).toBe('record-34')
    const both = only({ ...numbered, vehicles: { items: [{ ...vehicle, plate: '34' }] } })
    expect(follow('34', both).key).toBe('vehicle-1')
    expect(follow('#34', both).key).toBe('record-34')
    expect(follow('3', numbered).key).toBe('list-records')
  })

  test('searches in the records where some were found, else in the list of what was found', () => {
    const { vehicles, customers } = ALL
    expect(follow('ayşe', ALL)).toEqual({
      key: 'list-records',
      address: { to: '/books', search: { q: 'ayşe' } },
      says: 'Enter kayıtlarda arar.',
    })
    expect(follow(' ford ', only({ vehicles }))).toEqual({
      key: 'list-vehicles',
      address: { to: '/vehicles', search: { q: 'ford' } },
      says: 'Enter araçlarda arar.',
    })
    expect(follow('ayşe', only({ customers }))).toEqual({
      key: 'list-customers',
      address: { to: '/customers', search: { q: 'ayşe' } },
      says: 'Enter müşterilerde arar.',
    })
    expect(follow('ayşe', only({ vehicles, customers })).key).toBe('list-vehicles')
  })

  test('searches in the records where nothing was found or asked, and follows nothing for no text', () => {
    expect(follow('zzz', NOTHING).key).toBe('list-records')
    expect(follow('g').key).toBe('list-records')
    expect(follow(' ')).toEqual({ key: undefined, address: undefined, says: '' })
  })

  test('the searches in the records and the expenses are offered after the one that Enter follows', () => {
    const lists = groups({ query: 'ford', result: only({ vehicles: ALL.vehicles }) }).at(-1)?.options
    expect(lists?.map(({ key }) => key)).toEqual(['list-vehicles', 'list-records', 'list-expenses'])
  })
})

test('the search in the expenses is offered to a user who may see them', () => {
  const of = (hasFigures: boolean) =>
    groups({
      query: 'kira',
      user: { isAdmin: false, hasFigures, hasPayments: false, hasQuotes: false, hasTrash: false },
    })
      .at(-1)
      ?.options.map(({ address }) => address)
  expect(of(true)?.at(-1)).toEqual({ to: '/expense', search: { q: 'kira' } })
  expect(of(false)?.map(({ to }) => to)).toEqual(['/books'])
})

test('a car, a customer and a record lead to their pages, and the last line to the search in the list', () => {
  const target = { id: 7, title: '34 ABC 123', note: '' }
  expect(addressOf({ ...target, kind: 'record' })).toEqual({ to: '/book/$id', params: { id: '7' } })
  expect(addressOf({ ...target, kind: 'vehicle' })).toEqual({ to: '/vehicle/$id', params: { id: '7' } })
  expect(addressOf({ ...target, kind: 'customer' })).toEqual({ to: '/customer/$id', params: { id: '7' } })
  expect(groups({ query: ' ayşe ' }).at(-1)?.options[0]?.address).toEqual({
    to: '/books',
    search: { q: 'ayşe' },
  })
})
