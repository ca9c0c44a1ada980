import type { Shop } from '#server/platform/core/batches.ts'
import { readPreferences, withPreferences } from '#shared/settings/preferences.ts'

import { oneOf } from './subject.ts'
import { containsMark, type Traces } from './traces.ts'

/** Takes the person out of what names them without being linked to them: notes of requests, and saved views. */
export async function eraseMentions(shop: Shop, traces: Traces): Promise<void> {
  await eraseNotes(shop, traces)
  await eraseViews(shop, traces)
}

/** The notes of requests of which the shop did not say whose they are. */
async function eraseNotes({ db, actor }: Shop, traces: Traces): Promise<void> {
  const rows = await db
    .selectFrom('data_request')
    .where('shop_id', '=', actor.shop)
    .where('customer_id', 'is', null)
    .where('note', '<>', '')
    .select(['id', 'note'])
    .execute()
  const ids = rows.filter(({ note }) => containsMark(note, traces)).map(({ id }) => id)
  await db
    .updateTable('data_request')
    .set((eb) => ({ note: '', version: eb('version', '+', 1) }))
    .where('shop_id', '=', actor.shop)
    .where(oneOf('id', ids))
    .execute()
}

/** The saved views of the shop's users that are called after the person or search for them: they find nobody now. */
async function eraseViews({ db, actor }: Shop, traces: Traces): Promise<void> {
  const users = await db
    .selectFrom('users')
    .where('shop_id', '=', actor.shop)
    .orderBy('id')
    .select(['id', 'preferences'])
    .forNoKeyUpdate()
    .execute()
  for (const { id, preferences: stored } of users) {
    const { views } = readPreferences(stored)
    const others = views.filter(
      ({ name, search }) => ![name, search.q ?? ''].some((text) => containsMark(text, traces)),
    )
    if (others.length === views.length) continue
    const preferences = withPreferences(stored, { views: others })
    await db.updateTable('users').set({ preferences }).where('id', '=', id).execute()
  }
}
