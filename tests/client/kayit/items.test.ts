import { describe, expect, test } from 'vitest'

import {
  areIslemRows,
  type IslemRow,
  toIslem,
  ITEMS_RULE,
  rowProblems,
  toIslemRows,
  withPrice,
  replaceRow,
} from '#client/features/kayit/items/items.ts'
import { EMPTY_LINE, rowsFromLine } from '#client/features/kayit/items/new-line.ts'
import { kayitTotals, netUnitPrice } from '#shared/money.ts'
import { parseDecimal } from '#shared/money-parse.ts'

const yag = { id: 7, islem_adi: 'Yağ değişimi', islem_adet: 1, fiyat_kurus: 10_005 }
const balata = { id: 8, islem_adi: 'Fren balatası', islem_adet: 2, fiyat_kurus: 120_000 }
const loaded = () => toIslemRows([yag, balata]) as [IslemRow, IslemRow]
const typed = (text: string) => parseDecimal(text, 'form')

describe('the list of items', () => {
  test('a loaded record is sent back unchanged, each item with the key of its row', () => {
    expect(loaded().map(toIslem)).toEqual([
      { ...yag, key: 'islem-7' },
      { ...balata, key: 'islem-8' },
    ])
  })

  test('the keys that were sent with a save are kept', () => {
    expect(toIslemRows([{ ...yag, key: 'yeni-1' }, balata]).map(({ key }) => key)).toEqual([
      'yeni-1',
      'islem-8',
    ])
  })

  test('unchanged rows keep their object identity, so that they are not rendered again', () => {
    const rows = loaded()
    const changed = replaceRow(rows, { ...rows[0], islem_adi: 'Yağ' })
    expect(changed[0]).toMatchObject({ islem_adi: 'Yağ', fiyat_kurus: 10_005 })
    expect(changed[1]).toBe(rows[1])
  })

  test('a removed row is not restored by a late change', () => {
    const [gone, left] = loaded()
    expect(replaceRow([left], { ...gone, islem_adet: 5 })).toEqual([left])
  })

  test('equal lists are recognised', () => {
    const rows = loaded()
    const isSame = (a: IslemRow[], b: IslemRow[]) => ITEMS_RULE.isSame?.(a, b)
    const renamed = replaceRow(rows, { ...rows[0], islem_adi: 'Yağ' })
    expect(isSame(loaded(), loaded())).toBe(true)
    expect(isSame(renamed, rows)).toBe(false)
    expect(isSame(rows.toReversed(), rows)).toBe(false)
    expect(isSame(rows.slice(1), rows)).toBe(false)
    expect(isSame(replaceRow(renamed, { ...rows[0], islem_adi: 'Yağ değişimi' }), rows)).toBe(true)
  })
})

describe('a price in a row', () => {
  /** Returns the kuruş after net prices were typed one after another. */
  const after = (...texts: string[]) =>
    texts.reduce((row, text) => withPrice(row, typed(text), false), loaded()[0]).fiyat_kurus

  test('a gross price of 100,05 shows 83,38 and stays 100,05 when that is typed again', () => {
    expect(netUnitPrice(after())).toBe(8_338)
    expect(after('83,3', '83,38')).toBe(10_005)
    expect(after('50', '83.38')).toBe(10_005)
  })

  test('the shown price is without VAT, which is applied before rounding', () => {
    expect(after('100')).toBe(12_000)
    expect(after('83,375')).toBe(10_005)
    expect(after('83,384')).toBe(10_006)
    expect(after('1.250')).toBe(150_000)
  })

  test('an invalid or negative price is 0', () => {
    expect(['', 'bedava', '-5'].map((text) => after(text))).toEqual([0, 0, 0])
  })

  test('an added item keeps its exact gross price', () => {
    const line = { ...EMPTY_LINE, islem_adi: 'Akü', fiyat: '100,05' }
    const [row] = rowsFromLine(line, { key: 'k', kdvDahil: true })
    expect(row && withPrice(row, typed('83,38'), false).fiyat_kurus).toBe(10_005)
  })
})

describe('the validation of a row', () => {
  const problems = (change: Partial<IslemRow>) => rowProblems({ ...loaded()[0], ...change })

  test('a usual row has no problems', () => {
    expect(loaded().map(rowProblems)).toEqual([{}, {}])
  })

  test('problems have the messages of the server', () => {
    expect(problems({ islem_adi: '  ' })).toEqual({ islem_adi: 'İşlem adı boş olamaz.' })
    expect(problems({ islem_adi: 'a'.repeat(201) })).toEqual({
      islem_adi: 'İşlem adı en fazla 200 karakter olabilir.',
    })
    expect(problems({ islem_adet: 100_001 })).toEqual({ islem_adet: 'Adet en fazla 100.000 olabilir.' })
    const tooMuch = { fiyat_kurus: 'Fiyat en fazla 999.999.999,99 olabilir.' }
    expect(problems({ fiyat_kurus: 100_000_000_000 })).toEqual(tooMuch)
    expect(rowProblems(withPrice(loaded()[0], typed('9'.repeat(30)), false))).toEqual(tooMuch)
  })
})

test('totals are sums of the rounded lines', () => {
  const rows = loaded().map((row) => ({ ...row, islem_adet: 3 }))
  expect(kayitTotals(rows)).toEqual({ brut_kurus: 390_015, net_kurus: 325_013, kdv_kurus: 65_002 })
})

test.each([
  ['rows', {}, true],
  ['rows without a price', { fiyat_kurus: undefined }, false],
  ['rows with a text for a number', { islem_adet: '2' }, false],
  ['rows without a key', { key: undefined }, false],
])('the check of a stored list of %s with %j returns %s', (_what, change, expected) => {
  expect(areIslemRows([{ ...loaded()[0], ...change } as IslemRow])).toBe(expected)
})
