import type { UserCtx } from '#server/core/context.ts'

/** The columns of an account whose password, name or rights `by` has changed now; `null`: nobody of the panel. */
export const accessMark = ({ now }: Pick<UserCtx, 'now'>, by: number | null) => ({
  access_changed_by: by,
  access_changed_at: now,
})
