import { createContext } from 'react'

import type { ShopRow } from '#shared/admin/shops.ts'

interface ShopList {
  /** Search whose hits are marked. */
  query: string
  /** Selected shops by id; they stay selected when the list shows another page. */
  selected: ReadonlyMap<number, ShopRow>
  toggle: (row: ShopRow) => void
  onOpen: (row: ShopRow) => void
}

export const ShopListContext = createContext<ShopList>({
  query: '',
  selected: new Map(),
  toggle: () => {},
  onOpen: () => {},
})
