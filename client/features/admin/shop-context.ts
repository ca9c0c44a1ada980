import { createContext } from 'react'

import type { ShopRow } from '#shared/admin/shops.ts'

interface ShopList {
  /** The search whose hits are marked. */
  query: string
  /** The selected shops by id: they stay selected on other pages of the list. */
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
