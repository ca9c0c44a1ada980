import type { Shop } from '#server/platform/core/batches.ts'
import { ownRows } from '#server/platform/core/own-rows.ts'
import { removeUnused } from '#server/directory/links.ts'
import type { ChangeDetail } from '#shared/change/schema.ts'

import { oneOf, type Subject } from './subject.ts'

/**
 * Removes the customers and cars that a record of the subject was moved from or to by hand and that have no record since: no
 * screen shows them, and they name the same person.
 */
export async function removeUnusedLinks(shop: Shop, subject: Subject): Promise<void> {
  const moves = await ownRows(shop, 'change')
    .where('noun', '=', 'kayit')
    .where('verb', '=', 'link')
    .where(oneOf('target_id', [...subject.records, ...subject.deleted]))
    .select('detail')
    .execute()
  const fields = moves.flatMap(({ detail }) => (JSON.parse(detail) as ChangeDetail).fields ?? [])
  const own = { customer: new Set(subject.customers), vehicle: new Set(subject.vehicles) }
  for (const name of ['customer', 'vehicle'] as const) {
    const named = fields.filter((field) => field.name === `${name}_id`)
    const ids = new Set(named.flatMap(({ before, after }) => [before, after]))
    for (const id of ids) if (typeof id === 'number' && !own[name].has(id)) await removeUnused(shop, name, id)
  }
}
