import { type Day, type Month, MONTH_NAMES, previousMonth } from '#shared/date.ts'

import { isUnfinished, nextMonth } from './shown-month.ts'
import { StepNav } from './step-nav.tsx'

interface MonthPickerProps {
  month: Month
  today: Day
}

/** Names the shown month and leads to the months before and after it, up to the running one. */
export function MonthPicker({ month, today }: MonthPickerProps) {
  return (
    <StepNav
      label="Aylar"
      unit="ay"
      previous={monthStep(previousMonth(month))}
      next={isUnfinished(month, today) ? undefined : monthStep(nextMonth(month))}
    >
      {nameOfMonth(month)}
    </StepNav>
  )
}

/** Returns a month in words: 'Kasım 2026'. */
export const nameOfMonth = ({ month, year }: Month): string => `${MONTH_NAMES[month - 1]} ${year}`

const monthStep = (month: Month) => ({ to: '/cash/month', search: month }) as const
