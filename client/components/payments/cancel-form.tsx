import { useState } from 'react'

import { Field } from '#client/components/field.tsx'
import { Button } from '#client/ui/button.tsx'
import { DialogDescription } from '#client/ui/dialog.tsx'
import { Input } from '#client/ui/input.tsx'
import { type Day, formatDay } from '#shared/date.ts'
import { formatTL, type Kurus } from '#shared/money.ts'
import type { PaymentMethod } from '#shared/payment/rules.ts'
import { METHOD_WORDS } from '#shared/payment/words.ts'

export const CANCEL_QUESTION = 'Bu tahsilat iptal edilsin mi?'

interface CancelFormProps {
  entry: { day: Day; method: PaymentMethod; amount_kurus: Kurus }
  failure: string | undefined
  isPending: boolean
  onCancel: (note: string) => void
  onClose: () => void
}

/** Asks why an entry is cancelled. Nothing is deleted: an entry of the other kind is stored. */
export function CancelForm({ entry, failure, isPending, onCancel, onClose }: CancelFormProps) {
  const { day, method, amount_kurus } = entry
  const [note, setNote] = useState('')
  return (
    <form
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        if (!isPending) onCancel(note)
      }}
    >
      <DialogDescription>
        {`${formatDay(day)}, ${METHOD_WORDS[method]}, ${formatTL(amount_kurus)}. Silinmez; üstü çizili durur.`}
      </DialogDescription>
      <Field label="Neden" error={failure}>
        {(control) => <Input {...control} value={note} onChange={(event) => setNote(event.target.value)} />}
      </Field>
      <div className="flex flex-wrap justify-end gap-2">
        <Button variant="outline" onClick={onClose}>
          Vazgeç
        </Button>
        <Button type="submit" variant="destructive" isPending={isPending}>
          İptal et
        </Button>
      </div>
    </form>
  )
}
