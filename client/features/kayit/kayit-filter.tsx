import { useState, type SubmitEvent } from 'react'

import { Field } from '#client/components/field.tsx'
import { Button } from '#client/ui/button.tsx'
import { Select } from '#client/ui/select.tsx'
import { type Day, MONTH_NAMES, monthOf, yearOptions } from '#shared/date.ts'

import type { Period } from './kayit-search.ts'

export interface KayitFilterProps {
  /** The filter in force; a new one needs a new `key`, so that the selects follow it. */
  period: Period
  today: Day
  onApply: (period: { month: number | undefined; year: number | undefined }) => void
}

/** Month and year; they count once 'Uygula' is pressed (specification §2). */
export function KayitFilter({ period, today, onApply }: KayitFilterProps) {
  const [{ month, year }, setDraft] = useState(period)
  const years = yearOptions(today)
  const offered = year === undefined || years.includes(year) ? years : [...years, year]
  const numberOf = (value: string) => (value === '' ? undefined : Number(value))

  const apply = (event: SubmitEvent) => {
    event.preventDefault()
    // A month alone is of the current year: then the select says so too.
    onApply({ month, year: month === undefined ? year : (year ?? monthOf(today).year) })
  }
  const clear = () => {
    setDraft({})
    onApply({ month: undefined, year: undefined })
  }
  const change = (next: { month?: number | undefined; year?: number | undefined }) => {
    const draft = { month, year, ...next }
    setDraft({
      ...(draft.month !== undefined && { month: draft.month }),
      ...(draft.year !== undefined && { year: draft.year }),
    })
  }

  return (
    <form className="grid grid-cols-2 items-end gap-2 md:flex" onSubmit={apply}>
      <Field label="Ay" className="md:w-36">
        {(control) => (
          <Select
            {...control}
            value={month ?? ''}
            onChange={(event) => change({ month: numberOf(event.target.value) })}
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
            onChange={(event) => change({ year: numberOf(event.target.value) })}
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
