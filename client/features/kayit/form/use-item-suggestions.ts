import { keepPreviousData } from '@tanstack/react-query'

import type { FormFields } from '#client/forms/use-field.ts'
import { trpc } from '#client/lib/api.ts'
import { QUIET } from '#client/lib/query-client.ts'
import { useStore } from '#client/lib/store.ts'
import type { Suggestion } from '#shared/item/schema.ts'

import type { KayitValues } from './values.ts'

/** Number of typed characters from which on the server is asked. */
const LEAST = 2
const NONE: readonly Suggestion[] = []

/** Returns the work items that match the text in the add area of a record; none while they are unknown. */
export function useItemSuggestions(
  { store }: FormFields<KayitValues>,
  kayitId: number,
): readonly Suggestion[] {
  const q = useStore(store, ({ values }) => values.yeni.islem_adi.trim())
  const plate = useStore(store, ({ values }) => values.plaka)
  const vin = useStore(store, ({ values }) => values.sasi_no)
  const isAsked = q.length >= LEAST
  const { data } = trpc.item.suggest.useQuery(
    { q, plate, vin, kayit_id: kayitId },
    // The list stays while the next one loads.
    { enabled: isAsked, retry: false, meta: QUIET, placeholderData: keepPreviousData },
  )
  return isAsked ? (data?.items ?? NONE) : NONE
}
