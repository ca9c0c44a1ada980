import type { Shop } from '#server/platform/core/batches.ts'
import { ownRows, updateOwn } from '#server/platform/core/own-rows.ts'
import { ERASED_NAME } from '#shared/change/rules.ts'

import { derivedColumns } from './derived.ts'

/** A member of staff whose account is erased, with every name that it has had. */
type Sender = { id: number; names: ReadonlySet<string> }

/**
 * Takes a sender's name out of the messages to the administrators, and out of their search text and sort key. Who sent
 * one is known by the change log; without an entry, by a name that nobody else in the shop has. The caller's database is
 * of all shops, and the log and the account still have the names.
 */
export async function forgetSender(shop: Shop, { id, names }: Sender): Promise<void> {
  const entries = await ownRows(shop, 'change')
    .where('noun', '=', 'feedback')
    .where('verb', '=', 'create')
    .select(['target_id', 'actor_id'])
    .execute()
  const senderOf = new Map(entries.map(({ target_id, actor_id }) => [target_id, actor_id]))
  const others = await ownRows(shop, 'users')
    .where('id', '<>', id)
    .select(['username', 'name_surname'])
    .execute()
  const taken = new Set(others.flatMap(({ username, name_surname }) => [username, name_surname]))
  const feedbacks = await ownRows(shop, 'feedback')
    .select(['id', 'subject', 'message', 'sender_name', 'sender_phone', 'sender_email'])
    .forNoKeyUpdate()
    .execute()
  for (const { id: feedback, ...fields } of feedbacks) {
    const { sender_name } = fields
    const sender = senderOf.get(feedback)
    const isNamed = sender === undefined && names.has(sender_name) && !taken.has(sender_name)
    if (sender !== id && !isNamed) continue
    await updateOwn(shop, 'feedback')
      .set({ sender_name: ERASED_NAME, ...derivedColumns({ ...fields, sender_name: ERASED_NAME }) })
      .where('id', '=', feedback)
      .execute()
  }
}
