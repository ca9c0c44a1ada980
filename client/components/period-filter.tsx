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
  /** The filter in force: the selects follow it. */
  period: Period
  today: Day
  onApply: (period: Period) => void
  onClear: () => void
}

/** The chosen month and year, which are not applied yet; when others come into force (Back), they are those. */
export function usePeriodDraft<Chosen extends Period>(period: Chosen) {
  const [seen, setSeen] = useState(period)
  const [draft, setDraft] = useState(period)
  if (seen.month !== period.month || seen.year !== period.year) {
    setSeen(period)
    setDraft(period)
  }
  return [draft, setDraft] as const
}

/** Month and year of a list; they count once 'Uygula' is pressed (specification §2). */
export function PeriodFilter({ period, today, onApply, onClear }: PeriodFilterProps) {
  const [{ month, year }, setDraft] = usePeriodDraft(period)

  const apply = (event: SubmitEvent) => {
    event.preventDefault()
    // A month alone is of the current year: then the select says so too.
    const whole = { month, year: month === undefined ? year : (year ?? monthOf(today).year) }
    setDraft(whole)
    onApply(whole)
  }
  const clear = () => {
    setDraft({ month: undefined, year: undefined })
    onClear()
  }

  return (
    <form className="grid grid-cols-2 items-end gap-2 md:flex" onSubmit={apply}>
      <MonthSelect
        value={month}
        all="Tüm aylar"
        onChange={(next) => setDraft({ month: next || undefined, year })}
      />
      <YearSelect
        value={year}
        years={yearOptions(today, year)}
        all="Tüm yıllar"
        onChange={(next) => setDraft({ month, year: next || undefined })}
      />
      <Button type="submit" variant="outline">
        Uygula
      </Button>
      <Button variant="ghost" onClick={clear}>
        Temizle
      </Button>
    </form>
  )
}

interface PeriodSelectProps {
  value: number | undefined
  /** The option of no value, if there is one: it changes to 0. */
  all?: string
  onChange: (value: number) => void
}

export function MonthSelect(props: PeriodSelectProps) {
  return <NumberSelect {...props} label="Ay" options={MONTH_NAMES.map((name, index) => [index + 1, name])} />
}

export function YearSelect({ years, ...props }: PeriodSelectProps & { years: readonly number[] }) {
  return <NumberSelect {...props} label="Yıl" options={years.map((year) => [year, year])} />
}

interface NumberSelectProps extends PeriodSelectProps {
  label: string
  options: readonly [value: number, name: string | number][]
}

function NumberSelect({ label, options, value, all, onChange }: NumberSelectProps) {
  return (
    <Field label={label} className="md:w-36">
      {(control) => (
        <Select {...control} value={value ?? ''} onChange={(event) => onChange(Number(event.target.value))}>
          {all !== undefined && <option value="">{all}</option>}
          {options.map(([number, name]) => (
            <option key={number} value={number}>
              {name}
            </option>
          ))}
        </Select>
      )}
    </Field>
  )
}
