import { api } from '#client/lib/api.ts'
import { logError } from '#client/lib/log.ts'

import type { Kayit } from '#shared/kayit/schema.ts'

import { changeSearch, type KayitSearch, toListInput } from './search.ts'

/** Longer than this nobody waits for the best view of what is stored already. */
const PATIENCE_MS = 2_000

/**
 * The address in which the list shows a record that was just stored: its beginning where the record stands there,
 * else the visits of its car. A list that does not answer is shown from its beginning.
 */
export async function searchShowing({ id, plaka, sasi_no }: Kayit): Promise<KayitSearch> {
  const late = new Promise<true>((resolve) => setTimeout(() => resolve(true), PATIENCE_MS))
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
