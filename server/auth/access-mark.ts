import type { UserCtx } from '#server/core/context.ts'

/** The columns that mark a change of an account's password, name or rights; `by` is `null` for a change by no user. */
export const accessMark = ({ now }: Pick<UserCtx, 'now'>, by: number | null) => ({
  access_changed_by: by,
  access_changed_at: now,
})
