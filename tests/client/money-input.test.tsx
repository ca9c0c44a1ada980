// @vitest-environment jsdom
import { useState } from 'react'
import { expect, test, vi } from 'vitest'

import { MoneyInput } from '#client/components/money-input.tsx'
import { grossPrice, netUnitPrice, toKurus, type Kurus } from '#shared/money.ts'
import type { Decimal } from '#shared/money-parse.ts'

import { fireEvent, render, screen } from './render.ts'

const field = () => screen.getByRole<HTMLInputElement>('textbox')
const type = (text: string) => fireEvent.change(field(), { target: { value: text } })

/** Renders a plain amount in a form. */
function Amount({ start, seen }: { start: Kurus | null; seen?: (amount: Decimal | null) => void }) {
  const [kurus, setKurus] = useState(start)
  const change = (amount: Decimal | null) => {
    seen?.(amount)
    setKurus(amount === null ? null : toKurus(amount))
  }
  return <MoneyInput aria-label="Fiyat" value={kurus} onAmountChange={change} />
}

test('the field shows an amount in Turkish format and no amount as an empty field', () => {
  render(<Amount start={125_000} />)
  expect(field().value).toBe('1.250,00')
  expect(field().inputMode).toBe('decimal')
})

test('the field parses on every key, keeps the typed text, and shows the amount on blur', () => {
  const seen = vi.fn<(amount: Decimal | null) => void>()
  render(<Amount start={null} seen={seen} />)
  type('1')
  type('1.250')
  expect(field().value).toBe('1.250')
  expect(seen.mock.calls).toEqual([[{ digits: 1n, scale: 0 }], [{ digits: 1250n, scale: 0 }]])
  fireEvent.blur(field())
  expect(field().value).toBe('1.250,00')
})

test('dot and comma are both decimal signs', () => {
  render(<Amount start={null} />)
  type('12.5')
  fireEvent.blur(field())
  expect(field().value).toBe('12,50')
  type('99,9')
  fireEvent.blur(field())
  expect(field().value).toBe('99,90')
})

test('a field that was only visited reports no change', () => {
  const seen = vi.fn<(amount: Decimal | null) => void>()
  render(<Amount start={125_050} seen={seen} />)
  fireEvent.focus(field())
  fireEvent.blur(field())
  expect(seen).not.toHaveBeenCalled()
  expect(field().value).toBe('1.250,50')
})

test('text that is no amount stays for correction and counts as none', () => {
  const seen = vi.fn<(amount: Decimal | null) => void>()
  render(<Amount start={null} seen={seen} />)
  type('yüz lira')
  fireEvent.blur(field())
  expect(seen).toHaveBeenLastCalledWith(null)
  expect(field().value).toBe('yüz lira')
})

test('an emptied field means no amount', () => {
  render(<Amount start={500} />)
  type('')
  fireEvent.blur(field())
  expect(field().value).toBe('')
})

/** Renders the net price of a work item; it stores the gross price and reads other text as 0 (specification §5). */
function NetPrice({ start, onGross }: { start: Kurus; onGross?: (gross: Kurus) => void }) {
  const [gross, setGross] = useState(start)
  const change = (amount: Decimal | null) => {
    const next = (amount === null ? 0 : grossPrice(amount, { kdvDahil: false })) ?? 0
    onGross?.(next)
    setGross(next)
  }
  return <MoneyInput aria-label="Fiyat" value={netUnitPrice(gross)} onAmountChange={change} />
}

test('visiting a net price does not change its gross price', () => {
  const onGross = vi.fn<(gross: Kurus) => void>()
  render(<NetPrice start={10_005} onGross={onGross} />)
  expect(field().value).toBe('83,38')
  fireEvent.focus(field())
  fireEvent.blur(field())
  expect(onGross).not.toHaveBeenCalled()
})

test('VAT is applied to all typed decimals, before rounding', () => {
  const onGross = vi.fn<(gross: Kurus) => void>()
  render(<NetPrice start={0} onGross={onGross} />)
  type('83,375')
  expect(onGross).toHaveBeenLastCalledWith(10_005)
  fireEvent.blur(field())
  expect(field().value).toBe('83,38')
})

test('the field shows 0 on blur where the form takes unreadable text as 0', () => {
  render(<NetPrice start={10_005} />)
  type('abc')
  expect(field().value).toBe('abc')
  fireEvent.blur(field())
  expect(field().value).toBe('0,00')
})
