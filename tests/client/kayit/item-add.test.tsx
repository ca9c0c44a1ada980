// @vitest-environment jsdom
import { useState } from 'react'
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'

import { IslemAdd, useKdvDahil } from '#client/features/kayit/items/item-add.tsx'
import { toGrossPrice } from '#client/features/kayit/items/items.ts'
import { EMPTY_LINE, type NewLine, typedPrice } from '#client/features/kayit/items/new-line.ts'

import type { Suggestion } from '#shared/item/schema.ts'
import { readCookie, writeCookie } from '#client/lib/cookies.ts'
import { act, fireEvent, render, renderHook, screen } from '#tests/client/render.ts'

interface AreaProps {
  onAdd?: (line: NewLine) => void
  suggestions?: readonly Suggestion[]
}

function Area({ onAdd, suggestions = [] }: AreaProps) {
  const [line, setLine] = useState(EMPTY_LINE)
  const [kdvDahil, setKdvDahil] = useState(false)
  const props = { rowNumber: 1, line, onLineChange: setLine, kdvDahil, onKdvDahilChange: setKdvDahil }
  return (
    <>
      <IslemAdd {...props} suggestions={suggestions} onAdd={onAdd ?? (() => {})} />
      <button onClick={() => setLine(EMPTY_LINE)}>dışarıdan boşalt</button>
    </>
  )
}
const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name)
const type = (name: string, text: string) => fireEvent.change(field(name), { target: { value: text } })
const press = (name: string, key: string) => fireEvent.keyDown(field(name), { key })

test('the add area is a group with its fields and begins empty', () => {
  render(<Area />)
  screen.getByRole('group', { name: 'İşlem ekle' })
  expect(field('İşlem Adı').value).toBe('')
  expect(field('Adet').value).toBe('1')
  expect(field('Fiyat').value).toBe('')
  expect(field('KDV dahil').checked).toBe(false)
})

test('Enter moves from the name to the price, adds the line there, and returns to the name', () => {
  const onAdd = vi.fn<(line: NewLine) => void>()
  render(<Area onAdd={onAdd} />)
  field('İşlem Adı').focus()
  type('İşlem Adı', 'Yağ değişimi')
  press('İşlem Adı', 'Enter')
  expect(document.activeElement).toBe(field('Fiyat'))
  type('Fiyat', '1.250')
  press('Fiyat', 'Enter')
  expect(onAdd).toHaveBeenCalledWith({
    islem_adi: 'Yağ değişimi',
    islem_adet: 1,
    fiyat: '1.250',
  })
  expect(document.activeElement).toBe(field('İşlem Adı'))
  expect([field('İşlem Adı').value, field('Adet').value, field('Fiyat').value]).toEqual(['', '1', ''])
  expect(screen.getByRole('status').textContent).toBe('1. satır eklendi: Yağ değişimi')
})

test('Enter moves from the quantity to the price', () => {
  render(<Area />)
  field('Adet').focus()
  type('Adet', '3')
  press('Adet', 'Enter')
  expect(document.activeElement).toBe(field('Fiyat'))
  expect(field('Adet').value).toBe('3')
})

test('a line without a name is not added, and the field shows why', () => {
  const onAdd = vi.fn<(line: NewLine) => void>()
  render(<Area onAdd={onAdd} />)
  type('Fiyat', '100')
  fireEvent.click(screen.getByRole('button', { name: 'Ekle' }))
  expect(onAdd).not.toHaveBeenCalled()
  screen.getByText('İşlem adı boş olamaz.')
  expect(field('İşlem Adı').getAttribute('aria-invalid')).toBe('true')
  type('İşlem Adı', 'Akü')
  expect(screen.queryByText('İşlem adı boş olamaz.')).toBeNull()
})

