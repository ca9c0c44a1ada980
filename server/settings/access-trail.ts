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

const UNCHANGED: Former = { auth: null, role: null, sees_figures: null }

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
    .select(['id', 'created_by', 'created_at'])
    .execute()
  const changed = await db
    .selectFrom('access_change')
    .where('made_by', 'in', makers)
    .where('at', '>=', since)
    .orderBy('at')
    .orderBy('id')
    .select(['user_id', 'made_by', 'at', 'ended_at', 'former_auth', 'former_role', 'former_sees_figures'])
    .execute()
  // The last change of each account, as the version before stores it.
  const marked = await db
    .selectFrom('users')
    .where('access_changed_by', 'in', makers)
    .where('access_changed_at', '>=', since)
    .select(['id', 'access_changed_by', 'access_changed_at'])
    .execute()
  return [
    ...made.map(({ id, created_by, created_at }) =>
      traceOf({ account: id, by: created_by, at: created_at, isNew: true }),
    ),
    ...changed.map(({ user_id, made_by, at, ended_at, ...former }) => ({
      ...traceOf({ account: user_id, by: made_by, at, isNew: false }),
      isEnded: ended_at !== null,
      former: {
        auth: former.former_auth,
        role: former.former_role,
        sees_figures: former.former_sees_figures,
      },
    })),
    ...marked.map(({ id, access_changed_by, access_changed_at }) =>
      traceOf({ account: id, by: access_changed_by, at: access_changed_at, isNew: false }),
    ),
  ]
}

type Found = { account: number; by: number | null; at: Date | null; isNew: boolean }

/** Rows that were found by a maker and a moment have both. */
const traceOf = ({ account, by, at, isNew }: Found): Trace => ({
  account,
  by: by ?? 0,
  at: at ?? new Date(0),
  isNew,
  isEnded: false,
  former: UNCHANGED,
})
