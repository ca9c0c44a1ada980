// @vitest-environment jsdom
import { expect, test } from 'vitest'

import { LicenseBadge } from '#client/components/license-badge.tsx'

import { render, screen } from './render.ts'

const look = (type: string) => {
  render(<LicenseBadge type={type} />)
  const badge = screen.getByText(type === '' ? '—' : type)
  return `${badge.className} ${badge.querySelector('svg')?.innerHTML}`
}

test('each type of licence looks different, in colour and sign', () => {
  const looks = ['Basic', 'Standard', 'Pro', 'Enterprise', 'Deneme'].map(look)
  expect(new Set(looks).size).toBe(5)
})

test('any other type has one look of its own, and none is a dash', () => {
  const looks = ['Deneme', 'basic', 'toString', ''].map(look)
  expect(new Set(looks).size).toBe(1)
})
