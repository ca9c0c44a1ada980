import { type ReactNode, useState } from 'react'

import { lazyDialog } from '#client/components/lazy-dialog.tsx'

import type { MergeDialogProps } from './merge-dialog.tsx'
import type { useLinking } from './use-linking.ts'

type Row = { id: number }

const MergeDialog = lazyDialog<MergeDialogProps<Row>>(() => import('./merge-dialog.tsx'))

/** Returns the state of the dialog: `search` is the text of the search, `isOpen` whether the dialog is open. */
export function useMergeDialog() {
  const [isOpen, setOpen] = useState(false)
  const [search, setSearch] = useState('')
  return { isOpen, setOpen, search, setSearch }
}

interface MergeProps<R extends Row> {
  /** The car or customer that the chosen one becomes part of. */
  into: number
  linking: ReturnType<typeof useLinking>
  dialog: ReturnType<typeof useMergeDialog>
  title: string
  placeholder: string
  /** The explanation in the dialog. */
  children: ReactNode
  /** The cars or customers that the dialog's search has returned. */
  candidates: { data: { items: R[] } | undefined; isError: boolean }
  renderRow: (row: R) => ReactNode
}

/** The dialog that merges another car or customer into this one. */
export function Merge<R extends Row>({
  into,
  linking,
  dialog,
  title,
  placeholder,
  children,
  candidates,
  renderRow,
}: MergeProps<R>) {
  const merge = async ({ id }: Row) => {
    if (await linking.merge(id, into)) dialog.setOpen(false)
  }
  return (
    <MergeDialog
      open={dialog.isOpen}
      onOpenChange={dialog.setOpen}
      title={title}
      placeholder={placeholder}
      q={dialog.search}
      onSearch={dialog.setSearch}
      rows={candidates.data?.items}
      isError={candidates.isError}
      into={into}
      isPending={linking.isPending}
      onMerge={(row) => void merge(row)}
      renderRow={(row) => renderRow(row as R)}
    >
      {children} Kayıtlar değişmez; istediğiniz zaman ayırabilirsiniz.
    </MergeDialog>
  )
}
