// @vitest-environment jsdom
import { expect, test } from 'vitest'

import { Age } from '#client/components/age.tsx'
import { addDays } from '#shared/date.ts'

import { render } from './render.ts'

const today = '2026-11-20'

test.each([
  [0, 'bugün', 1],
  [1, '1 gündür', 1],
  [4, '4 gündür', 4],
  [5, '5 gündür', 5],
  [40, '40 gündür', 5],
])('a car that came %d days ago: “%s”, %d ticks', (days, words, ticks) => {
  const { container } = render(<Age since={addDays(today, -days)} today={today} />)
  const age = container.querySelector<HTMLElement>('[data-slot="age"]')
  expect([age?.dataset['words'], age?.textContent]).toEqual([words, ''])
  expect(age?.querySelectorAll('[class*=bg-]')).toHaveLength(ticks)
  expect(age?.className.includes('warning')).toBe(days >= 5)
})

test('the exact day is in the title', () => {
  const { container } = render(<Age since="2026-11-18" today={today} />)
  expect(container.querySelector('[data-slot="age"]')?.getAttribute('title')).toBe('18.11.2026')
})

test.each([null, '2026-11-21'])('nothing is shown for the entry date %s', (since) => {
  const { container } = render(<Age since={since} today={today} />)
  expect(container.childElementCount).toBe(0)
})
