import { recordChange } from '#server/platform/core/changes.ts'
import type { ChangeVerb } from '#shared/change/schema.ts'

/** Stores in the change log what users change of their own account; `other` is the name of the thing, if there are several. */
export const recordOwnChange = (
  trx: Parameters<typeof recordChange>[0],
  verb: ChangeVerb,
  other?: string,
): Promise<void> =>
  recordChange(trx, {
    noun: 'user',
    id: trx.actor.user,
    verb,
    title: trx.actor.username,
    detail: other === undefined ? {} : { other },
  })
