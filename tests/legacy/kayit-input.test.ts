import * as fc from '#tests/support/setup/fast-check.ts'
import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'

import { kayitInputOf, legacyKayitInput } from '#server/transports/legacy/kayit.ts'
import { messages } from '#shared/messages.ts'

const read = (body: unknown) => kayitInputOf(z.parse(legacyKayitInput, body))

/** Returns the parsed value of a field of a work item, or the message of its refusal. */
function readItem(sent: string, value: unknown, field = sent): unknown {
  const result = z.safeParse(legacyKayitInput, { info: {}, islemler: [{ islem_adi: 'Yağ', [sent]: value }] })
  if (!result.success) return result.error.issues[0]?.message
  return (kayitInputOf(result.data).islemler?.[0] as Record<string, unknown> | undefined)?.[field]
}

describe('a work item (specification §5)', () => {
  test.each([
    [1, 1],
    [2.9, 2],
    ['2,9', 2],
    ['3', 3],
    [0, 1],
    [-5, 1],
    [0.5, 1],
    ['', 1],
    [null, 1],
    ['çok', 1],
    [100_000, 100_000],
    [100_001, 'Adet en fazla 100.000 olabilir.'],
    ['1.000.000', 'Adet en fazla 100.000 olabilir.'],
  ])('the quantity %j is %j', (sent, read) => expect(readItem('islem_adet', sent)).toBe(read))

  test.each([
    [100.05, 10_005],
    ['100,05', 10_005],
    ['100.05', 10_005],
    ['1.250,75', 125_075],
    ['1,250.75', 125_075],
    ['1.250.000', 125_000_000],
    ['1.250', 125],
    ['1\u00a0250,50', 125_050],
    ["1'250,50", 125_050],
    ['₺1.250,-', 125_000],
    ['1.250,- TL', 125_000],
    [1.005, 101],
    ['', 0],
    [null, 0],
    ['bedava', 0],
    // The operation decides whether it is the record's discount (tests/server/kayit/discount-transports.test.ts).
    [-1, -100],
    [-1e300, 0],
    ['999.999.999,99', 99_999_999_999],
    ['999.999.999,995', 'Fiyat en fazla 999.999.999,99 olabilir.'],
    [1e300, 'Fiyat en fazla 999.999.999,99 olabilir.'],
  ])('the price %j is %j kuruş', (sent, read) =>
    expect(readItem('islem_fiyat', sent, 'fiyat_kurus')).toBe(read),
  )

  test('an item without quantity, price and id is one, free and new, and a key of the page is ignored', () => {
    const { islemler } = read({ info: {}, islemler: [{ islem_adi: 'Yağ', key: 'k', fiyat_kurus: 5 }] })
    expect(islemler).toEqual([{ id: 0, islem_adi: 'Yağ', islem_adet: 1, fiyat_kurus: 0 }])
  })
})

describe('a record', () => {
  test.each([
    [{}, 0],
    [{ id: '' }, 0],
    [{ id: 7 }, 7],
    [{ id: '7' }, 7],
    [{ kayit_id: 8 }, 8],
    [{ id: 0, kayit_id: '8' }, 8],
    [{ id: 7, kayit_id: 8 }, 7],
  ])('info %j becomes %j', (info, id) => {
    expect(read({ info: { ...info, plaka: 'x', baska: 1 } })).toEqual({ id, info: { plaka: 'x' } })
  })

  test('version and key of a record are ignored', () => {
    expect(read({ info: {}, version: 3, key: 'anahtar-1', id: 9 })).toEqual({ id: 0, info: {} })
  })
})

test('every refusal of any input is one of our messages', () => {
  const ours: readonly string[] = Object.values(messages)
  const isOurs = (said: string) => ours.includes(said) || / en fazla [\d.]+ karakter olabilir\.$/.test(said)
  const value = fc.oneof(fc.anything(), fc.constantFrom('', '-1', '1e9', 'x'.repeat(11_000), '\u0000'))
  const some = (fields: Record<string, fc.Arbitrary<unknown>>) =>
    fc.oneof(fc.record(fields, { requiredKeys: [] }), value)
  const info = some({ id: value, kayit_id: value, musteri_adi_soyadi: value, giris_tarihi: value })
  const item = some({ id: value, islem_adi: value, islem_adet: value, islem_fiyat: value })
  const sent = some({ info, islemler: fc.oneof(fc.array(item), value) })
  const said = fc.sample(sent, 300).flatMap((body) => z.safeParse(legacyKayitInput, body).error?.issues ?? [])
  expect(said.length).toBeGreaterThan(0)
  expect(said.filter((issue) => !isOurs(issue.message))).toEqual([])
})
