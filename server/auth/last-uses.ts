import type { BaseCtx } from '#server/platform/core/context.ts'

/** Returns the open sessions and the last use, in ms, of these users, or of all; without those who never used the panel. */
export async function lastUses({ db, now }: Pick<BaseCtx, 'db' | 'now'>, ids?: readonly number[]) {
  let sessions = db
    .selectFrom('sessions')
    .where('kind', 'in', ['web', 'legacy'])
    .where('expires_at', '>', now)
    .groupBy('user_id')
    .select(['user_id', ({ fn }) => fn.max('last_seen_at').as('at')])
    .select(({ fn }) => fn.countAll<number>().as('open'))
  let places = db
    .selectFrom('known_places')
    .groupBy('user_id')
    .select(['user_id', ({ fn }) => fn.max('last_login_at').as('at')])
  if (ids !== undefined) {
    sessions = sessions.where('user_id', 'in', ids)
    places = places.where('user_id', 'in', ids)
  }
  const [used, known] = await Promise.all([sessions.execute(), places.execute()])
  const uses = new Map(known.map(({ user_id, at }) => [user_id, { open: 0, at: at.getTime() }]))
  for (const { user_id, at, open } of used)
    uses.set(user_id, { open, at: Math.max(at.getTime(), uses.get(user_id)?.at ?? 0) })
  return uses
}
