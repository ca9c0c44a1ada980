import { api } from '#client/lib/api.ts'
import { isMissing } from '#client/lib/error-message.ts'
import { logError } from '#client/lib/log.ts'
import { QUIET } from '#client/lib/query-client.ts'
import type { KayitDetail } from '#shared/kayit/schema.ts'

/** Hovering over a link preloads the record; a click shortly after does not load it again. */
const FRESH_MS = 5_000

/** `detail` is `null` for a new record; 'missing': there is no such record, and asking again does not help. */
type LoadedKayit = { detail: KayitDetail | null } | { failed: 'missing' | 'load' }

/** The record of an address; '0' is a new one. */
export async function loadKayit(id: string): Promise<LoadedKayit> {
  if (id === '0') return { detail: null }
  try {
    const detail = api.kayit.get.fetch({ kayit_id: id }, { staleTime: FRESH_MS })
    // In the same request, so that nothing moves when it arrives; without it the record is shown all the same.
    const earlier = api.vehicle.earlier.prefetch({ kayit_ids: [id] }, { staleTime: FRESH_MS, meta: QUIET })
    const [found] = await Promise.all([detail, earlier])
    return { detail: found }
  } catch (error) {
    logError('Kayıt okunamadı.', error)
    return { failed: isMissing(error) ? 'missing' : 'load' }
  }
}
