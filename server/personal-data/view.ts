import type { Shop } from '#server/platform/core/batches.ts'

import { changesAbout, recordsIn, shownChanges, textsIn } from './exported-changes.ts'
import type { LoggedChange } from './logged.ts'
import { type OwnCars, whoseIs } from './own.ts'
import { saidByRecords } from './said.ts'
import type { Subject } from './subject.ts'
import type { Whose } from './whose.ts'

/** What a customer may see of the shop's data: their records, cars and changes, and whose is what is in them. */
export type View = { subject: Subject; whose: Whose; cars: OwnCars; changes: LoggedChange[] }

/** Finds it: records may have been moved, typed over and joined, so that they name other customers too. */
export async function viewOf(shop: Shop, subject: Subject): Promise<View> {
  const logged = await changesAbout(shop, subject)
  const theirs = new Set([...subject.records, ...subject.deleted])
  const said = await saidByRecords(shop, [...new Set([...theirs, ...recordsIn(logged)])])
  const records = said.filter(({ id }) => theirs.has(id))
  const named = said.flatMap(({ person }) => Object.values(person))
  const { whose, cars } = await whoseIs(shop, subject, { records, texts: [...named, ...textsIn(logged)] })
  return { subject, whose, cars, changes: shownChanges(logged, { subject, whose, records: said }) }
}
