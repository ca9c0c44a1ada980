import { Printer } from 'lucide-react'

import { ShareDialog } from '#client/components/share/share-dialog.tsx'
import { SHARE_LINE } from '#client/components/share/share-line.ts'
import { SharePanel } from '#client/components/share/share-panel.tsx'
import { pdfAddress } from '#client/features/kayit/form/pdf-address.ts'
import { TILL_PANEL } from '#client/features/kayit/payments/till-panel.ts'
import { findUnpriced, unpricedCountText, unpricedNamesText } from '#client/features/kayit/items/unpriced.tsx'
import { trpc } from '#client/lib/api.ts'
import { markFirstStepDone } from '#client/lib/first-steps.ts'
import { useToday } from '#client/lib/use-today.ts'
import type { Day } from '#shared/date.ts'
import type { KayitDetail } from '#shared/kayit/schema.ts'
import { quoteMessages } from '#shared/quote/messages.ts'

export interface RecordShareProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  id: number
  isDirty: boolean
}

/** Gives the record's document to its customer: first which paper, then how. */
export default function RecordShareDialog({ open, onOpenChange, id, isDirty }: RecordShareProps) {
  return (
    <ShareDialog open={open} onOpenChange={onOpenChange} className={TILL_PANEL}>
      <RecordPanel id={id} isDirty={isDirty} />
    </ShareDialog>
  )
}

function RecordPanel({ id, isDirty }: Pick<RecordShareProps, 'id' | 'isDirty'>) {
  const { data } = trpc.kayit.get.useQuery({ kayit_id: id })
  const unpriced = findUnpriced(data?.islemler ?? [])
  const today = useToday()
  return (
    <SharePanel
      target={{ kind: 'record', id }}
      phone={data?.kayit.musteri_tel ?? ''}
      refusal={data && quoteRefusal(data, today)}
      notice={
        <>
          {isDirty && (
            <p className="text-sm text-warning-ink">
              Kaydedilmemiş değişiklikler var: son kaydedilen hâli gider.
            </p>
          )}
          {unpriced.count > 0 && (
            <p className="text-sm wrap-anywhere text-warning-ink">
              {`${unpricedCountText(unpriced)}: ${unpricedNamesText(unpriced)}`}
            </p>
          )}
        </>
      }
      renderPdf={(withVat) => (
        <a
          href={pdfAddress(withVat ? 'kdvli' : 'kdvsiz', id)}
          target="_blank"
          rel="noreferrer"
          className={SHARE_LINE}
          onClick={() => markFirstStepDone('pdf')}
        >
          <Printer aria-hidden />
          PDF aç, yazdır
        </a>
      )}
    />
  )
}

/** Returns why the server would refuse to send a quote now. */
function quoteRefusal({ stage, islemler, quote_valid_until: until }: KayitDetail, today: Day) {
  if (stage !== 'quote') return undefined
  if (islemler.length === 0) return quoteMessages.empty
  return until != null && until < today ? quoteMessages.overdue : undefined
}
