// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest'

import { holdKeys } from '#client/features/search/hold-keys.ts'

const page = vi.fn<(event: Event) => void>()
const cancelled = vi.fn<() => void>()
document.addEventListener('keydown', page)
afterEach(() => {
  document.body.replaceChildren()
  vi.clearAllMocks()
})

/** Presses a key; returns whether the browser may act on it. */
const press = (key: string, init: KeyboardEventInit = {}) =>
  document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...init }))

test('typed keys are collected, with Backspace, and do not reach the page', () => {
  const release = holdKeys(cancelled)
  for (const key of ['n', 'ı', ' ', '?', 'Backspace', 'Enter', 'ArrowDown', '3'])
    expect(press(key)).toBe(false)
  expect(page).not.toHaveBeenCalled()
  expect(release()).toBe('nı 3')
  expect(press('n')).toBe(true)
  expect(page).toHaveBeenCalledOnce()
  expect(cancelled).not.toHaveBeenCalled()
})

test('AltGr types; combinations, Tab and function keys are left alone', () => {
  const release = holdKeys(cancelled)
  press('#', { ctrlKey: true, altKey: true, modifierAltGraph: true })
  expect(page).not.toHaveBeenCalled()
  for (const init of [{ ctrlKey: true }, { metaKey: true }, { altKey: true }])
    expect(press('k', init)).toBe(true)
  expect(press('Tab')).toBe(true)
  expect(press('F5')).toBe(true)
  expect(release()).toBe('#')
})

test('Escape gives up, and so does a press on a field, but not one beside it', () => {
  holdKeys(cancelled)
  expect(press('Escape')).toBe(false)
  expect(cancelled).toHaveBeenCalledOnce()
  expect(press('n')).toBe(true)
  document.body.innerHTML = '<p></p><input>'
  holdKeys(cancelled)
  const point = (selector: string) =>
    document.querySelector(selector)?.dispatchEvent(new Event('pointerdown', { bubbles: true }))
  point('p')
  expect(press('n')).toBe(false)
  point('input')
  expect(cancelled).toHaveBeenCalledTimes(2)
  expect(press('n')).toBe(true)
})
