import { useState } from 'react'

import { ChangeEntry } from '#client/components/changes/change-entry.tsx'
import { OlderNewerButtons } from '#client/components/changes/older-newer-buttons.tsx'
import { LoadError } from '#client/components/page-states.tsx'
import { trpc } from '#client/lib/api.ts'
import { Dialog, DialogContent, DialogDescription, DialogHeader, DialogTitle } from '#client/ui/dialog.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { changeMessages } from '#shared/change/messages.ts'

interface HistoryDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  id: number
  /** Name of the record: plate and customer. */
  about: string
}

/** Shows the history of a record: who changed it, when, and the differences. */
export default function HistoryDialog({ open, onOpenChange, about, id }: HistoryDialogProps) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange}>
      <DialogContent className="max-w-2xl">
        <DialogHeader>
          <DialogTitle>Geçmiş</DialogTitle>
          <DialogDescription className="wrap-anywhere">{about}</DialogDescription>
        </DialogHeader>
        <Entries id={id} />
      </DialogContent>
    </Dialog>
  )
}

function Entries({ id }: { id: number }) {
  const [page, setPage] = useState(1)
  // Read again each time, because other users may have changed the record meanwhile.
  const changes = trpc.change.of.useQuery({ noun: 'kayit', id, page }, { staleTime: 0 })
  if (changes.isPending)
    return (
      <>
        <output className="sr-only">Yükleniyor...</output>
        <Skeleton className="h-40" />
      </>
    )
  if (changes.data === undefined)
    return (
      <LoadError
        message={changeMessages.loadFailed}
        isPending={changes.isFetching}
        onRetry={() => void changes.refetch()}
      />
    )
  const { items, more } = changes.data
  return (
    <>
      {items.length === 0 && <p className="text-muted-foreground">Henüz değişiklik yok.</p>}
      <ul>
        {items.map((change) => (
          <ChangeEntry key={change.id} change={change} />
        ))}
      </ul>
      <OlderNewerButtons page={page} more={more} onPage={setPage} />
    </>
  )
}
