import { ListFilter } from 'lucide-react'
import { type ReactNode, type RefObject, useId, useState } from 'react'

import { Field } from '#client/components/field.tsx'
import { PeriodFilter } from '#client/components/period-filter.tsx'
import { SearchInput } from '#client/components/search-input.tsx'
import { cn } from '#client/lib/cn.ts'
import { keyHint, useShortcuts } from '#client/lib/shortcuts.ts'
import { Button } from '#client/ui/button.tsx'
import { Select } from '#client/ui/select.tsx'
import { type Day, EMPTY_DASH } from '#shared/date.ts'
import { MAX_NAME_LENGTH } from '#shared/options.ts'

import type { KayitSearch } from './search.ts'

const NO_PERIOD = { month: undefined, year: undefined }

export interface FilterBarProps {
  searchField: RefObject<HTMLInputElement | null>
  search: KayitSearch
  today: Day
  /** The statuses of the records that match the other filters. */
  statuses: readonly string[]
  onChange: (change: { [Name in keyof KayitSearch]?: unknown }, replace?: boolean) => void
  /** Leads to the first view: no filter, no search, the first order. */
  onClear: () => void
  /** The views, in the second line of the frame. */
  children: ReactNode
}

/** Search, month, year and status in one frame; on a phone all but the search fold. */
export function FilterBar({
  searchField,
  search,
  today,
  statuses,
  onChange,
  onClear,
  children,
}: FilterBarProps) {
  const id = useId()
  const [isFiltering, setIsFiltering] = useState(false)
  // Below 768 px how many filters are in force is on the button.
  const filters = [search.month ?? search.year, search.durum].filter((value) => value !== undefined).length
  const hasKeys = useShortcuts()
  return (
    <div className="filter-bar max-md:grid max-md:grid-cols-1 max-md:gap-3">
      <div className="flex flex-wrap gap-3 md:gap-0">
        <SearchInput
          ref={searchField}
          {...(hasKeys && keyHint('Ara', '/'))}
          className="min-w-0 flex-1 md:max-lg:basis-full"
          placeholder="Müşteri, plaka veya şasi no"
          maxLength={MAX_NAME_LENGTH}
          value={search.q ?? ''}
          delay={200}
          onSearch={(q) => onChange({ q }, true)}
        />
        <Button
          variant="outline"
          className="md:hidden"
          aria-expanded={isFiltering}
          aria-controls={id}
          onClick={() => setIsFiltering(!isFiltering)}
        >
          <ListFilter aria-hidden />
          Filtre
          {filters > 0 && (
            <span className="rounded-full bg-primary px-1.5 text-sm text-primary-foreground">
              {filters}
              <span className="sr-only"> etkin</span>
            </span>
          )}
        </Button>
        <div
          id={id}
          data-slot="filters"
          className={cn('grid gap-3 max-md:w-full md:flex md:gap-0', !isFiltering && 'max-md:hidden')}
        >
          <StatusFilter durum={search.durum} statuses={statuses} onChange={(durum) => onChange({ durum })} />
          <PeriodFilter
            period={{ ...NO_PERIOD, ...search }}
            today={today}
            onApply={onChange}
            onClear={onClear}
          />
        </div>
      </div>
      {children}
    </div>
  )
}

interface StatusFilterProps {
  /** `undefined` means every status; '' means records without one. */
  durum: string | undefined
  /** The statuses of the records that match the other filters. */
  statuses: readonly string[]
  onChange: (durum: string | undefined) => void
}

/** 'Tümü' or any status in the list (specification §4). */
function StatusFilter({ durum, statuses, onChange }: StatusFilterProps) {
  const offered = durum === undefined || statuses.includes(durum) ? statuses : [...statuses, durum]
  return (
    <Field label="Durum" className="max-md:grid-cols-[auto_1fr] max-md:items-center max-md:gap-3">
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
