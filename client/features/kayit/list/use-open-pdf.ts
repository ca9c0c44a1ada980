import { pdfAddress, type PdfKind } from '#client/features/kayit/form/pdf-address.ts'
import { findUnpriced, useUnpricedQuestion } from '#client/features/kayit/items/unpriced.tsx'
import { api } from '#client/lib/api.ts'
import { errorMessage } from '#client/lib/error-message.ts'
import { markFirstStepDone } from '#client/lib/first-steps.ts'
import { toast } from '#client/lib/toast.ts'
import { useStableCallback } from '#client/lib/use-stable-callback.ts'
import type { KayitListItem } from '#shared/kayit/schema.ts'
import { messages } from '#shared/messages.ts'

/**
 * Returns a handler that opens a record's document in a new tab, but asks first if an item has no price. The row under
 * the pointer has preloaded its record, so that the browser still counts the tab as opened by the press.
 */
export function useOpenPdf() {
  const { askUnpriced, unpricedQuestion } = useUnpricedQuestion()
  const openPdf = async ({ kayit_id: id }: KayitListItem, kind: PdfKind): Promise<void> => {
    try {
      const { islemler } = await api.kayit.get.fetch({ kayit_id: id })
      askUnpriced(findUnpriced(islemler), 'Yine de aç', () => {
        window.open(pdfAddress(kind, id), '_blank', 'noopener')
        markFirstStepDone('pdf')
      })
    } catch (error) {
      toast.error(errorMessage(error, messages.kayitDetailsFailed, messages.kayitDetailsFailed))
    }
  }
  const onPdf = useStableCallback((row: KayitListItem, kind: PdfKind) => void openPdf(row, kind))
  return { onPdf, pdfQuestion: unpricedQuestion }
}
