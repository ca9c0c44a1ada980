import type { Kysely } from 'kysely'

import type { DB } from '#server/platform/db/schema.ts'
import { IDLE_MINUTES } from '#shared/options.ts'

const MINUTE_MS = 60_000
/** The largest delay of a stored use, in ms: the page reports every 30 s, and a use is stored once a minute. */
export const STORED_LATE_MS = 90_000

/** Uses at or before this moment are longer ago than a shop's limit, in minutes. */
const idleSince = (now: Date, minutes: number): Date =>
  new Date(now.getTime() - minutes * MINUTE_MS - STORED_LATE_MS)

type Used = { kind: DB['sessions']['kind']; last_seen_at: Date; idle_minutes: number | null }

/** Returns whether a page's session was unused for longer than its shop allows, at most two minutes late (decision 28). */
export function isIdle({ kind, last_seen_at, idle_minutes }: Used, now: Date): boolean {
  return kind === 'web' && idle_minutes !== null && last_seen_at <= idleSince(now, idle_minutes)
}

/** Removes the sessions that a limit has ended and nobody tried to use since. */
export async function purgeIdle(db: Kysely<DB>, now: Date): Promise<void> {
  for (const minutes of IDLE_MINUTES) {
    const limited = db.selectFrom('shops').select('id').where('idle_minutes', '=', minutes)
    const people = db.selectFrom('users').select('id').where('shop_id', 'in', limited)
    await db
      .deleteFrom('sessions')
      .where('kind', '=', 'web')
      .where('last_seen_at', '<=', idleSince(now, minutes))
      .where('user_id', 'in', people)
      .execute()
  }
}
