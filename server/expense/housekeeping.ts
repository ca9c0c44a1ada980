import type { Kysely } from 'kysely'

import type { DB } from '#server/db/schema.ts'

import { derivedColumns } from './derived.ts'

/**
 * Gives expenses that were stored before there was a sort key what follows from their title and note; answers
 * how many. A row that is saved meanwhile already has it.
 */
export async function fillDerivedColumns(db: Kysely<DB>): Promise<number> {
  const rows = await db
    .selectFrom('expense')
    .where('title_sira', '=', '')
    .select(['user_id', 'id', 'title', 'note'])
    .execute()
  for (const row of rows)
    await db
      .updateTable('expense')
      .set(derivedColumns(row))
      .where('user_id', '=', row.user_id)
      .where('id', '=', row.id)
      .where('title_sira', '=', '')
      .execute()
  return rows.length
}
