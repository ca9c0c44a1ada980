import type { BaseCtx } from '#server/platform/core/context.ts'
import type { StaffRole } from '#shared/staff/rights.ts'

export type Rights = { auth?: number; role?: StaffRole; sees_figures?: boolean }

/**
 * Stores that a user has changed another's password, rights, second factor or closed account, so that a report of an
 * unknown login finds it. `former`: the rights before, where they were changed. A later change hides no earlier one.
 */
export async function markAccess(
  { db, now }: Pick<BaseCtx, 'db' | 'now'>,
  userId: number,
  { by, former = {} }: { by: number; former?: Rights | undefined },
): Promise<void> {
  await db
    .insertInto('access_change')
    .values({
      user_id: userId,
      made_by: by,
      at: now,
      former_auth: former.auth ?? null,
      former_role: former.role ?? null,
      former_sees_figures: former.sees_figures ?? null,
    })
    .execute()
}
