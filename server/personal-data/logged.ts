import type { Shop } from '#server/platform/core/batches.ts'
import type { ChangeDetail } from '#shared/change/schema.ts'

/** The shop's rows of the change log: not who of the shop made the change. */
export const loggedChanges = ({ db, actor }: Shop) =>
  db
    .selectFrom('change')
    .where('shop_id', '=', actor.shop)
    .select(['id', 'at', 'channel', 'noun', 'target_id', 'verb', 'title', 'detail'])

type Query = ReturnType<typeof loggedChanges>

export async function readChanges(query: Query) {
  const rows = await query.execute()
  return rows.map(({ detail, ...row }) => ({ ...row, detail: JSON.parse(detail) as ChangeDetail }))
}
export type LoggedChange = Awaited<ReturnType<typeof readChanges>>[number]
