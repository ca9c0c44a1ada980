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
])('%s fills the bar to %i and is called %s', (password, value, word) => {
  render(<PasswordStrength password={password} />)
  expect(screen.getByRole<HTMLProgressElement>('progressbar', { name: 'Parola gücü' }).value).toBe(value)
  expect(screen.getByRole('status').textContent).toBe(`Parola gücü: ${word}`)
})

test('nothing typed is called nothing', () => {
  render(<PasswordStrength password="" />)
  expect(screen.getByRole('status').textContent).toBe('')
})

const hint = () => document.getElementById('eksik')?.textContent

test('says beforehand what makes a password strong, then what is missing, and nothing of a perfect one', () => {
  const { rerender } = render(<PasswordStrength id="eksik" password="" />)
  expect(hint()).toBe('Güçlü parola: en az 8 karakter, büyük harf, küçük harf, rakam, özel karakter.')
  rerender(<PasswordStrength id="eksik" password="arabalar" />)
  expect(hint()).toBe('Parola gücü: Zayıf. Eksik: büyük harf, rakam, özel karakter')
  rerender(<PasswordStrength id="eksik" password="Araba-26" />)
  expect(hint()).toBe('Parola gücü: Çok güçlü')
})

test('announces the strength alone, not every key', () => {
  render(<PasswordStrength password="arabalar" />)
  expect(screen.getByRole('status').textContent).toBe('Parola gücü: Zayıf')
})
