// @vitest-environment jsdom
import { expect, test } from 'vitest'

import { PasswordStrength } from '#client/components/password-strength.tsx'

import { render, screen } from './render.ts'

test.each([
  ['a', 20, 'Çok zayıf'],
  ['arabaaaa', 40, 'Zayıf'],
  ['arabaaa1', 60, 'Orta'],
  ['Arabaaa1', 80, 'Güçlü'],
  ['Araba-26', 100, 'Çok güçlü'],
])('the password %s fills the bar to %i and is labelled %s', (password, value, word) => {
  render(<PasswordStrength password={password} />)
  expect(screen.getByRole<HTMLProgressElement>('progressbar', { name: 'Parola gücü' }).value).toBe(value)
  expect(screen.getByRole('status').textContent).toBe(`Parola gücü: ${word}`)
})

test('an empty password has no label', () => {
  render(<PasswordStrength password="" />)
  expect(screen.getByRole('status').textContent).toBe('')
})

const hint = () => document.getElementById('eksik')?.textContent

test('the hints list what is missing, before and while typing, and a perfect password has none', () => {
  const { rerender } = render(<PasswordStrength id="eksik" password="" />)
  expect(hint()).toBe('Güçlü parola: en az 8 karakter, büyük harf, küçük harf, rakam, özel karakter.')
  rerender(<PasswordStrength id="eksik" password="arabalar" />)
  expect(hint()).toBe('Parola gücü: Zayıf. Eksik: büyük harf, rakam, özel karakter')
  rerender(<PasswordStrength id="eksik" password="Araba-26" />)
  expect(hint()).toBe('Parola gücü: Çok güçlü')
})

test('a password that the server has refused has no strength', () => {
  render(<PasswordStrength id="eksik" password="Araba-26" isRefused />)
  expect(screen.getByRole<HTMLProgressElement>('progressbar').value).toBe(0)
  expect(hint()).toBe('Parola gücü: Kabul edilmedi')
})

test('only the strength is announced, not every key', () => {
  render(<PasswordStrength password="arabalar" />)
  expect(screen.getByRole('status').textContent).toBe('Parola gücü: Zayıf')
})
