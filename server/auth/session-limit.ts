import type { BaseCtx } from '#server/platform/core/context.ts'
import { logEvent } from '#server/platform/core/security-log.ts'
import type { DB } from '#server/platform/db/schema.ts'

type Kind = DB['sessions']['kind']
type Counted = { id: number; created_at: Date; last_seen_at: Date }

/** Sessions of one kind that a user may have at once. */
export const MAX_SESSIONS: Record<Kind, number> = {
  web: 20,
  legacy: 100,
  pending: 20,
  code: 20,
  setup: 20,
}

/**
 * The ids of the sessions to end so that `most` are left: first those that were used for less than a minute, as by a
 * script that logs in at every run, and of these the ones whose last use is longest ago. So such a script does not end a
 * session that stays logged in.
 */
export function surplusSessions(sessions: readonly Counted[], most: number): number[] {
  const stays = ({ created_at, last_seen_at }: Counted) => Number(last_seen_at > created_at)
  return sessions
    .toSorted(
      (one, other) =>
        stays(one) - stays(other) ||
        one.last_seen_at.getTime() - other.last_seen_at.getTime() ||
        one.id - other.id,
    )
    .slice(0, Math.max(0, sessions.length - most))
    .map(({ id }) => id)
}

/**
 * Ends a user's surplus sessions of a kind beside the one that has just begun. The caller holds the lock on the user's
 * row, so concurrent logins count each other.
 */
export async function endSurplus(
  ctx: BaseCtx,
  { id, userId, kind }: { id: number; userId: number; kind: Kind },
): Promise<void> {
  const others = await ctx.db
    .selectFrom('sessions')
    .select(['id', 'created_at', 'last_seen_at'])
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .where('id', '<>', id)
    .execute()
  const surplus = surplusSessions(others, MAX_SESSIONS[kind] - 1)
  if (surplus.length === 0) return
  await ctx.db.deleteFrom('sessions').where('user_id', '=', userId).where('id', 'in', surplus).execute()
  logEvent(ctx, 'too many sessions', { userId, kind, ended: surplus.length })
}
