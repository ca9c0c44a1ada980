// @vitest-environment jsdom
import { expect, test } from 'vitest'

import { AllTimeCards, MonthCards } from '#client/features/stats/stats-cards.tsx'
import { statsView } from '#client/features/stats/stats-view.ts'
import type { PeriodFigures } from '#shared/stats/schema.ts'

import { render, screen } from './render.ts'
import { answer } from './stats-answer.ts'

const balance = (fark: number) => ({ gelir: 100_050, gider: 100_050 - fark, fark })

test.each([
  { fark: 50_000, amount: '₺500', colour: 'text-success', word: 'Kâr' },
  { fark: 0, amount: '₺0', colour: 'text-success', word: 'Kâr' },
  { fark: -50_000, amount: '−₺500', colour: 'text-destructive', word: 'Zarar' },
])('a profit of $amount has the colour $colour and its word', ({ fark, amount, colour, word }) => {
  render(<AllTimeCards allTime={{ ...balance(fark), kayit: 4 }} />)
  expect(screen.getByText(amount).className).toBe(colour)
  expect(screen.getByText(word)).toBeDefined()
})

test('a month without income and expense is neither a profit nor a loss', () => {
  const month = { gelir: 0, gider: 0, fark: 0, kayit: 2, tamamlanan: 0 }
  render(<MonthCards title="Kasım 2026" month={month} comparison={null} />)
  expect(screen.getByText('Kâr / zarar').nextElementSibling?.textContent).toBe('₺0')
  expect(document.querySelectorAll('[data-slot="badge"], svg')).toHaveLength(0)
})

test.each([
  { before: 5_362_100, now: 1_306_700, words: 'Azaldı.1–22 Ekim: ₺53.621', arrow: 'down', word: 'Kâr' },
  { before: 1_306_700, now: 5_362_100, words: 'Arttı.1–22 Ekim: ₺13.067', arrow: 'up', word: 'Kâr' },
  { before: 50_000, now: -90_000, words: 'Kötüleşti.1–22 Ekim: ₺500', arrow: 'down', word: 'Zarar' },
  { before: -90_000, now: -50_000, words: 'İyileşti.1–22 Ekim: −₺900', arrow: 'up', word: 'Zarar' },
])('a result of $now after $before kuruş is named, and its change is: $words', (shown) => {
  const of = (fark: number) => ({ gelir_kurus: Math.max(fark, 0), gider_kurus: Math.max(-fark, 0) })
  const current = figures('2026-11-01', '2026-11-22', of(shown.now))
  const previous = figures('2026-10-01', '2026-10-22', of(shown.before))
  expect(showMonth({ current, previous }).at(-1)).toBe(shown.words)
  const card = screen.getByText('Kâr / zarar').parentElement
  const [sign, arrow] = [...(card?.querySelectorAll('svg') ?? [])]
  expect(sign?.classList).toContain(shown.now < 0 ? 'lucide-minus' : 'lucide-plus')
  expect(sign?.parentElement?.textContent).toBe(shown.word)
  // The arrow shows only the change, and no colour judges it.
  expect(arrow?.classList).toContain(`lucide-arrow-${shown.arrow}`)
  expect(arrow?.closest('.text-success, .text-destructive, [data-slot="badge"]')).toBeNull()
})

test('the cards of a month and of all time have their titles and show no kuruş', () => {
  const month = { ...balance(20_000), kayit: 3, tamamlanan: 2 }
  render(<MonthCards title="Kasım 2026" month={month} comparison={null} />)
  render(<AllTimeCards allTime={{ ...balance(20_000), kayit: 4 }} />)
  expect(screen.getAllByRole('term').map((term) => term.textContent)).toEqual([
    'Kayıt sayısı',
    'Tamamlanan',
    'Gelir',
    'Gider',
    'Kâr / zarar',
    'Toplam kayıt',
    'Toplam gelir',
    'Toplam gider',
    'Toplam kâr / zarar',
  ])
  expect(screen.getAllByText('₺1.001')).toHaveLength(2)
})