test.each([
  ['abc', '0,00', 0],
  ['-5', '0,00', 0],
  ['12.5', '12,50', 1_250],
  ['12,5', '12,50', 1_250],
  ['1.250', '1.250,00', 125_000],
])('the price %j is read as %j', (text, shown, kurus) => {
  const onAdd = vi.fn<(line: NewLine) => void>()
  render(<Area onAdd={onAdd} />)
  type('İşlem Adı', 'Akü')
  type('Fiyat', text)
  fireEvent.blur(field('Fiyat'))
  expect(field('Fiyat').value).toBe(shown)
  fireEvent.click(screen.getByRole('button', { name: 'Ekle' }))
  expect(toGrossPrice(typedPrice(onAdd.mock.lastCall?.[0].fiyat ?? ''), true)).toBe(kurus)
})

test('a corrected value is announced politely, next to its field and linked to it', () => {
  render(<Area />)
  type('Fiyat', '-5')
  expect(screen.getByRole('status').textContent).toBe('Fiyat eksi olamaz: ₺0,00 alındı.')
  expect(field('Fiyat').getAttribute('aria-describedby')).toContain(screen.getByRole('status').id)
  expect(field('Adet').hasAttribute('aria-describedby')).toBe(false)
  type('Adet', '2,7')
  fireEvent.blur(field('Adet'))
  expect(field('Adet').value).toBe('2')
  expect(screen.getByRole('status').textContent).toBe(
    'Adet tam sayı olmalı: 2 alındı. Fiyat eksi olamaz: ₺0,00 alındı.',
  )
  type('Fiyat', '5')
  type('Adet', '3')
  expect(screen.getByRole('status').textContent).toBe('')
})

test('the correction of an added line is shown until the next line begins', () => {
  render(<Area />)
  type('İşlem Adı', 'Hediye')
  type('Fiyat', 'bedava')
  press('Fiyat', 'Enter')
  const said = '1. satır eklendi: Hediye. Fiyat okunamadı: ₺0,00 alındı.'
  expect(screen.getByRole('status').textContent).toBe(said)
  expect(screen.getByRole('status').classList.contains('sr-only')).toBe(false)
  type('İşlem Adı', 'Akü')
  expect(screen.getByRole('status').classList.contains('sr-only')).toBe(true)
})

test('the stored price is shown before VAT is added', () => {
  render(<Area />)
  type('Fiyat', '100')
  screen.getByText('KDV dahil: ₺120,00')
  fireEvent.click(field('KDV dahil'))
  expect(screen.queryByText(/KDV dahil:/)).toBeNull()
})

test('Escape empties the line', () => {
  render(<Area />)
  type('İşlem Adı', 'Akü')
  type('Fiyat', 'abc')
  press('Fiyat', 'Escape')
  expect([field('İşlem Adı').value, field('Fiyat').value]).toEqual(['', ''])
})

test('a line taken by a save leaves no typed price behind', () => {
  render(<Area />)
  type('İşlem Adı', 'Akü')
  type('Fiyat', '100')
  fireEvent.click(screen.getByRole('button', { name: 'dışarıdan boşalt' }))
  expect([field('İşlem Adı').value, field('Fiyat').value]).toEqual(['', ''])
})

test('a price typed without VAT says what it becomes, and keeps its name', () => {
  render(<Area />)
  const description = () => document.getElementById(field('Fiyat').getAttribute('aria-describedby') ?? '')
  type('Fiyat', '100')
  expect(description()?.textContent).toBe('KDV dahil: ₺120,00')
  fireEvent.click(field('KDV dahil'))
  expect(description()).toBe(null)
})

