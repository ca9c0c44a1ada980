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
