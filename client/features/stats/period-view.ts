import type { Cell } from '#shared/csv.ts'
import { type Day, type DayRange, daysBetween } from '#shared/date.ts'
import type { Kurus } from '#shared/money.ts'
import { averageIncome, type IncomePart, makeParts, operationParts } from '#shared/stats/income.ts'
import { nameOfPeriod } from '#shared/stats/period-name.ts'
import { type PointStep, stepOf } from '#shared/stats/period.ts'
import type { Breakdown, PeriodPoint, PeriodStats, PeriodTotals } from '#shared/stats/schema.ts'

import { type IncomeResult, incomeResult } from './daily-figures.ts'
import { comparedWith, seriesNames } from './period-words.ts'

/** Figures of a period; `ortalama` is the income per record that has income, `null` without any. */
export interface PeriodFigures {
  name: string
  gelir: Kurus
  gider: Kurus
  fark: Kurus
  kayit: number
  tamamlanan: number
  gelirli: number
  ortalama: Kurus | null
}

/** Point of a chart, with the one before it in the previous period. */
export interface Point extends IncomeResult, DayRange {
  kayit: number
  previous: (IncomeResult & { name: string; kayit: number }) | null
}

/** Statistics of a period as the screen shows them. */
export interface PeriodView {
  period: DayRange
  name: string
  figures: PeriodFigures
  /** Comparison, with `words` as 'Geçen yılın aynı günlerine göre'; `null` when there is nothing to compare with. */
  comparison: { words: string; current: PeriodFigures; previous: PeriodFigures } | null
  series: { current: string; previous: string }
  /** Span of a point. */
  step: PointStep
  points: Point[]
  operations: IncomePart[]
  makes: IncomePart[]
  open: PeriodStats['open_work']
}

/**
 * Returns the statistics for the screen. Throws TypeError for a malformed response (specification §8: an invalid reply
 * is a failure).
 */
export function periodView(stats: PeriodStats): PeriodView {
  const { totals, comparison, points, previous_points } = stats
  const period = { from: totals.from, to: totals.to }
  return {
    period,
    name: nameOfPeriod(period),
    figures: figuresOf(totals),
    comparison: comparison && {
      words: comparedWith(period, comparison.current),
      current: figuresOf(comparison.current),
      previous: figuresOf(comparison.previous),
    },
    series: seriesNames(period, previous_points[0]),
    step: stepOf(period),
    points: points.map((point, index) => pointOf(point, previous_points[index])),
    operations: operationParts(spelled(stats), totals.gelir_kurus),
    makes: makeParts(stats.income_by_make),
    open: stats.open_work,
  }
}

/** Returns the income by operation with the names as users type them. */
function spelled({ income_by_operation: { top, rest }, spellings }: PeriodStats): Breakdown {
  return { top: top.map((part) => ({ ...part, name: spellings[part.name] ?? part.name })), rest }
}

function figuresOf(totals: PeriodTotals): PeriodFigures {
  const { gelir_kurus: gelir, gider_kurus: gider, gelirli_kayit_sayisi: gelirli } = totals
  if (!Number.isSafeInteger(gelir - gider)) throw new TypeError(`no amounts: ${gelir}, ${gider}`)
  return {
    name: nameOfPeriod(totals),
    gelir,
    gider,
    fark: gelir - gider,
    kayit: totals.kayit_sayisi,
    tamamlanan: totals.tamamlanan_sayisi,
    gelirli,
    ortalama: averageIncome(totals),
  }
}

function pointOf({ from, to, ...point }: PeriodPoint, previous: PeriodPoint | undefined): Point {
  return {
    from,
    to,
    ...incomeResult(point.gelir_kurus, point.gider_kurus),
    kayit: point.kayit_sayisi,
    previous: previous
      ? {
          ...incomeResult(previous.gelir_kurus, previous.gider_kurus),
          name: nameOfPeriod(previous),
          kayit: previous.kayit_sayisi,
        }
      : null,
  }
}

/**
 * Returns the number of points in a line: it ends with `today`, because later days are unknown, unless there are
 * entries for later days already.
 */
export const pointsToDraw = (points: readonly Point[], today: Day): number =>
  points.findLastIndex(
    ({ from, kayit, gelir, gider }) => from <= today || kayit > 0 || gelir > 0 || gider > 0,
  ) + 1

/** Returns the first column of a point in a table: its day, or the name of its days. */
export const pointName = ({ from, to }: DayRange): Cell =>
  from === to ? { day: from } : nameOfPeriod({ from, to })

/** Returns the days that work has been open: 12 for the 1st on the 13th; 0 for a day to come. */
export const daysOpen = (since: Day, today: Day): number => Math.max(0, daysBetween(since, today))
