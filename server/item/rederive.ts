import { type Shop, difference } from '#server/platform/core/batches.ts'
import { itemSearchText } from '#shared/item/rules.ts'

import { nameColumns, type NamedTable } from './named.ts'

/**
 * Recomputes the keys of the shop's price list and packages and returns how many rows it changed. Of two entries whose
 * names look the same by now, the second keeps its old key. May run alongside saves.
 */
export async function rederiveNamed(shop: Shop): Promise<number> {
  return (await rederiveTable(shop, 'item_price')) + (await rederiveTable(shop, 'item_package'))
}

const rederiveTable = ({ db, actor }: Shop, table: NamedTable): Promise<number> =>
  db.transaction().execute(async (trx) => {
    const rows = await trx
      .selectFrom(table)
      .where('shop_id', '=', actor.shop)
      .orderBy('id')
      .select(['id', 'name', 'name_key', 'name_sort_key', 'deleted_at'])
      .forNoKeyUpdate()
      .execute()
    const taken = new Set(rows.filter(isLive).map(({ name_key }) => name_key))
    let changed = 0
    for (const row of rows) {
      const expected = nameColumns(row.name)
      const isTaken = isLive(row) && expected.name_key !== row.name_key && taken.has(expected.name_key)
      const change = difference(row, isTaken ? { name_sort_key: expected.name_sort_key } : expected)
      if (change === null) continue
      taken.add(expected.name_key)
      changed += 1
      await trx
        .updateTable(table)
        .set(change)
        .where('shop_id', '=', actor.shop)
        .where('id', '=', row.id)
        .execute()
    }
    if (table === 'item_price') await rederiveSearchTexts({ db: trx, actor })
    return changed
  })

const isLive = ({ deleted_at }: { deleted_at: Date | null }) => deleted_at === null

async function rederiveSearchTexts({ db, actor }: Shop): Promise<void> {
  const rows = await db
    .selectFrom('item_price')
    .where('shop_id', '=', actor.shop)
    .select(['id', 'name', 'search_text'])
    .execute()
  for (const { id, name, search_text } of rows) {
    const expected = itemSearchText(name)
    if (search_text === expected) continue
    await db
      .updateTable('item_price')
      .set({ search_text: expected })
      .where('shop_id', '=', actor.shop)
      .where('id', '=', id)
      .execute()
  }
}
