import { pdfAddress, type PdfKind } from '#client/features/kayit/form/pdf-address.ts'
import { type AskUnpriced, findUnpriced } from '#client/features/kayit/items/unpriced.tsx'
import { api } from '#client/lib/api.ts'
import { errorMessage } from '#client/lib/error-message.ts'
import { markFirstStepDone } from '#client/lib/first-steps.ts'
import { toast } from '#client/lib/toast.ts'
import { messages } from '#shared/messages.ts'

/**
 * Opens a record's document in a new tab, but asks first if an item has no price. The row under the pointer has
 * preloaded its record, so that the browser still counts the tab as opened by the press.
 */
export async function openPdf(
  { id, kind }: { id: number; kind: PdfKind },
  askUnpriced: AskUnpriced,
): Promise<void> {
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
