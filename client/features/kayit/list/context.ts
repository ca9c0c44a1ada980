import { createContext } from 'react'

import type { ListActions } from '#client/components/data-table/list-context.ts'
import type { PdfKind } from '#client/features/kayit/form/pdf-address.ts'
import { createStore, type Store } from '#client/lib/store.ts'
import { joinIsolated } from '#shared/bidi.ts'
import type { KayitListItem } from '#shared/kayit/schema.ts'

import { NO_SELECTION, type Selection } from './selection.ts'

/** Context of the cells of the records' list, besides their row. */
interface KayitListActions extends ListActions<KayitListItem> {
  /** Whether the user may delete. */
  canDelete: boolean
  /** Whether the rows match only without Turkish marks. */
  isSimilar?: boolean
  /** Ids of the shown rows, in their order. */
  ids: readonly number[]
  /** Selected rows. Like `preview` a store, so that a change renders only the cells that show it. */
  selection: Store<Selection>
  /** Id of the previewed record, or `null`. */
  preview: Store<number | null>
  onStatus: (row: KayitListItem, durum: string) => void
  /** Opens a document; absent for a user who sees no prices. */
  onPdf?: ((row: KayitListItem, kind: PdfKind) => Promise<void>) | undefined
}

export const ListContext = createContext<KayitListActions>({
  query: '',
  canDelete: true,
  ids: [],
  selection: createStore(NO_SELECTION),
  preview: createStore<number | null>(null),
  onDelete: () => {},
  onStatus: () => {},
})

/** Returns the name of a record in questions and labels: plate and customer. */
export const recordName = ({
  plaka,
  musteri_adi_soyadi,
}: Pick<KayitListItem, 'plaka' | 'musteri_adi_soyadi'>): string =>
  joinIsolated(' – ', [plaka, musteri_adi_soyadi])
