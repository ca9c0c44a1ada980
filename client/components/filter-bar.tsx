import { ListFilter } from 'lucide-react'
import { type ReactNode, type Ref, useId, useState } from 'react'

import { type Period, PeriodFilter, periodWords } from '#client/components/period-filter.tsx'
import { SearchInput } from '#client/components/search-input.tsx'
import { cn } from '#client/lib/cn.ts'
import { shortcutProps, useAreShortcutsOn } from '#client/lib/shortcuts.ts'
import { Button } from '#client/ui/button.tsx'
import type { Day } from '#shared/date.ts'
import { MAX_NAME_LENGTH } from '#shared/options.ts'

interface FilterBarProps {
  searchField?: Ref<HTMLInputElement>
  placeholder: string
  search: Partial<Period> & { q?: string | undefined }
  today: Day
  onChange: (change: Partial<Period> & { q?: string }, replace?: boolean) => void
  onClear: () => void
  /** The number of active filters beside the period. */
  filters?: number
  /** The active filters in words, for paper. */
  filterWords?: readonly string[]
  /** The line below the frame. */
  children: ReactNode
}

/** Search, month and year in one frame; on a phone everything but the search folds. */
export function FilterBar(props: FilterBarProps) {
  const { searchField, placeholder, search, today, onChange, onClear, filters = 0, children } = props
  const { filterWords = [] } = props
  const id = useId()
  const [isFiltering, setIsFiltering] = useState(false)
  const hasKeys = useAreShortcutsOn()
  const { month, year, q = '' } = search
  // Below 768 px the button shows the number of active filters.
  const hasPeriod = month !== undefined || year !== undefined
  const active = filters + (hasPeriod ? 1 : 0)
  return (
    <div className="grid grid-cols-1 gap-2.5">
      <div className="filter-bar flex flex-wrap gap-3 md:gap-0">
        <SearchInput
          ref={searchField}
          {...(hasKeys && shortcutProps('Ara', '/'))}
          className="min-w-0 flex-1 md:max-lg:basis-full"
          placeholder={placeholder}
          maxLength={MAX_NAME_LENGTH}
          value={q}
          delay={200}
          onSearch={(next) => onChange({ q: next }, true)}
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
          {active > 0 && (
            <span className="rounded-full bg-primary px-1.5 text-sm text-primary-foreground">
              {active}
              <span className="sr-only"> etkin</span>
            </span>
          )}
        </Button>
        <div
          id={id}
          data-slot="filters"
          data-in-force={[...filterWords, ...(hasPeriod ? [periodWords({ month, year })] : [])].join(' · ')}
          className={cn('grid gap-3 max-md:w-full md:flex md:gap-0', !isFiltering && 'max-md:hidden')}
        >
          <PeriodFilter
            period={{ month, year }}
            today={today}
            onApply={onChange}
            onClear={onClear}
            canClear={filters > 0 || q !== ''}
          />
        </div>
      </div>
      {children}
    </div>
  )
}
