import type { DeleteResult, SelectQueryBuilder } from 'kysely'

import type { DB } from './schema.ts'

/** Returns the number of rows of a query that selects no column. */
export async function countRows<T extends keyof DB>(
  query: SelectQueryBuilder<DB, T, object>,
): Promise<number> {
  const counted = query.select(({ fn }) => fn.countAll<number>().as('count'))
  return (await counted.executeTakeFirstOrThrow()).count
}

/** Runs the deletion; returns the number of removed rows. */
export async function countDeleted(deletion: {
  executeTakeFirstOrThrow: () => Promise<DeleteResult>
}): Promise<number> {
  return Number((await deletion.executeTakeFirstOrThrow()).numDeletedRows)
}
