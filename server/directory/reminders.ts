import type { ShopCtx } from '#server/platform/core/own-rows.ts'
import { ownRows, updateOwn } from '#server/platform/core/own-rows.ts'

/**
 * Gives the reminders of a car that is removed to the one that its last record now has, so that a corrected plate loses
 * none. A cause that the other car has too stays as that car has it, except for a refusal, which wins.
 */
export async function moveReminders(ctx: ShopCtx, ids: readonly number[], heir: number): Promise<void> {
  const moving = await ownRows(ctx, 'reminder')
    .where('vehicle_id', 'in', [...ids])
    .orderBy('id')
    .select(['id', 'cause', 'title_key', 'state'])
    .execute()
  if (moving.length === 0) return
  const known = await ownRows(ctx, 'reminder')
    .where('vehicle_id', '=', heir)
    .select(['id', 'cause', 'title_key'])
    .execute()
  const keyOf = (one: { cause: string; title_key: string }) => `${one.cause} ${one.title_key}`
  const taken = new Map(known.map((one) => [keyOf(one), one.id]))
  for (const { id, state, ...one } of moving) {
    const there = taken.get(keyOf(one))
    if (there === undefined) {
      await updateOwn(ctx, 'reminder').set({ vehicle_id: heir }).where('id', '=', id).execute()
      taken.set(keyOf(one), id)
    } else if (state === 'refused')
      await updateOwn(ctx, 'reminder').set({ state }).where('id', '=', there).execute()
  }
}
