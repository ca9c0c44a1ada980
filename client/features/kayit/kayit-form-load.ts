import { api } from '#client/lib/api.ts'
import type { KayitDetail } from '#shared/kayit/schema.ts'

/** A link that was pointed at loads ahead; the click a moment later does not ask again. */
const FRESH_MS = 5_000

/** The record of an address, `null` for a new one ('0'). Throws what the server refused. */
export async function loadKayit(id: string): Promise<KayitDetail | null> {
  if (id === '0') return null
  return api.kayit.get.fetch({ kayit_id: id }, { staleTime: FRESH_MS })
}
