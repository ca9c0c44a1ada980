import type { UserCtx } from '#server/platform/core/context.ts'

/** The administrator, whose change is written into another shop's log. The context's database is of all shops. */
export const inShopOf = (admin: UserCtx, shop: number): UserCtx => ({
  ...admin,
  actor: { ...admin.actor, shop },
})
