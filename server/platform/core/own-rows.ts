import type { Selectable, SelectQueryBuilder, UpdateQueryBuilder, UpdateResult } from 'kysely'

import type { DB } from '#server/platform/db/schema.ts'

import type { Shop } from './batches.ts'

type TableWith<Columns> = {
  [Table in keyof DB]: Selectable<DB[Table]> extends Columns ? Table : never
}[keyof DB]
type Rows<Table extends keyof DB> = SelectQueryBuilder<DB, Table, object>

export const ownRows = <Table extends TableWith<{ shop_id: number }>>(
  { db, actor }: Shop,
  table: Table,
): Rows<Table> =>
  // The types of Kysely take one table.
  db
    .selectFrom(table as 'kayit')
    .where(`${table as 'kayit'}.shop_id`, '=', actor.shop) as unknown as Rows<Table>

export const liveRows = <Table extends TableWith<{ shop_id: number; deleted_at: Date | null }>>(
  shop: Shop,
  table: Table,
): Rows<Table> =>
  ownRows(shop, table as 'kayit').where(
    `${table as 'kayit'}.deleted_at`,
    'is',
    null,
  ) as unknown as Rows<Table>

export const updateOwn = <Table extends TableWith<{ shop_id: number }>>({ db, actor }: Shop, table: Table) =>
  db.updateTable(table as 'kayit').where('shop_id', '=', actor.shop) as unknown as UpdateQueryBuilder<
    DB,
    Table,
    Table,
    UpdateResult
  >
