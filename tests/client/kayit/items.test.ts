import { describe, expect, test } from 'vitest'

import {
  EMPTY_LINE,
  type IslemAction,
  type IslemRow,
  islemOf,
  islemRows,
  isEmptyLine,
  isSameList,
  quantityFrom,
  rowOfLine,
  rowProblems,
  rowsOf,
  storedPrice,
} from '#client/features/kayit/items/items.ts'
import { kayitTotals, netUnitPrice, parseDecimal } from '#shared/money.ts'

const yag = { id: 7, islem_adi: 'Yağ değişimi', islem_adet: 1, fiyat_kurus: 10_005 }
const balata = { id: 8, islem_adi: 'Fren balatası', islem_adet: 2, fiyat_kurus: 120_000 }
const loaded = () => rowsOf([yag, balata])
const typed = (text: string) => parseDecimal(text, 'form')

function rowAfter(...actions: IslemAction[]): IslemRow {
  const row = actions.reduce(islemRows, loaded())[0]
  if (row === undefined) throw new Error('no row')
  return row
}
const typeNet = (text: string): IslemAction => ({ type: 'netPrice', key: 'islem-7', amount: typed(text) })

describe('the list', () => {
  test('holds a loaded record in kuruş and sends it back as it came', () => {
    expect(loaded().map((row) => row.fiyat_kurus)).toEqual([10_005, 120_000])
    expect(loaded().map(islemOf)).toEqual([yag, balata])
  })

  test('adds at the end, and an added item has no id', () => {
    const line = { islem_adi: '  Rot balans ', islem_adet: 3, fiyat: typed('500') }
    const row = rowOfLine(line, { key: 'k1', kdvDahil: true })
    const rows = islemRows(loaded(), { type: 'add', row })
    expect(rows.map((one) => one.islem_adi)).toEqual(['Yağ değişimi', 'Fren balatası', 'Rot balans'])
    expect(rows.map(islemOf)[2]).toEqual({
      id: 0,
      islem_adi: 'Rot balans',
      islem_adet: 3,
      fiyat_kurus: 50_000,
    })
  })

  test('removes one', () => {
    expect(islemRows(loaded(), { type: 'remove', key: 'islem-7' }).map(islemOf)).toEqual([balata])
  })

  test('leaves the other rows the very objects they were, so that they need no drawing', () => {
    const rows = loaded()
    const changed = islemRows(rows, { type: 'rename', key: 'islem-7', islem_adi: 'Yağ' })
    expect(changed[0]).toMatchObject({ islem_adi: 'Yağ', fiyat_kurus: 10_005 })
    expect(changed[1]).toBe(rows[1])
  })

  test('an action on a row that is gone changes nothing', () => {
    const rows = loaded()
    expect(islemRows(rows, { type: 'quantity', key: 'islem-99', islem_adet: 5 })).toEqual(rows)
  })

  test('knows when it says the same again', () => {
    const renamed = islemRows(loaded(), { type: 'rename', key: 'islem-7', islem_adi: 'Yağ' })
    expect(isSameList(loaded(), loaded())).toBe(true)
    expect(isSameList(renamed, loaded())).toBe(false)
    expect(isSameList(loaded().toReversed(), loaded())).toBe(false)
    expect(isSameList(loaded().slice(1), loaded())).toBe(false)
    const back = islemRows(renamed, { type: 'rename', key: 'islem-7', islem_adi: 'Yağ değişimi' })
    expect(isSameList(back, loaded())).toBe(true)
  })
})

describe('a price in a row', () => {
  test('100,05 shows 83,38 and stays 100,05 when that is typed again', () => {
    expect(netUnitPrice(rowAfter().fiyat_kurus)).toBe(8_338)
    expect(rowAfter(typeNet('83,3'), typeNet('83,38')).fiyat_kurus).toBe(10_005)
    expect(rowAfter(typeNet('50'), typeNet('83.38')).fiyat_kurus).toBe(10_005)
  })

  test('is without VAT, which comes before rounding', () => {
    expect(rowAfter(typeNet('100')).fiyat_kurus).toBe(12_000)
    expect(rowAfter(typeNet('83,375')).fiyat_kurus).toBe(10_005)
    expect(rowAfter(typeNet('83,384')).fiyat_kurus).toBe(10_006)
    expect(rowAfter(typeNet('1.250')).fiyat_kurus).toBe(150_000)
  })

  test('that is none, or negative, is 0', () => {
    expect(rowAfter(typeNet('')).fiyat_kurus).toBe(0)
    expect(rowAfter(typeNet('bedava')).fiyat_kurus).toBe(0)
    expect(rowAfter(typeNet('-5')).fiyat_kurus).toBe(0)
  })

  test('of an added item keeps its exact gross too', () => {
    const row = rowOfLine(
      { ...EMPTY_LINE, islem_adi: 'Akü', fiyat: typed('100,05') },
      { key: 'k', kdvDahil: true },
    )
    const [after] = islemRows([row], { type: 'netPrice', key: 'k', amount: typed('83,38') })
    expect(after?.fiyat_kurus).toBe(10_005)
  })
})

test('a new price is multiplied by 1.2 unless it includes VAT', () => {
  expect(storedPrice(typed('100'), false)).toBe(12_000)
  expect(storedPrice(typed('100'), true)).toBe(10_000)
  expect(storedPrice(typed('12.5'), false)).toBe(1_500)
  expect(storedPrice(null, false)).toBe(0)
})

test.each([
  ['3', 3],
  ['2,9', 2],
  ['2.9', 2],
  ['1.250', 1250],
  ['0', 1],
  ['0,4', 1],
  ['-3', 1],
  ['', 1],
  ['iki', 1],
])('a quantity %j is %i', (text, quantity) => {
  expect(quantityFrom(text)).toBe(quantity)
})

describe('what is wrong with a row', () => {
  const problems = (change: Partial<IslemRow>) => rowProblems({ ...rowAfter(), ...change })

  test('is nothing as a rule', () => {
    expect(loaded().map(rowProblems)).toEqual([{}, {}])
  })

  test('is said in the words of the server', () => {
    expect(problems({ islem_adi: '  ' })).toEqual({ islem_adi: 'İşlem adı boş olamaz.' })
    expect(problems({ islem_adi: 'a'.repeat(201) })).toEqual({
      islem_adi: 'İşlem adı en fazla 200 karakter olabilir.',
    })
    expect(problems({ islem_adet: 100_001 })).toEqual({ islem_adet: 'Adet en fazla 100.000 olabilir.' })
    const tooMuch = { fiyat_kurus: 'Fiyat en fazla 999.999.999,99 olabilir.' }
    expect(problems({ fiyat_kurus: 100_000_000_000 })).toEqual(tooMuch)
    expect(problems({ fiyat_kurus: storedPrice(typed('9'.repeat(30)), false) })).toEqual(tooMuch)
  })
})

test('totals are sums of lines', () => {
  const rows = loaded().map((row) => ({ ...row, islem_adet: 3 }))
  expect(kayitTotals(rows)).toEqual({ brut_kurus: 390_015, net_kurus: 325_013, kdv_kurus: 65_002 })
})

test('an empty line has no name, no price and the quantity 1', () => {
  expect(isEmptyLine(EMPTY_LINE)).toBe(true)
  expect(isEmptyLine({ ...EMPTY_LINE, islem_adi: 'a' })).toBe(false)
  expect(isEmptyLine({ ...EMPTY_LINE, islem_adet: 2 })).toBe(false)
  expect(isEmptyLine({ ...EMPTY_LINE, fiyat: typed('0') })).toBe(false)
})
