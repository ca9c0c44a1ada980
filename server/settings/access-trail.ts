import type { UserCtx } from '#server/platform/core/context.ts'
import type { StaffRole } from '#shared/staff/rights.ts'

/** An account that was made or changed by the user `by`. `former`: the rights before, where they were changed. */
export type Trace = {
  account: number
  by: number
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
  const asked = new Set<number>()
  const traces: Trace[] = []
  for (let next = [user]; next.length > 0;) {
    for (const id of next) asked.add(id)
    const found = await tracesOf(db, next, since)
    traces.push(...found)
    next = [...new Set(found.map(({ account }) => account))].filter((id) => !asked.has(id))
  }
  const reached = new Map([[user, since]])
  const isReached = ({ by, at }: Trace): boolean => {
    const from = reached.get(by)
    return from !== undefined && from <= at
  }
  const isEarlier = ({ account, at }: Trace): boolean => {
    const known = reached.get(account)
    return known === undefined || at < known
  }
  for (let hasMore = true; hasMore;) {
    hasMore = false
    for (const trace of traces)
      if (isReached(trace) && isEarlier(trace)) {
        reached.set(trace.account, trace.at)
        hasMore = true
      }
  }
  return traces.filter((trace) => trace.account !== user && isReached(trace))
}

async function tracesOf(db: UserCtx['db'], makers: readonly number[], since: Date): Promise<Trace[]> {
  const made = await db
    .selectFrom('users')
    .where('created_by', 'in', makers)
    .where('created_at', '>=', since)
    .select(['id as account', 'created_by as by', 'created_at as at'])
    .$narrowType<{ by: number }>()
    .execute()
  const changed = await db
    .selectFrom('access_change')
    .where('made_by', 'in', makers)
    .where('at', '>=', since)
    .orderBy('at')
    .orderBy('id')
    .select(['user_id as account', 'made_by as by', 'at', 'ended_at'])
    .select(['former_auth as auth', 'former_role as role', 'former_sees_figures as sees_figures'])
    .execute()
  // The last change of each account, as the version before stores it.
  const marked = await db
    .selectFrom('users')
    .where('access_changed_by', 'in', makers)
    .where('access_changed_at', '>=', since)
    .select(['id as account', 'access_changed_by as by', 'access_changed_at as at'])
    .$narrowType<{ by: number; at: Date }>()
    .execute()
  const unchanged = { isEnded: false, former: { auth: null, role: null, sees_figures: null } }
  return [
    ...made.map((row) => ({ ...row, ...unchanged, isNew: true })),
    ...changed.map(({ account, by, at, ended_at, ...former }) => ({
      account,
      by,
      at,
      isNew: false,
      isEnded: ended_at !== null,
      former,
    })),
    ...marked.map((row) => ({ ...row, ...unchanged, isNew: false })),
  ]
}
