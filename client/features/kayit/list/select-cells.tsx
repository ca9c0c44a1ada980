import { type ChangeEvent, type ComponentProps, type MouseEvent, use } from 'react'

import { useStore } from '#client/lib/store.ts'
import type { KayitListItem } from '#shared/kayit/schema.ts'

import { ListContext, recordName } from './context.ts'
import { toggleAllRows, extendSelection, toggleRow } from './selection.ts'

/** Shows the checkbox of a row; with Shift it selects all rows since the last one. */
export function SelectRow({ row }: { row: KayitListItem }) {
  const { selection, ids } = use(ListContext)
  const id = row.kayit_id
  const isSelected = useStore(selection, (state) => state.ids.has(id))
  const press = ({ nativeEvent }: ChangeEvent) => {
    const isRange = nativeEvent instanceof globalThis.MouseEvent && nativeEvent.shiftKey
    const now = selection.get()
    selection.set(isRange ? extendSelection(now, id, ids) : toggleRow(now, id))
  }
  return <Box data-select label={`Seç: ${recordName(row)}`} checked={isSelected} onChange={press} />
}

/** Shows the checkbox in the head, which selects every row of the page. */
export function SelectAll() {
  const { selection, ids } = use(ListContext)
  // A selected row may have left the page since, by its new status.
  const count = useStore(selection, (state) => ids.filter((id) => state.ids.has(id)).length)
  const isAll = count > 0 && count === ids.length
  return (
    <Box
      label="Sayfadaki tüm kayıtları seç"
      checked={isAll}
      ref={(box) => {
        if (box !== null) box.indeterminate = count > 0 && !isAll
      }}
      onChange={() => selection.set(toggleAllRows(selection.get(), ids))}
    />
  )
}

/** Prevents the browser from selecting the texts between two presses with Shift. */
const keepTexts = (event: MouseEvent) => {
  if (event.shiftKey) event.preventDefault()
}

/** The label is no text, so that find-in-page finds the customer only once in the row. */
function Box({ label, ...props }: ComponentProps<'input'> & { label: string }) {
  return (
    <label className="-mx-2.5 grid size-8 cursor-pointer place-items-center md:max-xl:-mx-1.5 md:max-xl:size-6">
      <input
        type="checkbox"
        aria-label={label}
        className="size-4.5 accent-primary"
        onMouseDown={keepTexts}
        {...props}
      />
    </label>
  )
}