describe('a suggestion', () => {
  const balata: Suggestion = {
    name: 'Balata',
    price_kurus: 125_000,
    quantity: 2,
    source: 'used',
    last_day: '2026-02-02',
    car_day: null,
  }
  beforeAll(() => {
    // jsdom has no layout to scroll in.
    Element.prototype.scrollIntoView = () => {}
  })

  test('a chosen suggestion fills the line and leads to its selected price, where Enter adds it', () => {
    const onAdd = vi.fn<(line: NewLine) => void>()
    render(<Area onAdd={onAdd} suggestions={[balata]} />)
    type('İşlem Adı', 'ba')
    press('İşlem Adı', 'ArrowDown')
    press('İşlem Adı', 'Enter')
    expect(document.activeElement).toBe(field('Fiyat'))
    expect([field('İşlem Adı').value, field('Adet').value, field('Fiyat').value]).toEqual([
      'Balata',
      '2',
      '1.041,67',
    ])
    expect([field('Fiyat').selectionStart, field('Fiyat').selectionEnd]).toEqual([0, 8])
    press('Fiyat', 'Enter')
    expect(onAdd).toHaveBeenCalledWith({ islem_adi: 'Balata', islem_adet: 2, fiyat: '1041,6667' })
  })

  const chooseBalata = () => {
    type('İşlem Adı', 'ba')
    press('İşlem Adı', 'ArrowDown')
    press('İşlem Adı', 'Enter')
  }
  const turnVat = () => fireEvent.click(field('KDV dahil'))

  test('keeps its price when VAT is turned on and off, and is stored with it', () => {
    const onAdd = vi.fn<(line: NewLine) => void>()
    render(<Area onAdd={onAdd} suggestions={[balata]} />)
    chooseBalata()
    turnVat()
    expect(field('Fiyat').value).toBe('1.250,00')
    turnVat()
    expect(field('Fiyat').value).toBe('1.041,67')
    screen.getByText('KDV dahil: ₺1.250,00')
    fireEvent.focus(field('Fiyat'))
    fireEvent.blur(field('Fiyat'))
    type('Adet', '3')
    turnVat()
    press('Fiyat', 'Enter')
    const added = onAdd.mock.lastCall?.[0]
    expect(added).toEqual({ islem_adi: 'Balata', islem_adet: 3, fiyat: '1.250,00' })
    expect(toGrossPrice(typedPrice(added?.fiyat ?? ''), true)).toBe(125_000)
  })

  test.each(['1300', '1.041,67', '1041,6667'])(
    'a suggestion keeps the text when the price %j was typed by hand',
    (typed) => {
      render(<Area suggestions={[balata]} />)
      chooseBalata()
      type('Fiyat', '1')
      type('Fiyat', typed)
      fireEvent.blur(field('Fiyat'))
      const shown = field('Fiyat').value
      turnVat()
      expect(field('Fiyat').value).toBe(shown)
    },
  )

  test('leaves nothing behind for the next line', () => {
    render(<Area suggestions={[balata]} />)
    chooseBalata()
    press('Fiyat', 'Enter')
    turnVat()
    expect(field('Fiyat').value).toBe('')
  })

  test('a suggestion that is not chosen leaves Enter and Escape as they are', () => {
    render(<Area suggestions={[balata]} />)
    type('İşlem Adı', 'ba')
    press('İşlem Adı', 'Escape')
    expect(field('İşlem Adı').value).toBe('ba')
    press('İşlem Adı', 'Escape')
    expect(field('İşlem Adı').value).toBe('')
    type('İşlem Adı', 'bal')
    press('İşlem Adı', 'Enter')
    expect(document.activeElement).toBe(field('Fiyat'))
    expect(field('Fiyat').value).toBe('')
  })
})

describe('the choice of VAT of a new record', () => {
  afterEach(() => writeCookie('islem_kdv', '', { days: 0, path: '/' }))

  test.each([
    [null, undefined, false],
    [null, '1', true],
    [true, '0', true],
    [false, '1', false],
  ])('a shop that chose %j on a device that chose %j begins with %j', (ofShop, ofDevice, expected) => {
    if (ofDevice !== undefined) writeCookie('islem_kdv', ofDevice, { days: 1, path: '/' })
    const { result } = renderHook(() => useKdvDahil(ofShop))
    expect(result.current[0]).toBe(expected)
  })

  test("another choice in a record leaves a shop's choice for the next one as it is", () => {
    const { result } = renderHook(() => useKdvDahil(true))
    act(() => result.current[1](false))
    expect(result.current[0]).toBe(false)
    expect(readCookie('islem_kdv')).toBe(undefined)
  })
})
