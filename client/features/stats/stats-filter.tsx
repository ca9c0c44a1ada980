import { useState, type SubmitEvent } from 'react'

import { Field } from '#client/components/field.tsx'
import { Button } from '#client/ui/button.tsx'
import { Select } from '#client/ui/select.tsx'
import { type Day, type Month, MONTH_NAMES, monthOf, yearOptions } from '#shared/date.ts'

export interface StatsFilterProps {
  /** The month in force; a new one needs a new `key`, so that the selects follow it. */
  period: Month
  today: Day
  onApply: (period: Month) => void
  /** 'Bu Ay'. */
  onReset: () => void
}

/** Month and year of the statistics; they count once 'Uygula' is pressed (specification §2). */
export function StatsFilter({ period, today, onApply, onReset }: StatsFilterProps) {
  const [{ month, year }, setDraft] = useState(period)
  const years = yearOptions(today)
  const offered = years.includes(period.year) ? years : [...years, period.year]
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
      <Field label="Ay" className="md:w-36">
        {(control) => (
          <Select
            {...control}
            value={month}
            onChange={(event) => setDraft({ month: Number(event.target.value), year })}
          >
            {MONTH_NAMES.map((name, index) => (
              <option key={name} value={index + 1}>
                {name}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field label="Yıl" className="md:w-36">
        {(control) => (
          <Select
            {...control}
            value={year}
            onChange={(event) => setDraft({ month, year: Number(event.target.value) })}
          >
            {offered.map((option) => (
              <option key={option} value={option}>
                {option}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Button type="submit" variant="outline">
        Uygula
      </Button>
      <Button variant="ghost" onClick={reset}>
        Bu Ay
      </Button>
    </form>
  )
}
