import { useRef, useState } from 'react'

import { Field } from '#client/components/field.tsx'
import { trpc } from '#client/lib/api.ts'
import { errorMessage } from '#client/lib/error-message.ts'
import { randomKey } from '#client/lib/random-key.ts'
import { toast } from '#client/lib/toast.ts'
import { Button } from '#client/ui/button.tsx'
import { Dialog, DialogContent, DialogDescription, DialogHeader, DialogTitle } from '#client/ui/dialog.tsx'
import { Input } from '#client/ui/input.tsx'
import { formatDay } from '#shared/date.ts'
import { formatTL } from '#shared/money.ts'
import type { Payment } from '#shared/payment/schema.ts'
import { METHOD_WORDS } from '#shared/payment/words.ts'

import { useStoreMoney } from './use-pay.ts'

interface ReversalDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  kayitId: number
  /** The entry to cancel; `null` while the dialog is closed. */
  entry: Payment | null
}

/** Asks why an entry is cancelled. Nothing is deleted: an entry of the other kind is stored. */
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
  const { id, day, method, amount_kurus } = entry
  const store = useStoreMoney(kayitId)
  const key = useRef(randomKey())
  const [note, setNote] = useState('')
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
    <form
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        if (!isPending) mutate({ id, note, key: key.current })
      }}
    >
      <DialogHeader>
        <DialogTitle>Bu tahsilat iptal edilsin mi?</DialogTitle>
        <DialogDescription>
          {`${formatDay(day)}, ${METHOD_WORDS[method]}, ${formatTL(amount_kurus)}. Silinmez; üstü çizili durur.`}
        </DialogDescription>
      </DialogHeader>
      <Field label="Neden" error={failure}>
        {(control) => <Input {...control} value={note} onChange={(event) => setNote(event.target.value)} />}
      </Field>
      <div className="flex flex-wrap justify-end gap-2">
        <Button variant="outline" onClick={onDone}>
          Vazgeç
        </Button>
        <Button type="submit" variant="destructive" isPending={isPending}>
          İptal et
        </Button>
      </div>
    </form>
  )
}
