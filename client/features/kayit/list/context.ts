import { createContext } from 'react'

import type { ListActions } from '#client/components/data-table/list-context.ts'
import { createStore, type Store } from '#client/lib/store.ts'
import { joinIsolated } from '#shared/bidi.ts'
import type { KayitListItem } from '#shared/kayit/schema.ts'

import { NOTHING, type Selection } from './selection.ts'

/** What the cells of the records' list need besides their row. */
interface KayitListActions extends ListActions<KayitListItem> {
  /** Whether the user may delete. */
  canDelete: boolean
  /** The rows match only without Turkish marks. */
  isSimilar?: boolean
  /** The ids of the shown rows, in their order. */
  ids: readonly number[]
  /** The selected rows. Like `preview` a store, so that a change renders only the cells that show it. */
  selection: Store<Selection>
  /** The id of the previewed record, or `null`. */
  preview: Store<number | null>
  onStatus: (row: KayitListItem, durum: string) => void
}

export const ListContext = createContext<KayitListActions>({
  query: '',
  canDelete: true,
  ids: [],
  selection: createStore(NOTHING),
  preview: createStore<number | null>(null),
  onDelete: () => {},
  onStatus: () => {},
})

/** The name of a record in questions and labels: plate and customer. */
export const nameOf = ({
  plaka,
  musteri_adi_soyadi,
}: Pick<KayitListItem, 'plaka' | 'musteri_adi_soyadi'>): string =>
  joinIsolated(' – ', [plaka, musteri_adi_soyadi])
