import { type ReactNode, useState } from 'react'

import { SearchInput } from '#client/components/search-input.tsx'
import { Button } from '#client/ui/button.tsx'
import { DialogFooter } from '#client/ui/dialog-parts.tsx'
import { Dialog, DialogContent, DialogDescription, DialogHeader, DialogTitle } from '#client/ui/dialog.tsx'
import { MAX_NAME_LENGTH } from '#shared/options.ts'

export interface MergeDialogProps<Row extends { id: number }> {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
  /** The explanation of the merge and its undo. */
  children: ReactNode
  placeholder: string
  q: string
  onSearch: (q: string) => void
  /** The rows that match the search; `undefined` during a search. */
  rows: readonly Row[] | undefined
  isError: boolean
  /** The id of the car or customer that stays, which is not offered. */
  into: number
  renderRow: (row: Row) => ReactNode
  isPending: boolean
  onMerge: (row: Row) => void
}

/** The dialog that finds the other car or customer and asks before the two become one. */
export default function MergeDialog<Row extends { id: number }>(props: MergeDialogProps<Row>) {
  const { open, onOpenChange, title, children } = props
  return (
    <Dialog open={open} onOpenChange={onOpenChange}>
      <DialogContent>
        <DialogHeader>
          <DialogTitle>{title}</DialogTitle>
          <DialogDescription className="wrap-anywhere">{children}</DialogDescription>
        </DialogHeader>
        <Choice {...props} />
      </DialogContent>
    </Dialog>
  )
}

function Choice<Row extends { id: number }>({
  placeholder,
  q,
  onSearch,
  rows,
  isError,
  into,
  renderRow,
  isPending,
  onMerge,
  onOpenChange,
}: MergeDialogProps<Row>) {
  const [chosen, setChosen] = useState<Row>()
  const offered = rows?.filter(({ id }) => id !== into)
  return (
    <>
      <SearchInput placeholder={placeholder} maxLength={MAX_NAME_LENGTH} value={q} onSearch={onSearch} />
      <fieldset className="max-h-72 min-w-0 overflow-y-auto" aria-busy={offered === undefined}>
        <legend className="sr-only">Birleştirilecek olan</legend>
        {offered?.map((row) => (
          <label
            key={row.id}
            className="flex min-h-11 items-center gap-3 rounded-md px-2 py-1 hover:bg-sunken has-checked:bg-primary-soft"
          >
            <input
              type="radio"
              name="birlestir"
              className="size-4 shrink-0 accent-primary"
              checked={chosen?.id === row.id}
              onChange={() => setChosen(row)}
            />
            <span className="flex min-w-0 flex-wrap items-center gap-x-3">{renderRow(row)}</span>
          </label>
        ))}
        <output className="block px-2 text-sm text-muted-foreground">
          {isError ? 'Arama yapılamadı.' : offered?.length === 0 && 'Sonuç bulunamadı.'}
        </output>
      </fieldset>
      <DialogFooter>
        <Button variant="outline" onClick={() => onOpenChange(false)}>
          Vazgeç
        </Button>
        <Button
          isPending={isPending}
          disabled={chosen === undefined}
          onClick={() => chosen !== undefined && onMerge(chosen)}
        >
          Birleştir
        </Button>
      </DialogFooter>
    </>
  )
}
