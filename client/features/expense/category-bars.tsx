import { ChevronDown } from 'lucide-react'
import { useId, useState } from 'react'

import { Amount } from '#client/components/amount.tsx'
import { formatCount } from '#client/lib/format.ts'
import { isolated } from '#shared/bidi.ts'
import type { CategorySum } from '#shared/expense/categories.ts'
import { formatTL } from '#shared/money.ts'

export const NO_CATEGORY = 'Kategorisiz'

interface CategoryBarsProps {
  /** `undefined` during loading. */
  sums: readonly CategorySum[] | undefined
  /** The category that filters the list; `undefined` for none. */
  chosen: string | undefined
  onChoose: (category: string | undefined) => void
}

const PERCENT = new Intl.NumberFormat('tr-TR', { style: 'percent', maximumFractionDigits: 0 })

/** Returns a share in words; '%0' would say that there is nothing. */
const share = (part: number, whole: number): string =>
  part / whole < 0.005 ? '%1’den az' : PERCENT.format(part / whole)

/** Shows the expenses of the list by category; a press on a bar filters the list by it, a second press shows all. */
export function CategoryBars({ sums: loaded, chosen, onChoose }: CategoryBarsProps) {
  const id = useId()
  const sums = loaded ?? []
  const [isOpen, setIsOpen] = useState(chosen !== undefined)
  const total = sums.reduce((all, { amount_kurus }) => all + amount_kurus, 0)
  const most = Math.max(1, ...sums.map(({ amount_kurus }) => amount_kurus))
  return (
    <details
      className="group rounded-lg border border-border bg-card shadow-sm"
      open={isOpen}
      onToggle={(event) => setIsOpen(event.currentTarget.open)}
    >
      <summary className="flex min-h-11 cursor-pointer list-none items-center gap-x-3 px-4 py-2 max-md:grid max-md:grid-cols-[1fr_auto] [&::-webkit-details-marker]:hidden">
        <span id={id} className="font-semibold">
          Kategoriye göre
        </span>
        <span className="min-w-0 grow text-sm wrap-anywhere text-muted-foreground max-md:order-last max-md:col-span-2">
          {/* The line keeps its height, so that the list below does not move. */}
          {finding(sums, total) || '\u00a0'}
        </span>
        <ChevronDown aria-hidden className="size-4 text-muted-foreground group-open:rotate-180" />
      </summary>
      <figure aria-labelledby={id} className="border-t border-border p-2 md:p-3">
        {loaded?.length === 0 && <p className="p-2 text-muted-foreground">Bu listede gider yok.</p>}
        <ul className="grid gap-1">
          {sums.map(({ category, count, amount_kurus }) => (
            <li key={category}>
              <button
                type="button"
                aria-pressed={chosen === category}
                className="relative grid min-h-11 w-full grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 overflow-hidden rounded-md border border-transparent px-3 text-left hover:border-input aria-pressed:border-foreground md:min-h-9"
                onClick={() => onChoose(chosen === category ? undefined : category)}
              >
                <span
                  aria-hidden
                  className={`absolute inset-y-0 left-0 rounded-md ${category === '' ? 'bg-sunken' : 'bg-primary-soft'}`}
                  style={{ width: `${(amount_kurus / most) * 100}%` }}
                />
                <span className="relative truncate font-medium">{nameOf(category)}</span>
                <span className="relative text-right whitespace-nowrap">
                  <span className="mr-2 text-sm text-muted-foreground">
                    <span className="max-md:sr-only">{`${formatCount(count)} gider · `}</span>
                    {share(amount_kurus, total)}
                  </span>
                  <Amount kurus={amount_kurus} className="font-semibold" />
                </span>
              </button>
            </li>
          ))}
        </ul>
      </figure>
    </details>
  )
}

export const nameOf = (category: string): string => category || NO_CATEGORY

/** Returns the finding of the chart: the largest category, and the number of expenses without one. */
function finding(sums: readonly CategorySum[], total: number): string {
  const first = sums.find(({ category }) => category !== '')
  const without = sums.find(({ category }) => category === '')?.count ?? 0
  const most =
    first &&
    `En çok ${isolated(first.category)}: ${formatTL(first.amount_kurus)} (${share(first.amount_kurus, total)})`
  const rest = without > 0 && `${formatCount(without)} giderin kategorisi yok`
  return [most, rest].filter(Boolean).join(' · ')
}
