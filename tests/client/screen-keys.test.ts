// @vitest-environment jsdom
import { afterEach, describe, expect, test } from 'vitest'

import { screenCommand } from '#client/components/find-everywhere.tsx'

/** Returns the action of a key that is pressed in the element with the id `here`. */
function pressIn(html: string, init: KeyboardEventInit) {
  document.body.innerHTML = html
  let command: ReturnType<typeof screenCommand>
  const listen = (event: KeyboardEvent) => {
    command = screenCommand(event)
  }
  document.addEventListener('keydown', listen)
  document.getElementById('here')?.dispatchEvent(new KeyboardEvent('keydown', { bubbles: true, ...init }))
  document.removeEventListener('keydown', listen)
  return command
}

const BUTTON = '<button id="here">Sil</button>'
afterEach(() => document.body.replaceChildren())

describe('single-key shortcuts of every screen', () => {
  test('a shortcut is its letter, whatever the keyboard layout and Caps Lock', () => {
    expect(pressIn(BUTTON, { key: '/', code: 'Digit7', shiftKey: true })).toBe('search')
    expect(pressIn(BUTTON, { key: '/', code: 'NumpadDivide' })).toBe('search')
    expect(pressIn(BUTTON, { key: 'n' })).toBe('new')
    expect(pressIn(BUTTON, { key: 'N' })).toBe('new')
    expect(pressIn(BUTTON, { key: 'i' })).toBe(undefined)
  })

  test.each(['<input id="here">', '<textarea id="here"></textarea>', '<select id="here"></select>'])(
    'shortcuts are ignored while typing into %s',
    (field) => {
      expect(pressIn(field, { key: 'n' })).toBe(undefined)
      expect(pressIn(field, { key: '/' })).toBe(undefined)
    },
  )

  test('shortcuts are ignored while a dialog is open', () => {
    expect(pressIn(`<div role="alertdialog">${BUTTON}</div>`, { key: 'n' })).toBe(undefined)
  })

  test.each([{ ctrlKey: true }, { metaKey: true }, { altKey: true }, { repeat: true }])(
    '%j is left to the browser',
    (modifier) => {
      expect(pressIn(BUTTON, { key: 'n', ...modifier })).toBe(undefined)
    },
  )
})
