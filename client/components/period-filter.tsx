import { useState, type SubmitEvent } from 'react'

import { Field } from '#client/components/field.tsx'
import { Button } from '#client/ui/button.tsx'
import { Select } from '#client/ui/select.tsx'
import { type Day, MONTH_NAMES, monthOf, yearOptions } from '#shared/date.ts'

/** A month (1–12) and a year, each `undefined` for all of them. */
export interface Period {
  month: number | undefined
  year: number | undefined
}

export interface PeriodFilterProps {
  /** The filter in force; a new one needs a new `key`, so that the selects follow it. */
  period: Period
  today: Day
  onApply: (period: Period) => void
  onClear: () => void
}

const numberOf = (value: string) => (value === '' ? undefined : Number(value))

/** Month and year of a list; they count once 'Uygula' is pressed (specification §2). */
export function PeriodFilter({ period, today, onApply, onClear }: PeriodFilterProps) {
  const [{ month, year }, setDraft] = useState(period)
  const years = yearOptions(today)
  const offered = year === undefined || years.includes(year) ? years : [...years, year]

  const apply = (event: SubmitEvent) => {
    event.preventDefault()
    // A month alone is of the current year: then the select says so too.
    onApply({ month, year: month === undefined ? year : (year ?? monthOf(today).year) })
  }
  const clear = () => {
    setDraft({ month: undefined, year: undefined })
    onClear()
  }

  return (
    <form className="grid grid-cols-2 items-end gap-2 md:flex" onSubmit={apply}>
      <Field label="Ay" className="md:w-36">
        {(control) => (
          <Select
            {...control}
            value={month ?? ''}
            onChange={(event) => setDraft({ month: numberOf(event.target.value), year })}
          >
            <option value="">Tüm aylar</option>
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
            value={year ?? ''}
            onChange={(event) => setDraft({ month, year: numberOf(event.target.value) })}
          >
            <option value="">Tüm yıllar</option>
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
      <Button variant="ghost" onClick={clear}>
        Temizle
      </Button>
    </form>
  )
}
