import { ListFilter, X } from 'lucide-react'
import { type FocusEvent, type ReactNode, type Ref, useCallback, useId, useRef, useState } from 'react'

import {
  isPendingPeriod,
  type Period,
  PeriodFilter,
  periodWords,
  usePeriodDraft,
} from '#client/components/period-filter.tsx'
import { SearchInput } from '#client/components/search-input.tsx'
import { cn } from '#client/lib/cn.ts'
import { shortcutProps, useAreShortcutsOn } from '#client/lib/shortcuts.ts'
import { useDismiss } from '#client/lib/use-dismiss.ts'
import { useMedia } from '#client/lib/use-media.ts'
import { Button } from '#client/ui/button.tsx'
import { overlayClasses } from '#client/ui/dialog-parts.tsx'
import type { Day } from '#shared/date.ts'
import { MAX_NAME_LENGTH } from '#shared/options.ts'

interface FilterBarProps {
  searchField?: Ref<HTMLInputElement>
  placeholder: string
  search: Partial<Period> & { q?: string | undefined }
  today: Day
  onChange: (change: Partial<Period> & { q?: string }, replace?: boolean) => void
  onClear: () => void
  /** The active filters beside the period in words, for paper. */
  filterWords?: readonly string[]
  /** The filters beside the period, in a phone's sheet. */
  choices?: ReactNode
  /** The line below the frame. */
  children: ReactNode
}

/**
 * Search, month and year in one frame. On a phone everything but the search stays in the page, out of sight, and
 * becomes a sheet at the bottom of the window (decision 39).
 */
export function FilterBar(props: FilterBarProps) {
  const {
    searchField,
    placeholder,
    search,
    today,
    onChange,
    onClear,
    filterWords = [],
    choices,
    children,
  } = props
  const hasKeys = useAreShortcutsOn()
  const { month, year, q = '' } = search
  const draft = usePeriodDraft<Period>({ month, year })
  const sheet = useFilterSheet({ month, year }, draft)
  // Below 768 px the button shows the number of active filters.
  const hasPeriod = month !== undefined || year !== undefined
  const active = filterWords.length + (hasPeriod ? 1 : 0)
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
        <div {...sheet.container} className="contents">
          <Button {...sheet.button} variant="outline" className="md:hidden">
            <ListFilter aria-hidden />
            Filtre
            {active > 0 && (
              <span className="rounded-full bg-primary px-1.5 text-sm text-primary-foreground">
                {active}
                <span className="sr-only"> etkin</span>
              </span>
            )}
          </Button>
          {sheet.isOpen && <div role="presentation" className={overlayClasses} onClick={sheet.close} />}
          <div
            {...sheet.panel}
            data-slot="filters"
            data-in-force={[...filterWords, ...(hasPeriod ? [periodWords({ month, year })] : [])].join(' · ')}
            className={cn('grid md:flex', sheet.isOpen ? SHEET : 'max-md:folded')}
          >
            {sheet.isOpen && (
              <>
                <div className="flex items-center justify-between">
                  <h2 className="text-lg font-semibold">Filtre</h2>
                  <Button
                    variant="ghost"
                    size="icon"
                    aria-label="Kapat"
                    className="-mr-2"
                    onClick={sheet.close}
                  >
                    <X aria-hidden />
                  </Button>
                </div>
                {choices}
              </>
            )}
            <PeriodFilter
              period={{ month, year }}
              draft={draft}
              today={today}
              onApply={(period) => {
                sheet.fold()
                onChange(period)
              }}
              onClear={() => {
                sheet.fold()
                onClear()
              }}
              canClear={filterWords.length > 0 || q !== ''}
            />
          </div>
        </div>
      </div>
      {children}
    </div>
  )
}

const SHEET =
  'max-md:fixed max-md:inset-x-0 max-md:bottom-0 max-md:z-50 max-md:max-h-[85dvh] max-md:gap-3 max-md:overflow-y-auto max-md:rounded-t-lg max-md:bg-card max-md:p-4 max-md:pt-2 max-md:pb-[calc(1rem+env(safe-area-inset-bottom))]'

/**
 * Returns the props of a phone's sheet of filters. The focus of a field or a pending choice opens it, so that a choice
 * never waits out of sight; to close it without 'Uygula' discards the choice.
 */
function useFilterSheet(applied: Period, [draft, setDraft]: ReturnType<typeof usePeriodDraft<Period>>) {
  const isPhone = useMedia('screen and (width < 48rem)')
  const [isWanted, setIsWanted] = useState(false)
  const isOpen = isPhone && (isWanted || isPendingPeriod(draft, applied))
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const container = useRef<HTMLDivElement>(null)
  const fold = useCallback(() => {
    if (isPhone && container.current?.contains(document.activeElement) === true)
      button.current?.focus({ preventScroll: true })
    setIsWanted(false)
  }, [isPhone])
  const { month, year } = applied
  const close = useCallback(() => {
    fold()
    setDraft({ month, year })
  }, [fold, setDraft, month, year])
  useDismiss(isOpen, container, close)
  return {
    isOpen,
    fold,
    close,
    container: {
      ref: container,
      onBlur: ({ relatedTarget, currentTarget }: FocusEvent) => {
        if (isOpen && relatedTarget !== null && !currentTarget.contains(relatedTarget)) close()
      },
    },
    button: {
      ref: button,
      'aria-expanded': isOpen,
      'aria-controls': id,
      onClick: () => (isOpen ? close() : setIsWanted(true)),
    },
    panel: { id, onFocus: () => setIsWanted(isPhone) },
  }
}
