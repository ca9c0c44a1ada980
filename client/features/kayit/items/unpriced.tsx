import { TriangleAlert } from 'lucide-react'
import { useState } from 'react'

import { ConfirmDialog } from '#client/components/confirm-dialog.tsx'
import { cn } from '#client/lib/cn.ts'
import { formatCount } from '#client/lib/format.ts'
import { joinIsolated } from '#shared/bidi.ts'
import type { UnpricedItems } from '#shared/kayit/ids.ts'

interface Item {
  islem_adi: string
  fiyat_kurus?: number
  isUnpriced?: true
}

/** Returns whether the user sees the price of an item and it is 0. */
export const hasNoPrice = ({ fiyat_kurus, isUnpriced }: Omit<Item, 'islem_adi'>) =>
  fiyat_kurus === 0 && isUnpriced !== true

export function findUnpriced(items: readonly Item[]): UnpricedItems {
  const names = items.filter(hasNoPrice).map(({ islem_adi }) => islem_adi)
  return { count: names.length, names }
}

const NAMED = 5

/** Returns the names of unpriced items: 'Cila, Balata ve 3 işlem daha'. */
export function unpricedNamesText({ count, names }: UnpricedItems): string {
  const shown = names.slice(0, NAMED)
  const more = count - shown.length
  return `${joinIsolated(', ', shown)}${more > 0 ? ` ve ${formatCount(more)} işlem daha` : ''}`
}

export const unpricedCountText = ({ count }: UnpricedItems) => `${formatCount(count)} işlem fiyatsız`

/** Counts the items without a price; a press leads to the first of them. */
export function UnpricedMark({ rows, className }: { rows: readonly Item[]; className?: string }) {
  const unpriced = findUnpriced(rows)
  if (unpriced.count === 0) return null
  const goToFirst = () => {
    const name = `islemler.${rows.findIndex(hasNoPrice)}.kdv_dahil`
    document.querySelector<HTMLElement>(`[name="${name}"]`)?.focus()
  }
  return (
    <button
      type="button"
      className={cn('inline-flex items-center gap-1.5 text-sm font-medium', className)}
      onClick={goToFirst}
    >
      <TriangleAlert aria-hidden className="size-4" />
      {unpricedCountText(unpriced)}
    </button>
  )
}

interface Asked {
  unpriced: UnpricedItems
  label: string
  goOn: () => void
}

/**
 * Names the items without a price before a record is completed or its document is made; work under guarantee or a gift
 * may stay without one (decision 32). Calls `goOn` at once when every item has a price.
 */
export function useUnpricedQuestion() {
  const [asked, setAsked] = useState<Asked>({ unpriced: { count: 0, names: [] }, label: '', goOn: () => {} })
  const [open, setOpen] = useState(false)
  const askUnpriced = (unpriced: UnpricedItems, label: string, goOn: () => void) => {
    if (unpriced.count === 0) return goOn()
    setAsked({ unpriced, label, goOn })
    setOpen(true)
  }
  const unpricedQuestion = (
    <ConfirmDialog
      open={open}
      onOpenChange={setOpen}
      question={unpricedCountText(asked.unpriced)}
      confirmLabel={asked.label}
      variant="default"
      onConfirm={() => {
        setOpen(false)
        asked.goOn()
      }}
    >
      {unpricedNamesText(asked.unpriced)}
    </ConfirmDialog>
  )
  return { askUnpriced, unpricedQuestion }
}

export type AskUnpriced = ReturnType<typeof useUnpricedQuestion>['askUnpriced']
