import type { Shop } from '#server/platform/core/batches.ts'
import { ownRows, updateOwn } from '#server/platform/core/own-rows.ts'
import { readPreferences, withPreferences } from '#shared/settings/preferences.ts'

import { type Identities, ownFinder } from './identity-match.ts'
import { idsIn, oneOf } from './subject.ts'

type Finder = ReturnType<typeof ownFinder>

/** Removes the person from texts that name them without a link to them: notes of requests, and saved views. */
export async function eraseMentions(shop: Shop, identities: Identities): Promise<void> {
  const containsOwn = ownFinder(identities)
  await eraseNotes(shop, containsOwn)
  await eraseViews(shop, containsOwn)
}

/** Empties the notes of requests without a customer. */
async function eraseNotes(shop: Shop, containsOwn: Finder): Promise<void> {
  const rows = await ownRows(shop, 'data_request')
    .where('customer_id', 'is', null)
    .where('note', '<>', '')
    .select(['id', 'note'])
    .execute()
  const ids = idsIn(rows.filter(({ note }) => containsOwn(note)))
  await updateOwn(shop, 'data_request')
    .set((eb) => ({ note: '', version: eb('version', '+', 1) }))
    .where(oneOf('id', ids))
    .execute()
}

/** Removes the saved views of the shop's users that are named after the person or search for them. */
async function eraseViews(shop: Shop, containsOwn: Finder): Promise<void> {
  const users = await ownRows(shop, 'users')
    .orderBy('id')
    .select(['id', 'preferences'])
    .forNoKeyUpdate()
    .execute()
  for (const { id, preferences: stored } of users) {
    const { views } = readPreferences(stored)
    const others = views.filter(({ name, search }) => ![name, search.q ?? ''].some(containsOwn))
    if (others.length === views.length) continue
    const preferences = withPreferences(stored, { views: others })
    await updateOwn(shop, 'users').set({ preferences }).where('id', '=', id).execute()
  }
}
