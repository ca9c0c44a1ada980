import { type SubmitEvent, useState } from 'react'

import { DateInput } from '#client/components/date-input.tsx'
import { Field } from '#client/components/field.tsx'
import {
  applyVariant,
  MonthSelect,
  PendingNote,
  usePeriodDraft,
  YearSelect,
} from '#client/components/period-filter.tsx'
import { Button } from '#client/ui/button.tsx'
import {
  addDays,
  type Day,
  type DayRange,
  formatDay,
  isDay,
  type Month,
  MONTH_NAMES,
  monthOf,
  yearOptions,
} from '#shared/date.ts'
import { messages } from '#shared/messages.ts'
import { PERIOD_REVERSED, PERIOD_TOO_LONG } from '#shared/stats/period.ts'
import { type SelectedPeriod } from '#shared/stats/selected-period.ts'

import { isPeriod, type StatsSearch } from './stats-search.ts'

export interface StatsFilterProps<Selected = SelectedPeriod> {
  /** The applied period, which the fields follow. */
  selected: Selected
  today: Day
  onApply: (search: StatsSearch) => void
}

/** The fields of a period, applied by 'Uygula' (specification §2). */
export function StatsFilter({ selected, ...props }: StatsFilterProps) {
  if (selected.kind === 'month') return <MonthFilter {...props} selected={selected} />
  if (selected.kind === 'year') return <YearFilter key={selected.year} {...props} selected={selected} />
  return <DaysFilter key={`${selected.from} ${selected.to}`} {...props} selected={selected} />
}

const FORM = 'mb-6 grid grid-cols-2 items-end gap-2 md:flex md:flex-wrap'

function MonthFilter({ selected, today, onApply }: StatsFilterProps<Month>) {
  const [{ month, year }, setDraft] = usePeriodDraft<Month>(selected)
  const apply = (event: SubmitEvent) => {
    event.preventDefault()
    onApply({ month, year })
  }
  const reset = () => {
    setDraft(monthOf(today))
    onApply({})
  }
  const isPending = month !== selected.month || year !== selected.year
  const words = (one: Month) => `${MONTH_NAMES[one.month - 1]} ${one.year}`
  return (
    <form data-print="hide" className={FORM} onSubmit={apply}>
      <MonthSelect value={month} onChange={(next) => setDraft({ month: next, year })} />
      <YearSelect
        years={yearOptions(today, selected.year)}
        value={year}
        onChange={(next) => setDraft({ month, year: next })}
      />
      <Button type="submit" variant={applyVariant(isPending)}>
        Uygula
      </Button>
      <Button variant="ghost" onClick={reset}>
        Bu Ay
      </Button>
      <PendingNote chosen={isPending && words({ month, year })} shown={words(selected)} />
    </form>
  )
}

function YearFilter({ selected, today, onApply }: StatsFilterProps<{ year: number }>) {
  const [year, setYear] = useState(selected.year)
  const apply = (event: SubmitEvent) => {
    event.preventDefault()
    onApply({ period: 'year', year })
  }
  return (
    <form data-print="hide" className={FORM} onSubmit={apply}>
      <div className="max-md:col-span-2">
        <YearSelect years={yearOptions(today, selected.year)} value={year} onChange={setYear} />
      </div>
      <Button type="submit" variant={applyVariant(year !== selected.year)}>
        Uygula
      </Button>
      <Button variant="ghost" onClick={() => onApply({ period: 'year' })}>
        Bu Yıl
      </Button>
      <PendingNote chosen={year !== selected.year && String(year)} shown={String(selected.year)} />
    </form>
  )
}

/** The days until today that one press selects. */
const RECENT = [30, 90] as const

function DaysFilter({ selected, today, onApply }: StatsFilterProps<DayRange>) {
  const [draft, setDraft] = useState<DayRange>(selected)
  const [problems, setProblems] = useState<Partial<Record<keyof DayRange, string>>>({})
  const apply = (event: SubmitEvent) => {
    event.preventDefault()
    const found = problemsOf(draft)
    setProblems(found)
    if (Object.keys(found).length === 0) onApply({ from: draft.from, to: draft.to })
  }
  const isPending = draft.from !== selected.from || draft.to !== selected.to
  const shown = { from: formatDay(selected.from), to: formatDay(selected.to) }
  const field = (name: keyof DayRange, label: string) => (
    <Field label={label} error={problems[name]} className="max-md:col-span-2 md:w-44">
      {(control) => (
        <DateInput
          {...control}
          value={draft[name]}
          onValueChange={(day) => setDraft({ ...draft, [name]: day })}
        />
      )}
    </Field>
  )
  return (
    <form data-print="hide" className={`${FORM} flex-wrap md:items-start`} noValidate onSubmit={apply}>
      {field('from', 'Başlangıç')}
      {field('to', 'Bitiş')}
      <Button type="submit" variant={applyVariant(isPending)} className="max-md:col-span-2 md:mt-6.5">
        Uygula
      </Button>
      {RECENT.map((days) => (
        <Button
          key={days}
          variant="ghost"
          className="md:mt-6.5"
          onClick={() => onApply({ from: addDays(today, 1 - days), to: today })}
        >
          Son {days} gün
        </Button>
      ))}
      <PendingNote chosen={isPending && 'Yeni tarih aralığı'} shown={`${shown.from} – ${shown.to}`} />
    </form>
  )
}

function problemsOf(days: DayRange): Partial<Record<keyof DayRange, string>> {
  const invalid = (['from', 'to'] as const).filter((name) => !isDay(days[name]))
  if (invalid.length > 0) return Object.fromEntries(invalid.map((name) => [name, messages.invalidDate]))
  if (days.from > days.to) return { to: PERIOD_REVERSED }
  return isPeriod(days) ? {} : { to: PERIOD_TOO_LONG }
}
