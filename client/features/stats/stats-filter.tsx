import type { SubmitEvent } from 'react'

import { MonthSelect, usePeriodDraft, YearSelect } from '#client/components/period-filter.tsx'
import { Button } from '#client/ui/button.tsx'
import { type Day, type Month, monthOf, yearOptions } from '#shared/date.ts'

export interface StatsFilterProps {
  /** The applied month, which the selects follow. */
  period: Month
  today: Day
  onApply: (period: Month) => void
  /** 'Bu Ay'. */
  onReset: () => void
}

/** Month and year of the statistics, applied by 'Uygula' (specification §2). */
export function StatsFilter({ period, today, onApply, onReset }: StatsFilterProps) {
  const [{ month, year }, setDraft] = usePeriodDraft(period)
  const apply = (event: SubmitEvent) => {
    event.preventDefault()
    onApply({ month, year })
  }
  const reset = () => {
    setDraft(monthOf(today))
    onReset()
  }
  return (
    <form data-print="hide" className="mb-6 grid grid-cols-2 items-end gap-2 md:flex" onSubmit={apply}>
      <MonthSelect value={month} onChange={(next) => setDraft({ month: next, year })} />
      <YearSelect
        years={yearOptions(today, period.year)}
        value={year}
        onChange={(next) => setDraft({ month, year: next })}
      />
      <Button type="submit" variant="outline">
        Uygula
      </Button>
      <Button variant="ghost" onClick={reset}>
        Bu Ay
      </Button>
    </form>
  )
}
