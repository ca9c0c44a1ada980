import type { ColumnType, Generated } from 'kysely'

/** A name of the shop's work items with its last use, updated in the same transaction as the items. */
export interface ItemMemoryTable {
  shop_id: number
  /** `islem_adi_upper` of the items. */
  name_key: string
  /** The name, price and quantity of the last use: that of the latest day with a price, else of the latest day. */
  name: string
  price_kurus: number
  quantity: number
  /** Search text: the name's words without Turkish marks, each after a space; '' is not computed yet. */
  search_text: Generated<string>
  /** The number of items with this name. */
  uses: number
  /** Its day, 'YYYY-MM-DD'. */
  last_day: string
  last_kayit_id: number
}

/** What the shop's price list and its ready packages have in common. */
interface NamedTable {
  shop_id: number
  id: Generated<number>
  name: string
  /** As `islem_adi_upper`. Unique among those of a shop that are not deleted. */
  name_key: string
  /** Turkish sort key. */
  name_sort_key: string
  version: Generated<number>
  created_at: ColumnType<Date, Date | undefined, never>
  deleted_at: Generated<Date | null>
}

/** An entry of the price list: the VAT-inclusive unit price and the usual quantity. */
export interface ItemPriceTable extends NamedTable {
  /** As in ItemMemoryTable. */
  search_text: string
  price_kurus: number
  quantity: number
}

export interface ItemPackageTable extends NamedTable {
  /** JSON (shared/item/package.ts). */
  items: string
}
