// @vitest-environment jsdom
import { expect, test } from 'vitest'

import { LicenseCard } from '#client/features/dashboard/license-card.tsx'

import { render, screen } from './render.ts'

const today = '2026-11-21'
const figures = () => screen.getAllByRole('definition').map((figure) => figure.textContent)

test.each([
  ['2027-12-31', 'Lisans aktif.', ['31.12.2027', '405', '%63']],
  ['2026-12-21', 'Son 30 gün – plan yap.', ['21.12.2026', '30', '%96']],
  ['2026-11-28', 'Son 7 gün – yenileme zamanı.', ['28.11.2026', '7', '%99']],
  ['2026-11-21', 'Son 7 gün – yenileme zamanı.', ['21.11.2026', '0', '%100']],
  ['2026-11-20', 'Lisans süresi dolmuş.', ['20.11.2026', '0', '%100']],
])('a licence until %s shows “%s” with its numbers and a bar', (endDate, message, numbers) => {
  render(<LicenseCard endDate={endDate} today={today} />)
  screen.getByText(message)
  expect(figures()).toEqual(numbers)
  const bar = screen.getByRole('progressbar', { name: 'Lisansın kullanılan süresi' })
  expect(`%${bar.getAttribute('value')}`).toBe(numbers[2])
})

test('an account without an end date shows dashes, a message and no bar', () => {
  render(<LicenseCard endDate={null} today={today} />)
  screen.getByText('Lisans bilgisi yok.')
  expect(figures()).toEqual(['—', '—', '—'])
  expect(screen.queryByRole('progressbar')).toBe(null)
})

test.each([
  ['2027-12-31', 'bg-success-soft', 'text-success'],
  ['2026-12-21', 'bg-warning-soft', 'text-warning'],
  ['2026-11-28', 'bg-danger-soft', 'text-destructive'],
  ['2026-11-20', 'bg-danger-soft', 'text-destructive'],
])('a licence until %s has the colours %s and %s', (endDate, badge, bar) => {
  const { container } = render(<LicenseCard endDate={endDate} today={today} />)
  expect(container.querySelector('[data-slot=badge]')?.classList.contains(badge)).toBe(true)
  expect(screen.getByRole('progressbar').classList.contains(bar)).toBe(true)
})
