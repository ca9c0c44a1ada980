import { lazy, type ReactNode, Suspense, useLayoutEffect, useState } from 'react'

import { cn } from '#client/lib/cn.ts'
import { formatCount } from '#client/lib/format.ts'
import { createStore, type Store, useStore } from '#client/lib/store.ts'
import type { KayitListItem } from '#shared/kayit/schema.ts'

import { focusRow } from './use-list-keys.ts'
import type { KayitSearch } from './search.ts'
import { NO_SELECTION, type Selection } from './selection.ts'

const Preview = lazy(() => import('./preview.tsx'))
const SelectionBar = lazy(() => import('./selection-bar.tsx'))

const NO_ROWS: KayitListItem[] = []

interface RowStores {
  /** Rows of the shown page. */
  rows: KayitListItem[]
  selection: Store<Selection>
  preview: Store<number | null>
  isPreviewing: boolean
}

/** Returns the shown rows with the stores of selection and preview; another page, filter or search clears both. */
export function useRowStores(items: KayitListItem[] | undefined, search: KayitSearch): RowStores {
  const state = JSON.stringify(search)
  // All searches share the stores: new ones would render every cell of the rows that are about to go.
  const [stores] = useState(newStores)
  useLayoutEffect(() => endFor(stores, state), [stores, state])
  const rows = items ?? NO_ROWS
  const isPreviewing = useStore(stores.preview, (id) => rows.some(({ kayit_id }) => kayit_id === id))
  return { rows, ...stores, isPreviewing }
}

const newStores = () => ({
  selection: createStore(NO_SELECTION),
  preview: createStore<number | null>(null),
  /** State of the list in which rows were selected and previewed. */
  of: createStore(''),
})

/** Clears selection and preview when the state of the list has changed. */
function endFor({ selection, preview, of }: ReturnType<typeof newStores>, state: string): void {
  if (of.get() === state) return
  of.set(state)
  selection.set(NO_SELECTION)
  preview.set(null)
}

interface ListWithPreviewProps {
  stores: RowStores
  onStatus: (rows: KayitListItem[], durum: string) => Promise<void>
  /** The list itself. */
  children: ReactNode
}

/** Shows the list with the preview beside it and the bar of the selected rows below. */
export function ListWithPreview({ stores, onStatus, children }: ListWithPreviewProps) {
  const { rows, isPreviewing, preview } = stores
  return (
    <>
      <div
        className={cn(
          isPreviewing && 'xl:grid xl:grid-cols-[minmax(0,1fr)_24rem] xl:items-start xl:gap-4 print:block',
        )}
      >
        {children}
        {isPreviewing && <PreviewOf rows={rows} preview={preview} />}
      </div>
      <SelectionOf stores={stores} onStatus={onStatus} />
    </>
  )
}

function PreviewOf({ rows, preview }: Pick<RowStores, 'rows' | 'preview'>) {
  const id = useStore(preview, (shown) => shown)
  const index = rows.findIndex(({ kayit_id }) => kayit_id === id)
  const row = rows[index]
  if (row === undefined) return null
  const show = (next: KayitListItem | undefined) => next && (() => preview.set(next.kayit_id))
  const close = () => {
    preview.set(null)
    focusRow(row.kayit_id)
  }
  return (
    <Suspense>
      <Preview row={row} previous={show(rows[index - 1])} next={show(rows[index + 1])} onClose={close} />
    </Suspense>
  )
}

function SelectionOf({
  stores: { rows, selection },
  onStatus,
}: Pick<ListWithPreviewProps, 'stores' | 'onStatus'>) {
  const ids = useStore(selection, (state) => state.ids)
  const selected = rows.filter(({ kayit_id }) => ids.has(kayit_id))
  const clear = () => {
    const last = selected.at(-1)
    selection.set(NO_SELECTION)
    // The bar disappears with the focus in it.
    if (last !== undefined) focusRow(last.kayit_id)
  }
  return (
    <>
      {/* Mounted before the bar, because some screen readers skip text inserted with its element. */}
      <output className="sr-only print:not-sr-only">
        {selected.length > 0 && `${formatCount(selected.length)} kayıt seçildi`}
      </output>
      <Suspense>
        {selected.length > 0 && (
          <SelectionBar
            count={selected.length}
            onStatus={
              selected.some((row) => row.quote_valid_until !== undefined)
                ? undefined
                : (durum) => void onStatus(selected, durum)
            }
            onClear={clear}
          />
        )}
      </Suspense>
    </>
  )
}
