import type { Cell } from '#shared/csv.ts'
import { type Day, daysBetween } from '#shared/date.ts'
import type { Kurus } from '#shared/money.ts'
import type { DayRange } from '#shared/stats/rules.ts'
import type { Breakdown, PeriodPoint, PeriodStats, PeriodTotals } from '#shared/stats/schema.ts'

import { type Result, resultOf } from './daily-figures.ts'
import { comparedWith, periodName, seriesNames } from './period-words.ts'

/** The figures of a period; `ortalama` is the income per record that has income, `null` without any. */
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

/** A point of a chart, with the one before it in the previous period. */
export interface Point extends Result, DayRange {
  kayit: number
  previous: (Result & { name: string; kayit: number }) | null
}

/** A part of the income. */
export interface Part {
  name: string
  gelir: Kurus
  /** Of the whole income. */
  percent: number
  isRest: boolean
}

/** The statistics of a period as the screen shows them. */
export interface PeriodView {
  period: DayRange
  name: string
  figures: PeriodFigures
  /** `since`: 'Geçen yılın aynı günlerine göre'; `null` when there is nothing to compare with. */
  comparison: { since: string; current: PeriodFigures; previous: PeriodFigures } | null
  series: { current: string; previous: string }
  /** Whether the points are months. */
  isMonthly: boolean
  points: Point[]
  operations: Part[]
  makes: Part[]
  open: PeriodStats['open_work']
}

/** Throws TypeError for a malformed response (specification §8: an invalid reply is a failure). */
export function periodView(stats: PeriodStats): PeriodView {
  const { totals, comparison, points, previous_points } = stats
  const period = { from: totals.from, to: totals.to }
  return {
    period,
    name: periodName(period),
    figures: figuresOf(totals),
    comparison: comparison && {
      since: comparedWith(period, comparison.current),
      current: figuresOf(comparison.current),
      previous: figuresOf(comparison.previous),
    },
    series: seriesNames(period, previous_points[0]),
    isMonthly: points.some(({ from, to }) => from !== to),
    points: points.map((point, index) => pointOf(point, previous_points[index])),
    operations: parts(stats.income_by_operation, { none: '', rest: 'işlem' }),
    makes: parts(stats.income_by_make, { none: 'Belirtilmemiş', rest: 'marka' }),
    open: stats.open_work,
  }
}

function figuresOf(totals: PeriodTotals): PeriodFigures {
  const { gelir_kurus: gelir, gider_kurus: gider, gelirli_kayit_sayisi: gelirli } = totals
  if (!Number.isSafeInteger(gelir - gider)) throw new TypeError(`no amounts: ${gelir}, ${gider}`)
  return {
    name: periodName(totals),
    gelir,
    gider,
    fark: gelir - gider,
    kayit: totals.kayit_sayisi,
    tamamlanan: totals.tamamlanan_sayisi,
    gelirli,
    ortalama: gelirli === 0 ? null : Math.round(gelir / gelirli),
  }
}

function pointOf({ from, to, ...point }: PeriodPoint, previous: PeriodPoint | undefined): Point {
  return {
    from,
    to,
    ...resultOf(point.gelir_kurus, point.gider_kurus),
    kayit: point.kayit_sayisi,
    previous: previous
      ? {
          ...resultOf(previous.gelir_kurus, previous.gider_kurus),
          name: periodName(previous),
          kayit: previous.kayit_sayisi,
        }
      : null,
  }
}

/** The parts of an income, with the rest as the last one. */
function parts({ top, rest }: Breakdown, words: { none: string; rest: string }): Part[] {
  const all = top.map(({ name, gelir_kurus }) => ({
    name: name || words.none,
    gelir: gelir_kurus,
    isRest: false,
  }))
  if (rest !== null)
    all.push({ name: `Diğer (${rest.names} ${words.rest})`, gelir: rest.gelir_kurus, isRest: true })
  const sum = all.reduce((total, { gelir }) => total + gelir, 0)
  return all.map((part) => ({ ...part, percent: Math.round((1000 * part.gelir) / sum) / 10 }))
}

/**
 * The number of points in a line: it ends with `today`, because later days are unknown, unless there are entries for
 * later days already.
 */
export const pointsToDraw = (points: readonly Point[], today: Day): number =>
  points.findLastIndex(
    ({ from, kayit, gelir, gider }) => from <= today || kayit > 0 || gelir > 0 || gider > 0,
  ) + 1

/** The first column of a point in a table: its day, or the name of its days. */
export const nameOfPoint = ({ from, to }: DayRange): Cell =>
  from === to ? { day: from } : periodName({ from, to })

/** The days that are already open work: 12 for the 1st on the 13th; 0 for a day to come. */
export const daysOpen = (since: Day, today: Day): number => Math.max(0, daysBetween(since, today))
