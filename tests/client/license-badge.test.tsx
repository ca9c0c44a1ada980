// @vitest-environment jsdom
import { expect, test } from 'vitest'

import { LicenseBadge } from '#client/components/license-badge.tsx'

import { render, screen } from './render.ts'

const look = (type: string) => {
  render(<LicenseBadge type={type} />)
  const badge = screen.getByText(type === '' ? '—' : type)
  return `${badge.className} ${badge.querySelector('svg')?.innerHTML}`
}

test('each type of licence has its own colour and icon', () => {
  const looks = ['Basic', 'Standard', 'Pro', 'Enterprise', 'Deneme'].map(look)
  expect(new Set(looks).size).toBe(5)
})

test('unknown types and the empty one share one look', () => {
  const looks = ['Deneme', 'basic', 'toString', ''].map(look)
  expect(new Set(looks).size).toBe(1)
})
