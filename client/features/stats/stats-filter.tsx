import { type SubmitEvent, useState } from 'react'

import { DateInput } from '#client/components/date-input.tsx'
import { Field } from '#client/components/field.tsx'
import {
  ApplyButton,
  MonthSelect,
  PendingNote,
  usePeriodDraft,
  YearSelect,
} from '#client/components/period-filter.tsx'
import { cn } from '#client/lib/cn.ts'
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

interface StatsFilterProps<Selected = SelectedPeriod> {
  /** Applied period, which the fields follow. */
  selected: Selected
  today: Day
  onApply: (search: StatsSearch) => void
}

/** Shows the fields of a period, applied by 'Uygula' (specification §2). */
export function StatsFilter({ selected, ...props }: StatsFilterProps) {
  if (selected.kind === 'month') return <MonthFilter {...props} selected={selected} />
  if (selected.kind === 'year') return <YearFilter key={selected.year} {...props} selected={selected} />
  return <DaysFilter key={`${selected.from} ${selected.to}`} {...props} selected={selected} />
}

/** The form has no box of its own: its fields and buttons stand in the frame of the screen. */
const FORM = 'contents max-md:[&>button]:col-span-2 max-md:[&>[type=submit]]:col-span-4'

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
    <form className={cn(FORM, 'max-md:[&>[data-slot=field]]:col-span-2')} onSubmit={apply}>
      <MonthSelect
        value={month}
        isPending={month !== selected.month}
        onChange={(next) => setDraft({ month: next, year })}
      />
      <YearSelect
        years={yearOptions(today, selected.year)}
        value={year}
        isPending={year !== selected.year}
        onChange={(next) => setDraft({ month, year: next })}
      />
      <ApplyButton isPending={isPending} chosen={words({ month, year })} />
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
  const reset = () => {
    setYear(monthOf(today).year)
    onApply({ period: 'year' })
  }
  const isPending = year !== selected.year
  return (
    <form className={cn(FORM, 'max-md:[&>[data-slot=field]]:col-span-4')} onSubmit={apply}>
      <YearSelect
        years={yearOptions(today, selected.year)}
        value={year}
        isPending={isPending}
        onChange={setYear}
      />
      <ApplyButton isPending={isPending} chosen={String(year)} />
      <Button variant="ghost" onClick={reset}>
        Bu Yıl
      </Button>
      <PendingNote chosen={isPending && String(year)} shown={String(selected.year)} />
    </form>
  )
}

const DAYS_FORM = 'grid grid-cols-2 gap-2 md:flex md:flex-wrap md:items-start'

/** Numbers of days until today that one press selects. */
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
  const applyRecent = (days: number) => {
    const recent = { from: addDays(today, 1 - days), to: today }
    setDraft(recent)
    setProblems({})
    onApply(recent)
  }
  const isPending = draft.from !== selected.from || draft.to !== selected.to
  const chosen = Object.keys(problemsOf(draft)).length === 0 ? rangeWords(draft) : ''
  const field = (name: keyof DayRange, label: string) => (
    <Field label={label} error={problems[name]} className="max-md:col-span-2 md:w-44">
      {(control) => (
        <DateInput
          {...control}
          data-pending={draft[name] !== selected[name] || undefined}
          value={draft[name]}
          onValueChange={(day) => setDraft({ ...draft, [name]: day })}
        />
      )}
    </Field>
  )
  return (
    <form data-print="hide" className={DAYS_FORM} noValidate onSubmit={apply}>
      {field('from', 'Başlangıç')}
      {field('to', 'Bitiş')}
      <ApplyButton isPending={isPending} chosen={chosen} className="max-md:col-span-2 md:mt-6.5" />
      {RECENT.map((days) => (
        <Button key={days} variant="ghost" className="md:mt-6.5" onClick={() => applyRecent(days)}>
          Son {days} gün
        </Button>
      ))}
      <PendingNote chosen={isPending && (chosen || 'Yeni tarih aralığı')} shown={rangeWords(selected)} />
    </form>
  )
}

const rangeWords = ({ from, to }: DayRange) => `${formatDay(from)} – ${formatDay(to)}`

function problemsOf(days: DayRange): Partial<Record<keyof DayRange, string>> {
  const invalid = (['from', 'to'] as const).filter((name) => !isDay(days[name]))
  if (invalid.length > 0) return Object.fromEntries(invalid.map((name) => [name, messages.invalidDate]))
  if (days.from > days.to) return { to: PERIOD_REVERSED }
  return isPeriod(days) ? {} : { to: PERIOD_TOO_LONG }
}
