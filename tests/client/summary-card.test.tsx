// @vitest-environment jsdom
import { expect, test } from 'vitest'

import { AllTimeFigures, SummaryCard } from '#client/features/stats/summary-card.tsx'
import { statsView } from '#client/features/stats/stats-view.ts'
import type { PeriodFigures } from '#shared/stats/schema.ts'

import { render, screen, within } from './render.ts'
import { answer } from './stats-answer.ts'

const balance = (fark: number) => ({ gelir: 100_050, gider: 100_050 - fark, fark })

test.each([
  { fark: 50_000, amount: '₺500', colour: 'text-success', word: '' },
  { fark: 0, amount: '₺0', colour: 'text-success', word: '' },
  { fark: -50_000, amount: '−₺500', colour: 'text-destructive', word: 'Zarar' },
])('a result of $amount has the colour $colour, and a loss its word', ({ fark, amount, colour, word }) => {
  render(<AllTimeFigures allTime={{ ...balance(fark), kayit: 4 }} />)
  expect(screen.getByText(amount).className).toBe(colour)
  expect(screen.queryByText('Zarar')?.textContent ?? '').toBe(word)
})

test('an empty shop has neither a word of a change nor an arrow', () => {
  const sides = {
    current: figures('2026-11-01', '2026-11-22'),
    previous: figures('2026-10-01', '2026-10-22'),
  }
  expect(showMonth(sides).slice(1)).toEqual([
    '1–22 Ekim: ₺0 ',
    '1–22 Ekim: ₺0 ',
    '1–22 Ekim: ₺0 ',
    '1–22 Ekim: 0',
    '1–22 Ekim: 0',
  ])
  expect(document.querySelectorAll('[data-slot="badge"], svg')).toHaveLength(0)
})

test.each([
  { before: 5_362_100, now: 1_306_700, words: '1–22 Ekim: ₺53.621 ₺40.554 az', isLoss: false },
  { before: 1_306_700, now: 5_362_100, words: '1–22 Ekim: ₺13.067 ₺40.554 fazla', isLoss: false },
  { before: 50_000, now: -90_000, words: '1–22 Ekim: ₺500 ₺1.400 az', isLoss: true },
  { before: -90_000, now: -50_000, words: '1–22 Ekim: −₺900 ₺400 fazla', isLoss: true },
])('a result of $now after $before kuruş changes in words, without an arrow: $words', (shown) => {
  const of = (fark: number) => ({ gelir_kurus: Math.max(fark, 0), gider_kurus: Math.max(-fark, 0) })
  const current = figures('2026-11-01', '2026-11-22', of(shown.now))
  const previous = figures('2026-10-01', '2026-10-22', of(shown.before))
  expect(showMonth({ current, previous })[3]).toBe(shown.words)
  expect(screen.queryAllByText('Zarar')).toHaveLength(shown.isLoss ? 1 : 0)
  // No colour judges the change.
  const change = screen.getByText(shown.words.split(' ').slice(-2).join(' '))
  expect(change.closest('.text-success, .text-destructive, [data-slot="badge"]')).toBeNull()
  expect(document.querySelectorAll('svg')).toHaveLength(0)
})

test('the figures of a month and of all time have their titles and show no kuruş', () => {
  const month = { ...balance(20_000), kayit: 3, tamamlanan: 2 }
  render(
    <SummaryCard title="Kasım 2026" figures={month} comparison={null}>
      <AllTimeFigures allTime={{ ...balance(20_000), kayit: 4 }} />
    </SummaryCard>,
  )
  const terms = (name: string) =>
    within(screen.getByRole('region', { name }))
      .getAllByRole('term')
      .map((term) => term.textContent)
  expect(terms('Kasım 2026')).toEqual(['Gelir', 'Gider', 'Kâr / zarar', 'Kayıt sayısı', 'Tamamlanan'])
  expect(terms('Tüm zamanlar')).toEqual([
    'Toplam kayıt',
    'Toplam gelir',
    'Toplam gider',
    'Toplam kâr / zarar',
  ])
  expect(screen.getAllByText('₺1.001')).toHaveLength(2)
})

test('the bar of the compared days is thinner, and the larger figure fills the width', () => {
  const current = figures('2026-11-01', '2026-11-22', { gelir_kurus: 50_000, gider_kurus: 30_000 })
  const previous = figures('2026-10-01', '2026-10-22', { gelir_kurus: 200_000, gider_kurus: 15_000 })
  showMonth({ current, previous })
  const widths = (label: string) =>
    [
      ...(screen.getByText(label).parentElement?.querySelectorAll<HTMLElement>('[aria-hidden] > span') ?? []),
    ].map((bar) => [bar.className.match(/h-\d/)?.[0], bar.style.width])
  expect(widths('Gelir')).toEqual([
    ['h-2', '25%'],
    ['h-1', '100%'],
  ])
  expect(widths('Gider').map(([, width]) => width)).toEqual(['100%', '50%'])
  expect(widths('Kâr / zarar')).toEqual([])
})

const figures = (from: string, to: string, some: Partial<PeriodFigures> = {}): PeriodFigures => {
  return { from, to, kayit_sayisi: 0, tamamlanan_sayisi: 0, gelir_kurus: 0, gider_kurus: 0, ...some }
}

type Sides = { current: PeriodFigures; previous: PeriodFigures }

/**
 * Shows a month's figures, with entries for days to come (`ahead`, in kuruş of income); returns the texts below
 * the title and below each figure.
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
  render(<SummaryCard title="Kasım 2026" figures={month} comparison={comparison} />)
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
    'Geçen ayın aynı günlerine göre',
    '1–22 Ekim: ₺901 %11 fazla',
    '1–22 Ekim: ₺500 %20 az',
    '1–22 Ekim: ₺401 ₺200 fazla',
    '1–22 Ekim: 3',
    '1–22 Ekim: 0',
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
  expect(message).toBe('Geçen ayın aynı günlerine göre')
  expect(notes[0]).toBe(`${name}: ₺0 `)
})

test('a month that has ended is compared with the whole month before', () => {
  const current = figures('2026-01-01', '2026-01-31')
  const previous = figures('2025-12-01', '2025-12-31', { gelir_kurus: 10_000 })
  const [message, gelir] = showMonth({ current, previous })
  expect(message).toBe('Bir önceki aya göre')
  expect(gelir).toBe('Aralık: ₺100 %100 az')
})

test('the card names the compared days when there are entries for days to come', () => {
  const current = figures('2026-11-01', '2026-11-22', { gelir_kurus: 10_000 })
  const previous = figures('2026-10-01', '2026-10-22', { gelir_kurus: 20_000 })
  const [, gelir, , , kayit] = showMonth({ current, previous }, 80_000)
  expect(screen.getByText('₺900', { selector: 'dd' })).toBeDefined()
  expect(gelir).toBe('1–22 Kasım: ₺100, 1–22 Ekim: ₺200 %50 az')
  expect(kayit).toBe('1–22 Ekim: 0')
})

test('a month that has not begun is compared with nothing', () => {
  expect(showMonth(null).map((text) => text.trim())).toEqual(['', '', '', '', '', ''])
})
