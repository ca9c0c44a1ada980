import type { KayitValues, StoredKayit } from '#client/features/kayit/form/values.ts'
import type { Form } from '#client/forms/use-form.ts'

import PaymentDialog from './payment-dialog.tsx'
import ReversalDialog from './reversal-dialog.tsx'
import type { Till } from './use-till.ts'

export interface TillDialogsProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  kayitId: number
  till: Till
  form: Form<KayitValues, StoredKayit>
}

/** Shows the dialog of the entry that is being made or cancelled. It stands outside the record's form, whose submit it must not cause. */
export default function TillDialogs({
  kayitId,
  form,
  till: { asked, money },
  onOpenChange,
}: TillDialogsProps) {
  const [kind, entry] = typeof asked === 'object' ? [null, asked] : [asked, null]
  return (
    <>
      <PaymentDialog
        open={kind !== null}
        onOpenChange={onOpenChange}
        {...{ kayitId, money, form }}
        kind={kind ?? 'payment'}
      />
      <ReversalDialog open={entry !== null} onOpenChange={onOpenChange} {...{ kayitId, entry }} />
    </>
  )
}
