import { SharePanel } from '#client/components/share/share-panel.tsx'
import { pdfAddress } from '#client/features/kayit/form/pdf-address.ts'
import { TILL_PANEL } from '#client/features/kayit/payments/till-panel.ts'
import { trpc } from '#client/lib/api.ts'
import { markFirstStepDone } from '#client/lib/first-steps.ts'
import { useSessionUser } from '#client/lib/session.ts'
import { Dialog, DialogContent, DialogHeader, DialogTitle } from '#client/ui/dialog.tsx'
import { shareText } from '#shared/share/rules.ts'

interface ShareDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  id: number
  isDirty: boolean
}

/** Gives the record's document to its customer: first which paper, then how. */
export default function ShareDialog({ open, onOpenChange, id, isDirty }: ShareDialogProps) {
  const focusFirst = (event: Event) => {
    const first = (event.target as HTMLElement).querySelector<HTMLElement>('[data-first]')
    if (first === null) return
    event.preventDefault()
    first.focus()
  }
  return (
    <Dialog open={open} onOpenChange={onOpenChange}>
      <DialogContent aria-describedby={undefined} className={TILL_PANEL} onOpenAutoFocus={focusFirst}>
        <DialogHeader>
          <DialogTitle>Gönder</DialogTitle>
        </DialogHeader>
        <RecordPanel id={id} isDirty={isDirty} />
      </DialogContent>
    </Dialog>
  )
}

function RecordPanel({ id, isDirty }: Pick<ShareDialogProps, 'id' | 'isDirty'>) {
  const record = trpc.kayit.get.useQuery({ kayit_id: id }).data?.kayit
  const { company_name: company } = useSessionUser()
  const { musteri_tel: phone = '', plaka: plate = '' } = record ?? {}
  return (
    <SharePanel
      target={{ kayit_id: id }}
      phone={phone}
      textOf={(address) => shareText({ company, plate, address })}
      pdf={{
        addressOf: (withVat) => pdfAddress(withVat ? 'kdvli' : 'kdvsiz', id),
        onOpen: () => markFirstStepDone('pdf'),
      }}
      notice={
        isDirty && (
          <p className="text-sm text-warning-ink">
            Kaydedilmemiş değişiklikler var: son kaydedilen hâli gider.
          </p>
        )
      }
    />
  )
}
