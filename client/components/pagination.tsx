import { ChevronLeft, ChevronRight } from 'lucide-react'
import { type ReactNode, useId, useRef } from 'react'

import { formatCount } from '#client/lib/format.ts'
import { Button } from '#client/ui/button.tsx'
import { Select } from '#client/ui/select.tsx'

interface PaginationProps {
  /** The page number, from 1. */
  page: number
  size: number
  /** Rows in all pages. */
  total: number
  /** Counts all rows; present if there are more than `total`. */
  onCount?: (() => void) | undefined
  sizes: readonly number[]
  onPageChange: (page: number) => void
  onSizeChange: (size: number) => void
  /** The sum of all pages. */
  sum?: ReactNode
}

/** Returns the page numbers to offer: first, last, and the neighbours of `page`; `null` is a gap. */
export function pageWindow(page: number, pages: number): (number | null)[] {
  const wanted = [1, page - 1, page, page + 1, pages]
  const near = [...new Set(wanted)].filter((n) => n >= 1 && n <= pages)
  return near.flatMap((n, index) => {
    const gap = n - (near[index - 1] ?? n)
    if (gap === 2) return [n - 1, n]
    return gap > 2 ? [null, n] : [n]
  })
}

/**
 * The foot of a list that the server pages: the row range ('21–40 / 143'), page size, page buttons and the sum; range
 * and sum are printed too. An empty list has none.
 */
export function Pagination({
  page,
  size,
  total,
  onCount,
  sizes,
  onPageChange,
  onSizeChange,
  sum,
}: PaginationProps) {
  const sizeId = useId()
  const range = useRef<HTMLOutputElement>(null)
  if (total === 0) return null
  const pages = Math.max(1, Math.ceil(total / size))
  const first = (page - 1) * size + 1
  return (
    <fieldset
      aria-label="Sayfalama"
      className="flex min-w-0 flex-wrap items-center justify-between gap-x-4 gap-y-2 max-md:mt-4 md:border-t md:border-border md:px-4 md:py-2"
    >
      <div className="mr-auto flex items-center gap-2">
        {/* The range is read aloud after a change of page, filter or search. */}
        <output ref={range} tabIndex={-1} className="text-sm text-muted-foreground">
          {`${formatCount(first)}–${formatCount(Math.min(page * size, total))} / ${formatCount(total)}${onCount === undefined ? '' : '+'}`}
        </output>
        {onCount !== undefined && (
          <Button
            data-print="hide"
            variant="outline"
            size="sm"
            onClick={() => {
              // The button disappears with the answer.
              range.current?.focus()
              onCount()
            }}
          >
            Hepsini say
          </Button>
        )}
      </div>
      <div data-print="hide" className="flex items-center gap-2 max-md:order-1">
        <label htmlFor={sizeId} className="text-sm text-muted-foreground">
          Sayfa boyutu
        </label>
        <Select
          id={sizeId}
          className="w-18"
          value={size}
          onChange={(event) => onSizeChange(Number(event.target.value))}
        >
          {sizes.map((option) => (
            <option key={option} value={option}>
              {option}
            </option>
          ))}
        </Select>
      </div>
      <div data-print="hide" className="flex items-center gap-1 max-md:order-1">
        <Step
          label="Önceki sayfa"
          Icon={ChevronLeft}
          to={page > 1 ? page - 1 : undefined}
          go={onPageChange}
        />
        {pageWindow(page, pages).map((n, index) =>
          n === null ? (
            <span key={`gap-${index}`} aria-hidden className="hidden px-1 text-muted-foreground md:inline">
              …
            </span>
          ) : (
            <Button
              key={n}
              variant={n === page ? 'default' : 'ghost'}
              size="icon"
              aria-label={`Sayfa ${n}`}
              aria-current={n === page ? 'page' : undefined}
              className={n === page ? 'w-auto min-w-11 px-2 md:min-w-9' : 'w-auto min-w-9 px-2 max-md:hidden'}
              onClick={() => onPageChange(n)}
            >
              {formatCount(n)}
            </Button>
          ),
        )}
        <Step
          label="Sonraki sayfa"
          Icon={ChevronRight}
          to={page < pages ? page + 1 : undefined}
          go={onPageChange}
        />
      </div>
      {sum}
    </fieldset>
  )
}

interface StepProps {
  label: string
  Icon: typeof ChevronLeft
  /** The target page; `undefined` at either end, where the button keeps its place and the focus but does nothing. */
  to: number | undefined
  go: (page: number) => void
}

function Step({ label, Icon, to, go }: StepProps) {
  return (
    <Button
      variant="outline"
      size="icon"
      aria-label={label}
      aria-disabled={to === undefined || undefined}
      className="aria-disabled:opacity-55"
      onClick={() => to !== undefined && go(to)}
    >
      <Icon aria-hidden />
    </Button>
  )
}
