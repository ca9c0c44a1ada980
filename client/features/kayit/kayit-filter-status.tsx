import { Link } from '@tanstack/react-router'

import { Field } from '#client/components/field.tsx'
import { Select } from '#client/ui/select.tsx'
import { type Day, EMPTY_DASH, monthOf } from '#shared/date.ts'
import { DURUM_TAMAM } from '#shared/options.ts'

import { changeSearch, type KayitSearch } from './kayit-search.ts'

export interface StatusFilterProps {
  /** `undefined` is every status; '' is that of records without one. */
  durum: string | undefined
  /** The statuses among the records that the other filters leave. */
  statuses: readonly string[]
  onChange: (durum: string | undefined) => void
}

/** 'Tümü' or any status that the list holds (specification §4). */
export function StatusFilter({ durum, statuses, onChange }: StatusFilterProps) {
  const offered = durum === undefined || statuses.includes(durum) ? statuses : [...statuses, durum]
  return (
    <Field label="Durum" className="max-md:grid-cols-[auto_1fr] max-md:items-center max-md:gap-3 md:w-44">
      {(control) => (
        <Select
          {...control}
          // The sign tells a record's empty status from 'Tümü'.
          value={durum === undefined ? '' : `=${durum}`}
          onChange={({ target }) => onChange(target.value === '' ? undefined : target.value.slice(1))}
        >
          <option value="">Tümü</option>
          {offered.map((status) => (
            <option key={status} value={`=${status}`}>
              {status === '' ? EMPTY_DASH : status}
            </option>
          ))}
        </Select>
      )}
    </Field>
  )
}

interface View {
  label: string
  filter: Pick<KayitSearch, 'durum' | 'open' | 'month' | 'year'>
  /** What it takes the place of. */
  instead?: Partial<Record<keyof KayitSearch, undefined>>
}

/** The views that a shop opens every day; any address is a view, these have a name. */
function views(today: Day): View[] {
  return [
    { label: 'Açık işler', filter: { open: true }, instead: { durum: undefined } },
    { label: 'Bu ay', filter: monthOf(today) },
    { label: 'Tamamlanan', filter: { durum: DURUM_TAMAM }, instead: { open: undefined } },
  ]
}

const CHIP =
  'inline-flex min-h-11 items-center rounded-full border border-input bg-card px-3.5 text-sm font-medium hover:bg-sunken aria-[current=true]:border-primary aria-[current=true]:bg-primary-soft aria-[current=true]:text-primary-ink md:min-h-8 print:not-aria-[current=true]:hidden'

/** Links that switch a view on; the one that is on switches itself off. */
export function ViewLinks({ search, today }: { search: KayitSearch; today: Day }) {
  return (
    <ul aria-label="Görünümler" className="flex flex-wrap gap-2">
      {views(today).map(({ label, filter, instead }) => {
        const entries = Object.entries(filter)
        const isOn = entries.every(([name, value]) => search[name as keyof typeof filter] === value)
        const off = Object.fromEntries(entries.map(([name]) => [name, undefined]))
        return (
          <li key={label}>
            <Link
              from="/books"
              to="/books"
              search={(latest) => changeSearch(latest, isOn ? off : { ...filter, ...instead })}
              // The address that switches a view off is part of the present one: that does not make it the page.
              activeOptions={{ exact: true }}
              aria-current={isOn ? 'true' : undefined}
              className={CHIP}
            >
              {label}
            </Link>
          </li>
        )
      })}
    </ul>
  )
}
