import { api, trpcClient } from '#client/lib/api.ts'
import { changeSearch, type KayitSearch, toListInput } from '#client/features/kayit/list/search.ts'
import { findUnpriced } from '#client/features/kayit/items/unpriced.tsx'
import { errorMessage } from '#client/lib/error-message.ts'
import { logError } from '#client/lib/log.ts'
import { hasRight } from '#client/lib/session.ts'
import { toast } from '#client/lib/toast.ts'

import { messages } from '#shared/messages.ts'

import { pdfLink } from './pdf-buttons.tsx'
import type { KayitValues, StoredKayit } from './values.ts'

export { offerNextService } from '#client/lib/next-service-offer.ts'

type Return = {
  stage: KayitValues['stage']
  /** Shows the stored record again. */
  reload: () => Promise<void>
}

/** Offers for ten seconds to undo that a quote or an appointment has become a visit. */
export function offerReturn({ kayit, version }: StoredKayit, { stage, reload }: Return): void {
  const isQuote = stage !== 'appointment'
  const goBack = async () => {
    try {
      await trpcClient.kayit.becomeQuote.mutate({
        kayit_id: String(kayit.id),
        version,
        stage: isQuote ? 'quote' : 'appointment',
      })
    } catch (error) {
      return toast.error(errorMessage(error, `Kayıt yeniden ${isQuote ? 'teklif' : 'randevu'} yapılamadı.`))
    }
    await Promise.all([
      api.kayit.invalidate(),
      api.stats.invalidate(),
      api.vehicle.invalidate(),
      api.customer.invalidate(),
      api.appointment.invalidate(),
    ])
    await reload()
  }
  toast.undo(isQuote ? 'Teklif kayda çevrildi.' : 'Araç servise alındı.', () => void goBack())
}

/** Tells that a new record was stored, with the link to its document; returns the address of the list that shows it. */
export function showCreated(stored: StoredKayit): Promise<KayitSearch> {
  const { kayit, islemler, stage } = stored
  // Read the right now: a login over the form may have changed it.
  const hasDocument = hasRight('prices') && findUnpriced(islemler).count === 0
  toast.success(
    stage === 'quote' ? 'Teklif kaydedildi.' : messages.kayitCreated,
    hasDocument ? pdfLink(kayit.id) : undefined,
  )
  return findSearchShowing(stored)
}

/** Maximum wait in ms for the best view of a stored record. */
const MAX_WAIT_MS = 2_000

/**
 * Returns the address in which the list shows a record that was just stored: the quotes, or the first page if the record
 * is on it, otherwise the visits of its car. Without a response of the list it is the first page.
 */
async function findSearchShowing({ kayit, stage }: StoredKayit): Promise<KayitSearch> {
  if (stage === 'quote') return { stage }
  const { id, plaka, sasi_no } = kayit
  const late = new Promise<true>((resolve) => setTimeout(() => resolve(true), MAX_WAIT_MS))
  const isThere = await Promise.race([isOnFirstPage(id), late])
  return isThere ? {} : changeSearch({}, { q: plaka.trim() || sasi_no.trim() })
}

async function isOnFirstPage(id: number): Promise<boolean> {
  try {
    const { items } = await api.kayit.list.fetch(toListInput({}), { staleTime: 0, retry: false })
    return items.some(({ kayit_id }) => kayit_id === id)
  } catch (error) {
    logError('Kayıtlar okunamadı.', error)
    return true
  }
}
