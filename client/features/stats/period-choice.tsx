import { Field } from '#client/components/field.tsx'
import { Select } from '#client/ui/select.tsx'
import { type Day, monthOf } from '#shared/date.ts'
import { daysOfSelected, type SelectedPeriod } from '#shared/stats/selected-period.ts'

import type { StatsSearch } from './stats-search.ts'

type Kind = SelectedPeriod['kind']

const LABELS: Readonly<Record<Kind, string>> = { month: 'Ay', year: 'Yıl', days: 'Tarih aralığı' }

interface PeriodChoiceProps {
  selected: SelectedPeriod
  today: Day
  onChoose: (search: StatsSearch) => void
}

/** Shows the kinds of period as one select; each begins with the days of the shown one. */
export function PeriodChoice({ selected, today, onChoose }: PeriodChoiceProps) {
  return (
    <Field label="Dönem" className={selected.kind === 'days' ? 'max-md:col-span-full' : 'max-md:col-span-2'}>
      {(control) => (
        <Select
          {...control}
          value={selected.kind}
          onChange={({ target }) => onChoose(searchOf(target.value as Kind, selected, today))}
        >
          {Object.entries(LABELS).map(([kind, label]) => (
            <option key={kind} value={kind}>
              {label}
            </option>
          ))}
        </Select>
      )}
    </Field>
  )
}

/** Returns the period of that kind: the last month of the shown one that has begun, its year, or its days. */
function searchOf(kind: Kind, selected: SelectedPeriod, today: Day): StatsSearch {
  const { from, to } = daysOfSelected(selected)
  const last = monthOf(from <= today && today < to ? today : to)
  const now = monthOf(today)
  if (kind === 'days') return { from, to }
  if (kind === 'year')
    return last.year === now.year ? { period: 'year' } : { period: 'year', year: last.year }
  return last.month === now.month && last.year === now.year ? {} : last
}
