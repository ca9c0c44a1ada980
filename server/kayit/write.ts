import type { Insertable, Updateable } from 'kysely'

import type { Shop } from '#server/platform/core/batches.ts'
import { compiled } from '#server/platform/db/compiled.ts'
import type { KayitTable } from '#server/platform/db/schema.ts'

export const insertKayit = ({ db }: Shop, row: Insertable<KayitTable>): Promise<unknown> =>
  insertQuery(db, [row])

const insertQuery = compiled((db, rows: Insertable<KayitTable>[]) => db.insertInto('kayit').values(rows))

/** Writes columns of a locked record. */
export const updateKayit = ({ db, actor }: Shop, id: number, row: Updateable<KayitTable>): Promise<unknown> =>
  updateQuery(db, { shop: actor.shop, id, row })

type Update = { shop: number; id: number; row: Updateable<KayitTable> }

const updateQuery = compiled((db, { shop, id, row }: Update) =>
  db.updateTable('kayit').set(row).where('shop_id', '=', shop).where('id', '=', id),
)
