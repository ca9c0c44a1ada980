import type { Selectable } from 'kysely'

import { type Shop, difference } from '#server/platform/core/batches.ts'
import { updateOwn } from '#server/platform/core/own-rows.ts'
import type { DB } from '#server/platform/db/schema.ts'
import { itemSearchText } from '#shared/item/rules.ts'

import { nameColumns, type NamedTable } from './named.ts'

/**
 * Recomputes the keys of the shop's price list and packages and returns how many rows it changed. Of two entries whose
 * names look the same by now, the second keeps its old key. May run alongside saves.
 */
export async function rederiveNamed(shop: Shop): Promise<number> {
  return (await rederiveTable(shop, 'item_price')) + (await rederiveTable(shop, 'item_package'))
}

type Keys = Pick<Selectable<DB['item_price']>, 'name' | 'name_key' | 'name_sort_key' | 'search_text'>

const rederiveTable = ({ db, actor }: Shop, table: NamedTable): Promise<number> =>
  db.transaction().execute(async (trx) => {
    const rows = await trx
      // The types of Kysely take one table.
      .selectFrom(table as 'item_price')
      .where('shop_id', '=', actor.shop)
      .orderBy('id')
      .selectAll()
      .forNoKeyUpdate()
      .execute()
    const taken = new Set(rows.filter(isLive).map(({ name_key }) => name_key))
    let changed = 0
    for (const row of rows) {
      const { name_key, ...columns } = nameColumns(row.name)
      const isTaken = isLive(row) && name_key !== row.name_key && taken.has(name_key)
      const change = difference<Keys>(row, {
        ...columns,
        ...(!isTaken && { name_key }),
        ...(table === 'item_price' && { search_text: itemSearchText(row.name) }),
      })
      if (change === null) continue
      taken.add(name_key)
      changed += 1
      await updateOwn({ db: trx, actor }, table as 'item_price')
        .set(change)
        .where('id', '=', row.id)
        .execute()
    }
    return changed
  })

const isLive = ({ deleted_at }: { deleted_at: Date | null }) => deleted_at === null
