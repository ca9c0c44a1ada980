// @vitest-environment jsdom
import { readFileSync } from 'node:fs'

import { afterEach, expect, test } from 'vitest'

import { ThemeSelect } from '#client/components/theme-select.tsx'

import { fireEvent, render, screen } from './render.ts'

const page = document.documentElement
const choose = (value: string) => fireEvent.change(screen.getByLabelText('Görünüm'), { target: { value } })
/** Runs the script with which index.html sets the theme before the first paint of the next visit. */
const visitAgain = () => {
  delete page.dataset['theme']
  // oxlint-disable-next-line no-eval -- the same file that the browser runs
  window.eval(readFileSync('client/public/theme.js', 'utf8'))
}

document.head.innerHTML = '<meta name="color-scheme" content="light dark">'
const scheme = () => document.querySelector('meta')?.content
window.history.replaceState(null, '', '/oto-servis/')

afterEach(() => {
  document.cookie = 'tema=; Path=/oto-servis; Max-Age=0'
})

test('a chosen theme is applied at once and stored for the next visit', () => {
  render(<ThemeSelect />)
  choose('dark')
  expect([page.dataset['theme'], scheme()]).toEqual(['dark', 'dark'])
  visitAgain()
  expect([page.dataset['theme'], scheme()]).toEqual(['dark', 'dark'])
})

test("'Sistem' follows the device again", () => {
  render(<ThemeSelect />)
  choose('light')
  choose('system')
  expect([page.dataset['theme'], scheme()]).toEqual([undefined, 'light dark'])
  visitAgain()
  expect(page.dataset['theme']).toBeUndefined()
})

test('the select shows the stored theme', () => {
  document.cookie = 'tema=dark; Path=/oto-servis'
  render(<ThemeSelect />)
  expect(screen.getByLabelText<HTMLSelectElement>('Görünüm').value).toBe('dark')
})
