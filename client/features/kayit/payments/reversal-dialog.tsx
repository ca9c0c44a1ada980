import { useRef, useState } from 'react'

import { CANCEL_QUESTION, CancelForm } from '#client/components/payments/cancel-form.tsx'
import { trpc } from '#client/lib/api.ts'
import { errorMessage } from '#client/lib/error-message.ts'
import { randomKey } from '#client/lib/random-key.ts'
import { toast } from '#client/lib/toast.ts'
import { Dialog, DialogContent, DialogHeader, DialogTitle } from '#client/ui/dialog.tsx'
import type { Payment } from '#shared/payment/schema.ts'

import { useStoreMoney } from './use-pay.ts'

interface ReversalDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  kayitId: number
  /** The entry to cancel; `null` while the dialog is closed. */
  entry: Payment | null
}

/** Cancels an entry of a record. */
export default function ReversalDialog({ open, onOpenChange, kayitId, entry }: ReversalDialogProps) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange}>
      <DialogContent>
        {entry !== null && <Question entry={entry} kayitId={kayitId} onDone={() => onOpenChange(false)} />}
      </DialogContent>
    </Dialog>
  )
}

function Question({ entry, kayitId, onDone }: { entry: Payment; kayitId: number; onDone: () => void }) {
  const store = useStoreMoney(kayitId)
  const key = useRef(randomKey())
  const [failure, setFailure] = useState<string>()
  const { mutate, isPending } = trpc.payment.reverse.useMutation({
    onSuccess: (money) => {
      if (money !== null) store(money)
      toast.success('Tahsilat iptal edildi.')
      onDone()
    },
    onError: (error) => setFailure(errorMessage(error, 'İptal edilemedi.')),
  })
  return (
    <>
      <DialogHeader>
        <DialogTitle>{CANCEL_QUESTION}</DialogTitle>
      </DialogHeader>
      <CancelForm
        entry={entry}
        failure={failure}
        isPending={isPending}
        onCancel={(note) => mutate({ id: entry.id, note, key: key.current })}
        onClose={onDone}
      />
    </>
  )
}
