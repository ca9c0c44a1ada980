import { describe, expect, test } from 'vitest'

import { addressOf, announcementOf, type Found, groupsOf } from '#client/features/search/options.ts'
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

const groups = (found: Partial<Found>) =>
  groupsOf({ query: 'gider', isAdmin: false, recent: [], result: undefined, ...found })
const labels = (found: Partial<Found>) => groups(found).map(({ label }) => label)

describe('the list of the search', () => {
  test('has a group for each kind, the screens after them, and the search in the records last', () => {
    expect(labels({ result: ALL })).toEqual(['Araçlar', 'Müşteriler', 'Kayıtlar', 'Ekranlar', ''])
    expect(groups({ result: ALL }).map(({ options }) => options.length)).toEqual([1, 1, 2, 2, 1])
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
    expect(announcementOf(groups({ result: ALL }))).toBe(
      '1 araç, 1 benzer müşteri, 2 kayıt, 2 ekran bulundu.',
    )
    expect(announcementOf(groups({ result: NOTHING, query: 'zzz' }))).toBe('Sonuç bulunamadı.')
  })

  test('remembers a hit by its plate or chassis number, or by its name', () => {
    const targets = groups({ result: ALL }).flatMap(({ options }) => options.map(({ target }) => target))
    expect(targets.filter((target) => target !== undefined)).toEqual([
      { kind: 'vehicle', id: 1, title: 'WVWZZZ1JZ3W386752', note: 'VW Golf' },
      { kind: 'customer', id: 1, title: 'Ayşe Işık', note: '0532' },
      { kind: 'record', id: 1, title: '34 ABC 123', note: 'Ayşe Işık · 05.03.2026' },
      { kind: 'record', id: 2, title: '34 ABC 123', note: 'Ayşe Işık · 05.03.2026' },
    ])
  })
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
