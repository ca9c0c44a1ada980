// @vitest-environment jsdom
import { expect, test } from 'vitest'

import { DurumBadge } from '#client/components/durum-badge.tsx'

import { render, screen } from './render.ts'

test.each([
  ['Tamamlandı', 'bg-success-soft'],
  ['Devam Ediyor', 'bg-primary-soft'],
  ['Beklemede', 'bg-warning-soft'],
  ['İptal', 'bg-secondary-soft'],
  ['Parça bekleniyor', 'bg-info-soft'],
  ['toString', 'bg-info-soft'],
  ['__proto__', 'bg-info-soft'],
])('the status %s has the colour %s and its word', (durum, colour) => {
  render(<DurumBadge durum={durum} />)
  expect(screen.getByText(durum).className.split(' ')).toContain(colour)
})

test('an empty status is shown as a dash', () => {
  const { container } = render(<DurumBadge durum="" />)
  expect(container.textContent).toBe('—')
  expect(container.querySelector('[data-slot=badge]')).toBe(null)
})
