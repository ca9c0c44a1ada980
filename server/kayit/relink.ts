import { recordChange } from '#server/platform/core/changes.ts'
import { type UserCtx, inTransaction } from '#server/platform/core/context.ts'
import { type LinkName, lockLinks } from '#server/directory/links.ts'
import { idsOf, requireUnerased } from '#server/directory/merge.ts'
import { endSharesOfOthers } from '#server/directory/shares.ts'
import type { Relinked } from '#shared/history/schema.ts'
import { kayitTitle } from '#shared/kayit/rules.ts'

import { enteredFieldsOf } from './derived.ts'
import { findOtherLink } from './links.ts'
import { lockKayit, updateKayit } from './queries.ts'
import { applyRecordChange } from './record-change.ts'

/**
 * Moves a record to another car or customer by hand; without `id` to another one that it names, or to a new one made
 * from it. Its texts and version stay. Returns the ids before and after, so that it can be undone. Throws NOT_FOUND,
 * and INVALID from or to an erased one.
 */
export function relink(
  ctx: UserCtx,
  name: LinkName,
  { kayit_id, id }: { kayit_id: number; id?: number | undefined },
): Promise<Relinked> {
  return inTransaction(ctx, async (trx) => {
    const locked = await lockKayit(trx, kayit_id)
    await lockLinks(trx)
    const now = locked[`${name}_id`]
    if (now !== null) await requireUnerased(trx, name, [now])
    const after =
      id === undefined
        ? await findOtherLink(trx, name, {
            fields: enteredFieldsOf(locked),
            stage: locked.stage,
            not: now === null ? [] : await idsOf(trx, name, now),
          })
        : await existing(trx, name, id)
    await updateKayit(trx, { id: kayit_id, row: { [`${name}_id`]: after } })
    const fields = [{ name: `${name}_id`, before: now, after }]
    if (after !== now)
      await recordChange(trx, {
        noun: 'kayit',
        id: kayit_id,
        verb: 'link',
        title: kayitTitle(locked),
        detail: { fields },
        customer_id: name === 'customer' ? after : locked.customer_id,
        other_customer_id: locked.customer_id ?? 0,
      })
    if (name === 'customer' && now !== null && after !== now)
      await endSharesOfOthers(trx, { kayit_id, customer_id: null })
    const before = { ...locked, islemler: [] }
    await applyRecordChange(trx, [{ id: kayit_id, before, after: { ...before, [`${name}_id`]: after } }])
    // A car or customer left without a record stays for a while, so that this can be undone; housekeeping removes it.
    return { before: locked[`${name}_id`] ?? 0, after }
  })
}

async function existing(ctx: UserCtx, name: LinkName, id: number): Promise<number> {
  await idsOf(ctx, name, id)
  await requireUnerased(ctx, name, [id])
  return id
}
