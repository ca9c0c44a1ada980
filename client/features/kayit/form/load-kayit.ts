import { api } from '#client/lib/api.ts'
import { isMissing } from '#client/lib/error-message.ts'
import { logError } from '#client/lib/log.ts'
import { QUIET } from '#client/lib/query-client.ts'
import { hasRight } from '#client/lib/session.ts'
import type { KayitDetail } from '#shared/kayit/schema.ts'

/** Age in ms up to which a click uses the record that hovering has preloaded. */
const FRESH_MS = 5_000

/** Loaded record, `null` for a new one; 'missing' if there is no such record, so that a retry does not help. */
type LoadedKayit = { detail: KayitDetail | null } | { failed: 'missing' | 'load' }

/** Returns the record of an address; '0' is a new one. */
export async function loadKayit(id: string): Promise<LoadedKayit> {
  if (id === '0') return { detail: null }
  try {
    // A number, as everywhere else, so that a stored record is not loaded again.
    const detail = api.kayit.get.fetch({ kayit_id: Number(id) }, { staleTime: FRESH_MS })
    // Prefetched in the same batch, so that the screen does not move later; a failure does not stop the record.
    const earlier = api.vehicle.earlier.prefetch({ kayit_ids: [id] }, { staleTime: FRESH_MS, meta: QUIET })
    const payments =
      hasRight('payments') && api.payment.of.prefetch({ kayit_id: id }, { staleTime: FRESH_MS, meta: QUIET })
    const [found] = await Promise.all([detail, earlier, payments])
    return { detail: found }
  } catch (error) {
    logError('Kayıt okunamadı.', error)
    return { failed: isMissing(error) ? 'missing' : 'load' }
  }
}
