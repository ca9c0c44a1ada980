import type { UserCtx } from '#server/platform/core/context.ts'
import type { StaffRole } from '#shared/staff/rights.ts'

/** An account that was made or changed. `former`: the rights before, where they were changed. */
export type Trace = {
  account: number
  at: Date
  isNew: boolean
  /** 'Ben değildim' has ended the accesses since. */
  isEnded: boolean
  former: Former
}
type Former = { auth: number | null; role: StaffRole | null; sees_figures: boolean | null }

/**
 * Returns what an account has made or changed since that moment, and what the accounts reached in this way have made or
 * changed after they were reached, closed accounts included: an intruder may go on through any of them.
 */
export async function traceAccess(
  { db }: Pick<UserCtx, 'db'>,
  { user, since }: { user: number; since: Date },
): Promise<Trace[]> {
  const reached = new Map([[user, since]])
  const traces = new Map<number, Trace[]>()
  // Also visits the accounts that are added meanwhile, and again those that turn out to be reached earlier.
  for (const [maker, from] of reached) {
    const found = await tracesOf(db, maker, from)
    traces.set(maker, found)
    for (const { account, at } of found) {
      const known = reached.get(account)
      if (known !== undefined && known <= at) continue
      reached.delete(account)
      reached.set(account, at)
    }
  }
  return [...traces.values()].flat().filter(({ account }) => account !== user)
}

async function tracesOf(db: UserCtx['db'], maker: number, since: Date): Promise<Trace[]> {
  const made = await db
    .selectFrom('users')
    .where('created_by', '=', maker)
    .where('created_at', '>=', since)
    .select(['id as account', 'created_at as at'])
    .execute()
  const changed = await db
    .selectFrom('access_change')
    .where('made_by', '=', maker)
    .where('at', '>=', since)
    .orderBy('at')
    .orderBy('id')
    .select(['user_id as account', 'at', 'ended_at'])
    .select(['former_auth as auth', 'former_role as role', 'former_sees_figures as sees_figures'])
    .execute()
  // The last change of each account, as versions before `access_change` stored it.
  const marked = await db
    .selectFrom('users')
    .where('access_changed_by', '=', maker)
    .where('access_changed_at', '>=', since)
    .select(['id as account', 'access_changed_at as at'])
    .$narrowType<{ at: Date }>()
    .execute()
  const unchanged = { isEnded: false, former: { auth: null, role: null, sees_figures: null } }
  return [
    ...made.map((row) => ({ ...row, ...unchanged, isNew: true })),
    ...changed.map(({ account, at, ended_at, ...former }) => ({
      account,
      at,
      isNew: false,
      isEnded: ended_at !== null,
      former,
    })),
    ...marked.map((row) => ({ ...row, ...unchanged, isNew: false })),
  ]
}
