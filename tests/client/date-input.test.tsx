// @vitest-environment jsdom
import { useState } from 'react'
import { expect, test, vi } from 'vitest'

import { DateInput } from '#client/components/date-input.tsx'
import { Field } from '#client/components/field.tsx'

import { fireEvent, render, screen } from './render.ts'

function EntryDate({ start, seen }: { start: string; seen?: (value: string) => void }) {
  const [value, setValue] = useState(start)
  const change = (next: string) => {
    seen?.(next)
    setValue(next)
  }
  return (
    <Field label="Giriş Tarihi">
      {(control) => <DateInput {...control} value={value} onValueChange={change} />}
    </Field>
  )
}

const field = () => screen.getByLabelText<HTMLInputElement>('Giriş Tarihi')
const type = (text: string) => fireEvent.change(field(), { target: { value: text } })

test('the field shows a day as gg.aa.yyyy and no day as an empty field', () => {
  const { unmount } = render(<EntryDate start="2026-11-05" />)
  expect(field().value).toBe('05.11.2026')
  unmount()
  render(<EntryDate start="" />)
  expect(field().value).toBe('')
  expect(field().placeholder).toBe('gg.aa.yyyy')
})

test.each(['5.1.2026', '05/01/2026', '5-1-2026', '2026-01-05'])('%s is read as a day', (text) => {
  const seen = vi.fn<(value: string) => void>()
  render(<EntryDate start="" seen={seen} />)
  type(text)
  expect(seen).toHaveBeenLastCalledWith('2026-01-05')
  expect(field().value).toBe(text)
  fireEvent.blur(field())
  expect(field().value).toBe('05.01.2026')
})

test('an impossible date is passed to the form as typed', () => {
  const seen = vi.fn<(value: string) => void>()
  render(<EntryDate start="2026-01-05" seen={seen} />)
  type('31.02.2026')
  fireEvent.blur(field())
  expect(seen).toHaveBeenLastCalledWith('31.02.2026')
  expect(field().value).toBe('31.02.2026')
})

test('an emptied field means no date', () => {
  const seen = vi.fn<(value: string) => void>()
  render(<EntryDate start="2026-01-05" seen={seen} />)
  type('')
  expect(seen).toHaveBeenLastCalledWith('')
})

test('a field that was only visited reports nothing', () => {
  const seen = vi.fn<(value: string) => void>()
  render(<EntryDate start="2026-01-05" seen={seen} />)
  fireEvent.focus(field())
  fireEvent.blur(field())
  expect(seen).not.toHaveBeenCalled()
})

test("the button opens the browser's calendar, and the picked day is stored", () => {
  const seen = vi.fn<(value: string) => void>()
  const { container } = render(<EntryDate start="2026-01-05" seen={seen} />)
  const calendar = container.querySelector<HTMLInputElement>('input[type=date]')
  if (calendar === null) throw new Error('no calendar')
  expect(calendar.value).toBe('2026-01-05')
  const showPicker = vi.fn<() => void>()
  calendar.showPicker = showPicker
  fireEvent.click(screen.getByRole('button', { name: 'Takvimi aç' }))
  expect(showPicker).toHaveBeenCalledOnce()
  fireEvent.change(calendar, { target: { value: '2026-12-31' } })
  expect(seen).toHaveBeenLastCalledWith('2026-12-31')
  expect(field().value).toBe('31.12.2026')
})
