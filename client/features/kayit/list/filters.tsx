import { useId, useState } from 'react'

import type { Density } from '#client/components/data-table/data-row.tsx'
import { Field } from '#client/components/field.tsx'
import { readCookie, writeCookie } from '#client/lib/cookies.ts'
import { switchShortcuts, useShortcuts } from '#client/lib/shortcuts.ts'
import { Checkbox } from '#client/ui/checkbox.tsx'
import { Select } from '#client/ui/select.tsx'
import { BASE_PATH } from '#shared/base.ts'
import { type Day, EMPTY_DASH, monthOf } from '#shared/date.ts'
import { DURUM_TAMAM } from '#shared/options.ts'

import type { KayitSearch } from './search.ts'

export interface StatusFilterProps {
  /** `undefined` means every status; '' means records without one. */
  durum: string | undefined
  /** The statuses of the records that match the other filters. */
  statuses: readonly string[]
  onChange: (durum: string | undefined) => void
}

/** 'Tümü' or any status in the list (specification §4). */
export function StatusFilter({ durum, statuses, onChange }: StatusFilterProps) {
  const offered = durum === undefined || statuses.includes(durum) ? statuses : [...statuses, durum]
  return (
    <Field label="Durum" className="max-md:grid-cols-[auto_1fr] max-md:items-center max-md:gap-3 md:w-44">
      {(control) => (
        <Select
          {...control}
          // The '=' distinguishes an empty status from 'Tümü'.
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

/** The complete filter of a view; parts that it does not name are empty. */
type View = Pick<KayitSearch, 'durum' | 'open' | 'month' | 'year'>
const NO_FILTER: { [Name in keyof View]-?: undefined } = {
  durum: undefined,
  open: undefined,
  month: undefined,
  year: undefined,
}

/** The named views that a shop uses every day. */
const views = (today: Day): [label: string, view: View][] => [
  ['Açık işler', { open: true }],
  ['Bu ay', monthOf(today)],
  ['Tamamlananlar', { durum: DURUM_TAMAM }],
]

/** Whether everything that the view names is applied, possibly with more filters. */
const isInForce = (view: View, search: KayitSearch) =>
  Object.entries(view).every(([name, value]) => search[name as keyof View] === value)

/**
 * The change made by a press on a view: its filter replaces the whole one, so that two views never combine to an
 * empty list; a view that is on removes what it names. The search stays.
 */
export function pressView(view: View, search: KayitSearch) {
  if (!isInForce(view, search)) return { ...NO_FILTER, ...view }
  return Object.fromEntries(Object.keys(view).map((name) => [name, undefined]))
}

const CHIP =
  'inline-flex min-h-11 items-center rounded-full border border-input bg-card px-3.5 text-sm font-medium hover:bg-sunken aria-pressed:border-primary aria-pressed:bg-primary-soft aria-pressed:text-primary-ink md:min-h-8 print:not-aria-pressed:hidden'

export interface ViewButtonsProps {
  search: KayitSearch
  today: Day
  onChange: (change: ReturnType<typeof pressView>) => void
}

/** Toggle buttons of the views. */
export function ViewButtons({ search, today, onChange }: ViewButtonsProps) {
  return (
    <ul aria-label="Görünümler" className="flex flex-wrap gap-2">
      {views(today).map(([label, view]) => (
        <li key={label}>
          <button
            type="button"
            aria-pressed={isInForce(view, search)}
            className={CHIP}
            onClick={() => onChange(pressView(view, search))}
          >
            {label}
          </button>
        </li>
      ))}
    </ul>
  )
}

const DENSITIES: Record<Density, string> = { compact: 'Dar', normal: 'Normal', comfortable: 'Geniş' }
const isDensity = (text: string | undefined): text is Density =>
  text !== undefined && Object.hasOwn(DENSITIES, text)

const KEEP = { days: 365, path: BASE_PATH }

/** The row height in this browser, whoever is logged in; stored in a cookie. */
export function useListOptions() {
  const [density, keep] = useState<Density>(() => {
    const kept = readCookie('satir_yuksekligi')
    return isDensity(kept) ? kept : 'normal'
  })
  const setDensity = (chosen: Density) => {
    writeCookie('satir_yuksekligi', chosen, KEEP)
    keep(chosen)
  }
  return { density, setDensity }
}

/** Row height and shortcuts; hidden on a phone, which needs neither. */
export function ListOptions({ density, setDensity }: ReturnType<typeof useListOptions>) {
  const id = useId()
  const shortcuts = useShortcuts()
  return (
    <div data-print="hide" className="hidden items-center gap-x-6 text-sm text-muted-foreground md:flex">
      <span className="flex items-center gap-2">
        <label htmlFor={id}>Satır yüksekliği</label>
        <Select
          id={id}
          className="w-32"
          value={density}
          onChange={({ target: { value } }) => isDensity(value) && setDensity(value)}
        >
          {Object.entries(DENSITIES).map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </Select>
      </span>
      <span className="flex items-center gap-2">
        <Checkbox
          label="Klavye kısayolları"
          aria-describedby={`${id}-keys`}
          checked={shortcuts}
          onChange={(event) => switchShortcuts(event.target.checked)}
        />
        <span id={`${id}-keys`}>(/ arama, n yeni, ↑ ↓ satırlar, ? hepsi)</span>
      </span>
    </div>
  )
}
