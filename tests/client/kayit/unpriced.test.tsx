// @vitest-environment jsdom
import { useState } from 'react'
import { describe, expect, test, vi } from 'vitest'

import { IslemAdd } from '#client/features/kayit/items/item-add.tsx'
import {
  areIslemRows,
  type IslemRow,
  toIslem,
  ITEMS_RULE,
  rowProblems,
  toIslemRows,
  withPrice,
} from '#client/features/kayit/items/items.ts'
import { IslemTable } from '#client/features/kayit/items/item-table.tsx'
import { EMPTY_LINE, rowsFromLine } from '#client/features/kayit/items/new-line.ts'
import {
  lineFromSuggestion,
  suggestedPriceText,
  suggestionSourceText,
} from '#client/features/kayit/items/suggestion-text.ts'
import type { Suggestion } from '#shared/item/schema.ts'
import { parseDecimal } from '#shared/money-parse.ts'
import { fireEvent, render, screen } from '#tests/client/render.ts'

const unpriced = () => toIslemRows([{ id: 7, islem_adi: 'Yağ', islem_adet: 2 }]) as [IslemRow]
const priced = () =>
  toIslemRows([{ id: 7, islem_adi: 'Yağ', islem_adet: 2, fiyat_kurus: 10_005 }]) as [IslemRow]

describe('an item whose price the user may not see', () => {
  test('is sent back without one, also after its draft was stored', () => {
    const [row] = JSON.parse(JSON.stringify(unpriced())) as [IslemRow]
    expect(toIslem({ ...row, islem_adet: 3 })).toEqual({
      id: 7,
      key: 'islem-7',
      islem_adi: 'Yağ',
      islem_adet: 3,
    })
    expect(areIslemRows([row])).toBe(true)
    expect(rowProblems(row)).toEqual({})
  })

  test('is sent with the price that a user with the right types', () => {
    const [row] = unpriced()
    expect(toIslem(withPrice(row, parseDecimal('100', 'form'), false))).toMatchObject({ fiyat_kurus: 12_000 })
  })

  test('has the price of the other side in a merge, and none in its words', () => {
    const [mine, theirs] = [unpriced(), priced()]
    const sides = { base: unpriced(), mine: [{ ...mine[0], islem_adet: 5 }], theirs }
    expect(ITEMS_RULE.merge?.(sides).map(toIslem)).toMatchObject([{ islem_adet: 5, fiyat_kurus: 10_005 }])
    expect(ITEMS_RULE.differences?.(mine, [{ ...mine[0], islem_adet: 5 }])).toEqual([
      { label: 'İşlem', theirs: 'Yağ, 2 adet', mine: 'Yağ, 5 adet' },
    ])
  })

  test('has a row of name and quantity; a stored one at 0 is marked for users who see prices', () => {
    const table = { showProblems: false, onChange: () => {}, onDelete: () => {} }
    const { container, unmount } = render(<IslemTable rows={unpriced()} {...table} />)
    expect(screen.getAllByRole('columnheader').map((head) => head.textContent)).toEqual([
      'İşlem Adı',
      'Adet',
      'Sil',
    ])
    expect(container.textContent).not.toMatch(/KDV|₺|Fiyat/)
    unmount()
    const free = toIslemRows([{ id: 7, islem_adi: 'Yağ', islem_adet: 2, fiyat_kurus: 0 }])
    render(<IslemTable rows={free} totals={null} {...table} />)
    screen.getByPlaceholderText('fiyat yazın')
  })
})

const SUGGESTION: Suggestion = {
  name: 'Balata',
  quantity: 2,
  source: 'used',
  last_day: '2026-11-05',
  car_day: null,
}

test('a suggestion without a price fills in name and quantity, and says when it was used', () => {
  expect(lineFromSuggestion(SUGGESTION, true)).toEqual({ islem_adi: 'Balata', islem_adet: 2, fiyat: '' })
  expect(suggestedPriceText(SUGGESTION, true)).toBe('2 adet')
  expect(suggestedPriceText({ ...SUGGESTION, quantity: 1 }, false)).toBe('')
  expect(suggestionSourceText(SUGGESTION)).toBe('Son kullanım 05.11.2026')
})

test('a new line is an item without a price', () => {
  const line = { ...EMPTY_LINE, islem_adi: 'Rot ayarı' }
  const rows = rowsFromLine(line, { key: 'k', kdvDahil: false, isUnpriced: true })
  expect(rows.map(toIslem)).toEqual([{ id: 0, key: 'k', islem_adi: 'Rot ayarı', islem_adet: 1 }])
})

function Area({ onAdd }: { onAdd: () => void }) {
  const [line, setLine] = useState(EMPTY_LINE)
  const vat = { kdvDahil: false, onKdvDahilChange: () => {} }
  return (
    <IslemAdd rowNumber={1} line={line} onLineChange={setLine} {...vat} hasPrices={false} onAdd={onAdd} />
  )
}

test('Enter leads from the name to the quantity, and there adds the item', () => {
  const onAdd = vi.fn<() => void>()
  render(<Area onAdd={onAdd} />)
  const [name, quantity] = [screen.getByLabelText('İşlem Adı'), screen.getByLabelText('Adet')]
  expect(screen.queryByLabelText('Fiyat')).toBeNull()
  expect(screen.queryByLabelText('KDV dahil')).toBeNull()
  fireEvent.change(name, { target: { value: 'Balata' } })
  fireEvent.keyDown(name, { key: 'Enter' })
  expect(document.activeElement).toBe(quantity)
  expect(onAdd).not.toHaveBeenCalled()
  fireEvent.change(quantity, { target: { value: '4' } })
  fireEvent.keyDown(quantity, { key: 'Enter' })
  expect(onAdd).toHaveBeenCalledWith({ islem_adi: 'Balata', islem_adet: 4, fiyat: '' })
  expect(document.activeElement).toBe(name)
})
