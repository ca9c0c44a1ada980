import { updateOwn } from '#server/platform/core/own-rows.ts'
import type { UserCtx } from '#server/platform/core/context.ts'

import type { LinkName } from './links.ts'

const openLinks = (ctx: UserCtx) =>
  updateOwn(ctx, 'share').set({ revoked_at: ctx.now }).where('revoked_at', 'is', null)

/** Ends the open links to the histories and statements of cars or customers that were merged or separated. */
export async function endLinkedShares(ctx: UserCtx, name: LinkName, ids: readonly number[]): Promise<void> {
  await openLinks(ctx)
    .where('kind', 'in', ['vehicle', 'statement'])
    .where(`${name}_id`, 'in', [...ids])
    .execute()
}

/** A record of another person than before; `customer_id` is the customer if the same row describes that person now. */
export type GivenAway = { kayit_id: number; customer_id: number | null }

/** Ends the open links to a record that is another person's now, and to the histories that its customer's row shows. */
export async function endSharesOfOthers(ctx: UserCtx, { kayit_id, customer_id }: GivenAway): Promise<void> {
  await openLinks(ctx)
    .where((eb) =>
      eb.or([
        eb('kayit_id', '=', kayit_id),
        ...(customer_id === null
          ? []
          : [eb.and([eb('customer_id', '=', customer_id), eb('kind', '=', 'vehicle')])]),
      ]),
    )
    .execute()
}
