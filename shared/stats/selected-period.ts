import { type Day, type DayRange, daysOfWholeMonth, daysOfYear, type Month, monthOf } from '#shared/date.ts'

import { kindOf } from './period.ts'

/** A period in an address: a month, a year, or any days. */
type PeriodParams = {
  month?: number | null | undefined
  year?: number | null | undefined
  period?: 'year' | undefined
  from?: Day | undefined
  to?: Day | undefined
}

/** The period whose statistics are shown. */
export type SelectedPeriod =
  | ({ kind: 'month' } & Month)
  | { kind: 'year'; year: number }
  | ({ kind: 'days' } & DayRange)

/** Returns the period of an address; today supplies the missing parts. */
export function selectedPeriod({ month, year, period, from, to }: PeriodParams, today: Day): SelectedPeriod {
  const current = monthOf(today)
  if (from !== undefined && to !== undefined) return { kind: 'days', from, to }
  if (period === 'year') return { kind: 'year', year: year ?? current.year }
  return { kind: 'month', month: month ?? current.month, year: year ?? current.year }
}

/** Returns the period whose sections are shown: days that are exactly a month or a year become that month or year. */
export function shownPeriod(selected: SelectedPeriod): SelectedPeriod {
  const days = daysOfSelected(selected)
  const { month, year } = monthOf(days.from)
  const kind = kindOf(days)
  if (kind === 'month') return { kind, month, year }
  return kind === 'year' ? { kind, year } : selected
}

/** Returns the days of a selected period. */
export function daysOfSelected(selected: SelectedPeriod): DayRange {
  if (selected.kind === 'year') return daysOfYear(selected.year)
  if (selected.kind === 'days') return { from: selected.from, to: selected.to }
  return daysOfWholeMonth(selected.year, selected.month)
}
