// @vitest-environment jsdom
import { type KeyboardEvent, useState } from 'react'
import { beforeAll, describe, expect, test, vi } from 'vitest'

import { Combobox } from '#client/components/combobox.tsx'
import { listPositionAt } from '#client/components/list-position.ts'

import { fireEvent, render, screen } from '#tests/client/render.ts'

const NAMES = ['Balata', 'Balans ayarı', 'Arka fren balatası']

// jsdom has no layout to scroll in.
beforeAll(() => {
  Element.prototype.scrollIntoView = () => {}
})

function Box({ onChoose = () => {}, onKeyDown = () => {} }: BoxProps) {
  const [text, setText] = useState('')
  return (
    <Combobox
      aria-label="İşlem"
      value={text}
      onValueChange={setText}
      options={text.length < 2 ? [] : NAMES}
      keyOf={(name) => name}
      onChoose={onChoose}
      onKeyDown={onKeyDown}
    >
      {(name) => name}
    </Combobox>
  )
}
interface BoxProps {
  onChoose?: (name: string) => void
  onKeyDown?: (event: KeyboardEvent) => void
}

const field = () => screen.getByRole('combobox', { name: 'İşlem' })
const list = () => screen.queryByRole('listbox', { name: 'Öneriler' })
const press = (key: string) => fireEvent.keyDown(field(), { key })
const type = (text: string) => fireEvent.change(field(), { target: { value: text } })
const activeText = () =>
  document.getElementById(field().getAttribute('aria-activedescendant') ?? '')?.textContent

test('typing opens the list, which is announced and has no chosen option', () => {
  render(<Box />)
  expect(field().getAttribute('aria-expanded')).toBe('false')
  type('b')
  expect(list()).toBeNull()
  type('ba')
  expect(field().getAttribute('aria-expanded')).toBe('true')
  expect(field().getAttribute('aria-controls')).toBe(list()?.id)
  expect(activeText()).toBeUndefined()
  expect(screen.getAllByRole('option').map((option) => option.ariaSelected)).toEqual([
    'false',
    'false',
    'false',
  ])
  screen.getByText('3 öneri. Aşağı okla seçebilirsiniz.')
})

test('the arrows go through the options and back to the text', () => {
  render(<Box />)
  type('ba')
  const walk = (key: string) => {
    press(key)
    return activeText()
  }
  expect(['ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowUp', 'ArrowUp'].map(walk)).toEqual([
    ...NAMES,
    undefined,
    'Arka fren balatası',
    'Balans ayarı',
  ])
  expect(walk('ArrowLeft')).toBeUndefined()
})

test('Enter on an option chooses it; without one Enter is the caller’s', () => {
  const onChoose = vi.fn<(name: string) => void>()
  const keys: string[] = []
  render(<Box onChoose={onChoose} onKeyDown={({ key }) => keys.push(key)} />)
  type('ba')
  press('Enter')
  expect(keys).toEqual(['Enter'])
  expect(onChoose).not.toHaveBeenCalled()
  press('ArrowDown')
  press('Enter')
  expect(onChoose).toHaveBeenCalledExactlyOnceWith('Balata')
  expect(keys).toEqual(['Enter'])
  expect(list()).toBeNull()
})

test('Enter that ends the composing of a character chooses nothing', () => {
  const onChoose = vi.fn<(name: string) => void>()
  render(<Box onChoose={onChoose} />)
  type('ba')
  press('ArrowDown')
  fireEvent.keyDown(field(), { key: 'Enter', isComposing: true })
  expect(onChoose).not.toHaveBeenCalled()
})

test('Escape closes the list first, and is the caller’s after that', () => {
  const keys: string[] = []
  render(<Box onKeyDown={({ key }) => keys.push(key)} />)
  type('ba')
  press('Escape')
  expect(list()).toBeNull()
  expect(keys).toEqual([])
  press('Escape')
  expect(keys).toEqual(['Escape'])
  press('ArrowDown')
  expect(activeText()).toBe('Balata')
})

test('a press on an option keeps the focus and chooses; leaving the field closes the list', () => {
  const onChoose = vi.fn<(name: string) => void>()
  render(<Box onChoose={onChoose} />)
  type('ba')
  const option = screen.getByRole('option', { name: 'Balans ayarı' })
  expect(fireEvent.mouseDown(option)).toBe(false)
  fireEvent.click(option)
  expect(onChoose).toHaveBeenCalledExactlyOnceWith('Balans ayarı')
  type('bal')
  fireEvent.blur(field())
  expect(list()).toBeNull()
})

describe('the position of the list', () => {
  test.each([
    ['below, with room for all', { top: 100, of: 800, isAbove: false, height: 384 }],
    ['below, with less room', { top: 300, of: 700, isAbove: false, height: 284 }],
    ['above at the bottom', { top: 600, of: 800, isAbove: true, height: 384 }],
    ['above a phone’s keyboard', { top: 300, of: 420, isAbove: true, height: 224 }],
    ['never too low to use', { top: 80, of: 200, isAbove: false, height: 140 }],
  ])('%s', (_name, { top, of, ...position }) => {
    expect(listPositionAt({ top, bottom: top + 40 }, of)).toEqual(position)
  })
})
