import type { UserCtx } from '#server/platform/core/context.ts'

/** The shop's name, address and logo (if any), for the head of a document. */
export function findCompany(ctx: UserCtx) {
  return ctx.db
    .selectFrom('shops')
    .leftJoin('logo', 'logo.shop_id', 'shops.id')
    .where('shops.id', '=', ctx.actor.shop)
    .select(['company_name as name', 'company_tel as tel', 'company_adress as address', 'png as logo'])
    .executeTakeFirstOrThrow()
}