const figures = (from: string, to: string, some: Partial<PeriodFigures> = {}): PeriodFigures => {
  return { from, to, kayit_sayisi: 0, tamamlanan_sayisi: 0, gelir_kurus: 0, gider_kurus: 0, ...some }
}

type Sides = { current: PeriodFigures; previous: PeriodFigures }

/**
 * Shows a month's cards, with entries for days to come (`ahead`, in kuruş of income); returns the texts below
 * the title and at the foot of each card.
 */
function showMonth(sides: Sides | null, ahead = 0): string[] {
  const { gelir_kurus = 0, gider_kurus = 0, kayit_sayisi = 0 } = sides?.current ?? {}
  const { month, comparison } = statsView({
    ...answer(2026, 11),
    son_ay_gelir_kurus: gelir_kurus + ahead,
    son_ay_gider_kurus: gider_kurus,
    son_ay_kayit_sayisi: kayit_sayisi,
    comparison: sides && { ...sides, previous_gelir: [] },
  })
  render(<MonthCards title="Kasım 2026" month={month} comparison={comparison} />)
  return [
    screen.getByRole('heading').nextElementSibling?.textContent ?? '',
    ...screen.getAllByRole('term').map((term) => term.parentElement?.lastElementChild?.textContent ?? ''),
  ]
}

test('a running month is compared with the same days of the month before, in words', () => {
  const [now, then] = [
    { kayit_sayisi: 3, gelir_kurus: 100_000, gider_kurus: 40_000 },
    { kayit_sayisi: 3, gelir_kurus: 90_050, gider_kurus: 50_000 },
  ]
  const current = figures('2026-11-01', '2026-11-22', now)
  const previous = figures('2026-10-01', '2026-10-22', then)
  expect(showMonth({ current, previous })).toEqual([
    'Geçen ayın aynı günlerine göre: 1–22 Ekim 2026',
    'Değişmedi.1–22 Ekim: 3',
    'Değişmedi.1–22 Ekim: 0',
    'Arttı.1–22 Ekim: ₺901',
    'Azaldı.1–22 Ekim: ₺500',
    'Arttı.1–22 Ekim: ₺401',
  ])
})

test.each([
  ['the first day of the year', '2026-01-01…2026-01-01', '2025-12-01…2025-12-01', '1 Aralık'],
  ['30 March, compared with February', '2026-03-01…2026-03-30', '2026-02-01…2026-02-28', '1–28 Şubat'],
  ['the last of 30 days', '2026-11-01…2026-11-30', '2026-10-01…2026-10-30', '1–30 Ekim'],
])('the text of the compared days: %s', (...[, now, then, name]) => {
  const [current, previous] = [now, then].map((days) => figures(days.slice(0, 10), days.slice(-10)))
  if (current === undefined || previous === undefined) throw new Error('two ranges')
  const [message, ...notes] = showMonth({ current, previous })
  expect(message).toBe(`Geçen ayın aynı günlerine göre: ${name} ${then.slice(0, 4)}`)
  expect(notes[2]).toBe(`Değişmedi.${name}: ₺0`)
})

test('a month that has ended is compared with the whole month before', () => {
  const current = figures('2026-01-01', '2026-01-31')
  const previous = figures('2025-12-01', '2025-12-31', { gelir_kurus: 10_000 })
  const [message, , , gelir] = showMonth({ current, previous })
  expect(message).toBe('Bir önceki aya göre: Aralık 2025')
  expect(gelir).toBe('Azaldı.Aralık: ₺100')
})

test('the card names the compared days when there are entries for days to come', () => {
  const current = figures('2026-11-01', '2026-11-22', { gelir_kurus: 10_000 })
  const previous = figures('2026-10-01', '2026-10-22', { gelir_kurus: 20_000 })
  const [, kayit, , gelir] = showMonth({ current, previous }, 80_000)
  expect(screen.getByText('₺900', { selector: 'dd' })).toBeDefined()
  expect(gelir).toBe('Azaldı.1–22 Kasım: ₺100, 1–22 Ekim: ₺200')
  expect(kayit).toBe('Değişmedi.1–22 Ekim: 0')
})

test('a month that has not begun is compared with nothing', () => {
  expect(showMonth(null)).toEqual(['', '', '', '', '', ''])
})
