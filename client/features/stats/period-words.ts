import { type DayRange, monthOf } from '#shared/date.ts'
import { nameOfMonth } from '#shared/stats/period-name.ts'
import { kindOf, daysIn, type PointStep } from '#shared/stats/period.ts'

import { formatLira } from './daily-chart.ts'

/** Names of a point in titles and sentences. */
export const STEP_WORDS = {
  day: { title: 'Günlük', singular: 'gün', genitive: 'günün', plural: 'günler', header: 'Gün' },
  week: { title: 'Haftalık', singular: 'hafta', genitive: 'haftanın', plural: 'haftalar', header: 'Hafta' },
  month: { title: 'Aylık', singular: 'ay', genitive: 'ayın', plural: 'aylar', header: 'Ay' },
} as const satisfies Record<PointStep, object>

/** Returns the comparison as the beginning of a sentence: 'Geçen yılın aynı günlerine göre'. */
export function comparedWith(period: DayRange, compared: DayRange): string {
  const isRunning = compared.to < period.to
  const kind = kindOf(period)
  if (kind === 'days') return `Önceki ${daysText(compared, 'güne')} göre`
  if (kind === 'year') return isRunning ? 'Geçen yılın aynı günlerine göre' : 'Bir önceki yıla göre'
  return isRunning ? 'Geçen ayın aynı günlerine göre' : 'Bir önceki aya göre'
}

/** Returns the short names of a period and of the one before, for the series of a chart. */
export function seriesNames(
  period: DayRange,
  previous: DayRange | undefined,
): { current: string; previous: string } {
  const kind = kindOf(period)
  const { year } = monthOf(period.from)
  if (kind === 'year') return { current: String(year), previous: String(year - 1) }
  if (kind === 'days' || previous === undefined)
    return { current: 'Seçilen günler', previous: `Önceki ${daysText(period, 'gün')}` }
  return { current: nameOfMonth(period.from), previous: nameOfMonth(previous.from) }
}

/** Returns the length of a period with its noun: '7 gün', and 'gün' for a single day. */
function daysText(period: DayRange, noun: string): string {
  const days = daysIn(period)
  return days === 1 ? noun : `${days} ${noun}`
}

/** Returns a change as an amount, because a percentage of a profit that may be a loss has no meaning: '₺500 fazla'. */
export function changeInLira(current: number, previous: number): string {
  if (current === previous) return 'fark yok'
  return `${formatLira(Math.abs(current - previous))} ${current > previous ? 'fazla' : 'az'}`
}
