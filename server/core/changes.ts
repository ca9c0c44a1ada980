import type { Insertable } from 'kysely'

import type { UserCtx } from '#server/core/context.ts'
import { kept } from '#server/db/kept.ts'
import type { ChangeTable } from '#server/db/schema.ts'
import type { ChangeDetail, ChangeNoun, ChangeVerb } from '#shared/change/schema.ts'

/** A change of one thing. `id` is `null` where the shop has only one of it. */
export type Change = {
  noun: ChangeNoun
  id: number | null
  verb: ChangeVerb
  /** What the thing is called. */
  title?: string
  detail?: ChangeDetail
}

type Writer = Pick<UserCtx, 'db' | 'now'> & {
  actor: Pick<UserCtx['actor'], 'shop' | 'user' | 'username'> & { session: { kind: 'web' | 'legacy' } }
}

/**
 * Stores who changed what, in the transaction of the change itself: an operation that stores something of a shop may not
 * do without. The statement is sent at once. No password, token or file may be in it.
 */
export async function recordChanges(ctx: Writer, changes: readonly Change[]): Promise<void> {
  if (changes.length === 0) return
  const { shop, user, username, session } = ctx.actor
  const by = {
    user_id: shop,
    at: ctx.now,
    actor_id: user,
    actor_name: username,
    channel: session.kind === 'web' ? ('page' as const) : ('legacy' as const),
  }
  const rows = changes.map(({ noun, id, verb, title = '', detail = {} }) => ({
    ...by,
    noun,
    target_id: id,
    verb,
    title,
    detail: JSON.stringify(detail),
  }))
  await keptInsert(ctx.db, rows)
}

export const recordChange = (ctx: Writer, change: Change): Promise<void> => recordChanges(ctx, [change])

const keptInsert = kept((db, rows: Insertable<ChangeTable>[]) => db.insertInto('change').values(rows))
