import { expect, test } from 'vitest'

import { namingTexts, type LoggedChange, ownSidesOf } from '#server/personal-data/concerned-changes.ts'
import {
  addCar,
  addPerson,
  emptyIdentity,
  isOnlyOwn,
  matchText,
  createOwnTextTest,
} from '#server/personal-data/identity-match.ts'

const own = emptyIdentity()
addPerson(own, { name: 'Kanarya Özgünoğlu', phone: '0532 123 45 67', tax_no: '10000000146' })
addPerson(own, { name: 'Kaya', phone: '0532 999 88 77', tax_no: '0' })
addPerson(own, { name: 'Ayşe Işık', phone: '-', tax_no: '' })
addCar(own, ['34 KNR 987', '34 AB 12', '34 ABC 999', 'WVWZZZ1JZXW000001', ''])
const others = emptyIdentity()
addPerson(others, { name: 'AYŞE IŞIK', phone: '+90 532 999 88 77', tax_no: '' })
addCar(others, ['34abc999', '06 A 1234'])
const identities = { own, others }

test.each([
  ['the name in capitals', 'KANARYA ÖZGÜNOĞLU', 'own', true],
  ['a name of one word', 'Kaya', 'own', true],
  ['the phone, written otherwise', '+90 532 123 4567', 'own', true],
  ['the tax number', '10000000146', 'own', true],
  ['the chassis number in small letters', 'wvwzzz1jzxw000001', 'own', true],
  ['a name that another customer has too', 'Ayşe Işık', 'own', false],
  ["a family's phone", '0532 999 88 77', 'own', false],
  ['a plate that another car has now', '34 ABC 999', 'own', false],
  ["another car's plate", '06 a 1234', 'other', false],
  ['a name within a name', 'Kanarya Özgünoğlular', 'unknown', false],
  ['a text that identifies no one', '-', 'unknown', false],
  ['no text', '', 'unknown', false],
] as const)('%s is matched', (...row) => {
  const [, text, whom, isOnly] = row
  expect([matchText(text, identities), isOnlyOwn(text, identities)]).toEqual([whom, isOnly])
})

test.each([
  ['the name among the words of an expense', 'Kanarya Özgünoğlu iadesi', true],
  ['the phone among them', 'İade (+90 532-123-4567)', true],
  ['the plate among them', 'Bakım 34knr987', true],
  ['a short plate, which may be part of another', 'Bakım 34 AB 123', false],
  ['a single word, which may be anything', 'Kaya lastikleri', false],
  ["a family's phone", 'Ara: 0532 999 88 77', false],
  ['a name that another customer has too', 'Ayşe Işık iadesi', false],
])('%s', (_, text, expected) => {
  expect(createOwnTextTest(identities)(text)).toBe(expected)
})

const change = (id: number, ids: Partial<LoggedChange>): LoggedChange => ({
  id,
  at: new Date(0),
  channel: 'page',
  noun: 'kayit',
  target_id: 1,
  verb: 'update',
  title: '',
  detail: {},
  customer_id: null,
  other_customer_id: null,
  vehicle_id: null,
  ...ids,
})

test('a file with a history names the customer or car in its title', () => {
  const titles = ['müşteri-geçmişi-Ayşe-Işık', 'araç-geçmişi-34-KNR-987', 'kayıtlar-2026-11']
  expect(titles.flatMap((title) => namingTexts(change(1, { noun: 'export', title })))).toEqual([
    'Ayşe Işık',
    '34 KNR 987',
    'kayıtlar 2026 11',
  ])
})

test.each([
  ['a record of theirs', { customer_id: 7 }, [true, true]],
  ['a record of another customer', { customer_id: 8 }, [false, false]],
  ['a record that came from another customer', { customer_id: 7, other_customer_id: 8 }, [false, true]],
  ['a record that went to another customer', { customer_id: 8, other_customer_id: 7 }, [true, false]],
  ['a correction of their name', { customer_id: 7, other_customer_id: 7 }, [true, true]],
  ['a correction from another person', { customer_id: 7, other_customer_id: 0 }, [false, true]],
  ['a row of an older version', {}, [null, null]],
] as [string, Partial<LoggedChange>, [boolean | null, boolean | null]][])(
  '%s has its sides by the ids',
  (_, ids, [before, after]) => {
    expect(ownSidesOf([change(1, ids)], [7, 70]).get(1)).toEqual({ before, after })
  },
)

test('the ids of a record tell nothing before its correction from another person', () => {
  const rows = [
    change(1, { customer_id: 7 }),
    change(2, { customer_id: 7, target_id: 2 }),
    change(3, { customer_id: 7, other_customer_id: 0 }),
    change(4, { customer_id: 7 }),
  ]
  const sides = ownSidesOf(rows, [7])
  expect(rows.map(({ id }) => sides.get(id)?.after)).toEqual([null, true, true, true])
})
