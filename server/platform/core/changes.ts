import { type Insertable, type Selectable, sql } from 'kysely'

import type { UserCtx } from '#server/platform/core/context.ts'
import { compiled } from '#server/platform/db/compiled.ts'
import type { DB } from '#server/platform/db/schema.ts'
import type { ChangeDetail, ChangeNoun, ChangeVerb } from '#shared/change/schema.ts'

import type { ShopCtx } from './own-rows.ts'

/** A change of one thing. `id` is `null` where the shop has only one of it. */
export type ChangeEntry = {
  noun: ChangeNoun
  id: number | null
  verb: ChangeVerb
  title?: string
  detail?: ChangeDetail
} & Partial<Pick<Selectable<DB['change']>, 'customer_id' | 'other_customer_id' | 'vehicle_id'>>

/** The caller of a change. A job acts in the name of the shop's owner; the customer with a link is no user, 0. */
export type Writer = Pick<UserCtx, 'db' | 'now'> & {
  actor: Pick<UserCtx['actor'], 'shop' | 'user' | 'username'> & {
    session: { kind: 'web' | 'legacy' | 'job' | 'link' }
  }
}

/**
 * Stores who changed what, in the transaction of the change itself; each operation that stores something of a shop calls
 * it. The statement is sent at once. No password, token or file may be in it.
 */
export async function recordChanges(ctx: Writer, changes: readonly ChangeEntry[]): Promise<void> {
  if (changes.length === 0) return
  const { shop, user, username, session } = ctx.actor
  const channel = session.kind === 'web' ? ('page' as const) : session.kind
  const rows = changes.map(({ id, title = '', detail = {}, ...change }) => ({
    shop_id: shop,
    at: ctx.now,
    actor_id: user,
    actor_name: username,
    channel,
    customer_id: null,
    other_customer_id: null,
    vehicle_id: null,
    ...change,
    target_id: id,
    title,
    detail: JSON.stringify(detail),
  }))
  await insertQuery(ctx.db, rows)
}

export const recordChange = (ctx: Writer, change: ChangeEntry): Promise<void> => recordChanges(ctx, [change])

const insertQuery = compiled((db, rows: Insertable<DB['change']>[]) => db.insertInto('change').values(rows))

/** Empties the texts of these rows. Requests may not update the log: a function of the database does only this. */
export async function eraseChangeTexts({ db, actor }: ShopCtx, ids: readonly number[]): Promise<void> {
  if (ids.length > 0) await sql`select erase_changes(${actor.shop}, ${[...ids]})`.execute(db)
}

const BATCH = 2_000

/**
 * Empties the rows about things that are removed for good, and about files with their history, in the transaction of the
 * removal: the data of a removed customer could not be erased later.
 */
export async function eraseChangesOf(
  shop: ShopCtx,
  noun: 'kayit' | 'customer' | 'vehicle',
  targets: readonly number[],
): Promise<void> {
  if (targets.length === 0) return
  for (;;) {
    const rows = await shop.db
      .selectFrom('change')
      .where('shop_id', '=', shop.actor.shop)
      .where((eb) => {
        const isAmong = (column: 'target_id' | 'customer_id' | 'vehicle_id') =>
          eb(column, '=', eb.fn.any(eb.val([...targets])))
        const isAbout = eb.and([eb('noun', '=', noun), isAmong('target_id')])
        if (noun === 'kayit') return isAbout
        return eb.or([isAbout, eb.and([eb('noun', '=', 'export'), isAmong(`${noun}_id`)])])
      })
      // The row of an erasure has no text, only the number of records.
      .where('verb', '<>', 'erase')
      .where((eb) => eb.or([eb('title', '<>', ''), eb('detail', '<>', '{}')]))
      .select('id')
      .limit(BATCH)
      .execute()
    await eraseChangeTexts(
      shop,
      rows.map(({ id }) => id),
    )
    if (rows.length < BATCH) return
  }
}
