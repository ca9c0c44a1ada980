import type { Shop } from '#server/platform/core/batches.ts'

import { knownOf, tellingChanges } from './changes.ts'
import { type LoggedChange, loggedChanges, readChanges } from './logged.ts'
import type { Said } from './said.ts'
import { type Family, shownOfAnything, shownOfLinked, shownOfRecord } from './shown-change.ts'
import { oneOf, type Subject } from './subject.ts'
import { type Sides, sidesOf } from './timeline.ts'
import { namingTexts } from './traces.ts'
import { addCar, isOther, learnPerson, type Whose, whoseText } from './whose.ts'

/**
 * The rows of the change log in which something of the customer may be, the oldest first: what an erasure would take,
 * and all of the records that are named there or were moved from them by hand. Not all of each row is about them.
 */
export async function changesAbout(shop: Shop, subject: Subject): Promise<LoggedChange[]> {
  const telling = await tellingChanges(shop, subject, await knownOf(shop, subject))
  const found = await readChanges(loggedChanges(shop).where(oneOf('id', telling)))
  const ofRecords = loggedChanges(shop).where('noun', '=', 'kayit')
  const moved = (await readChanges(ofRecords.where('verb', '=', 'link'))).filter(({ detail }) =>
    detail.fields?.some(
      ({ name, before }) => name === 'customer_id' && subject.customers.includes(Number(before)),
    ),
  )
  const whole = await readChanges(ofRecords.where(oneOf('target_id', recordsIn([...found, ...moved]))))
  return [...new Map([...found, ...whole].map((row) => [row.id, row])).values()].toSorted(
    (a, b) => a.id - b.id,
  )
}

/** The ids of the records that the rows are about. */
export const recordsIn = (rows: readonly LoggedChange[]): number[] => [
  ...new Set(rows.flatMap(({ noun, target_id }) => (noun === 'kayit' ? (target_id ?? []) : []))),
]

/** The texts of the rows that may name somebody. */
export const textsIn = (rows: readonly LoggedChange[]): string[] =>
  rows.flatMap(namingTexts).filter((text) => text.length <= MAX_NAMING)

/** What is longer is a note. */
const MAX_NAMING = 200

type Of = { subject: Subject; whose: Whose; records: readonly Said[] }

/**
 * What of these rows is about the customer. `records` are those of the rows that still exist; what the customer was
 * called in them is known of them afterwards.
 */
export function shownChanges(rows: readonly LoggedChange[], { subject, whose, records }: Of): LoggedChange[] {
  const family: Family = new Set<number | null>(subject.customers)
  const existing = new Map(records.map((one) => [one.id, one]))
  const byRecord = Map.groupBy(
    rows.filter(({ noun, target_id }) => noun === 'kayit' && target_id !== null),
    ({ target_id }) => target_id ?? 0,
  )
  const sides = new Map<number, Sides>()
  const known = new Set<string>()
  // What is gone is recognised by what is known of the others.
  for (const id of [...byRecord.keys()].toSorted(
    (a, b) => Number(existing.has(b)) - Number(existing.has(a)),
  )) {
    const own = byRecord.get(id) ?? []
    const found = sidesOf(own, { now: existing.get(id), family, whose })
    for (const [index, row] of own.entries()) {
      const side = found[index]
      if (side === undefined) continue
      sides.set(row.id, side)
      learn(row, side, { whose, known })
    }
  }
  const theirs = { customer: family, vehicle: new Set<number | null>(subject.vehicles) }
  return rows.flatMap((row) => {
    const shown = shownOf(row, sides.get(row.id), { whose, theirs })
    return shown === null ? [] : [{ ...row, ...shown }]
  })
}

type Theirs = { whose: Whose; theirs: { customer: Family; vehicle: Family } }

function shownOf(row: LoggedChange, sides: Sides | undefined, { whose, theirs }: Theirs) {
  const { noun, target_id } = row
  if (sides?.before.isTheirs === true || sides?.after.isTheirs === true)
    return shownOfRecord(row, sides, { whose, family: theirs.customer })
  if (noun === 'customer' || noun === 'vehicle') return shownOfLinked(row, theirs[noun].has(target_id), whose)
  return noun === 'export' ? shownOfFile(row, whose) : shownOfAnything(row, whose)
}

const shownOfFile = (row: LoggedChange, { own }: Whose) => (own.files.has(row.title) ? row : null)

const CAR = ['plaka', 'sasi_no', 'motor_no']

/** How the customer and their car were written while the record was theirs; `known` are the persons of before. */
function learn(
  { detail }: LoggedChange,
  sides: Sides,
  { whose, known }: { whose: Whose; known: Set<string> },
): void {
  for (const name of ['before', 'after'] as const) {
    const { isTheirs, person } = sides[name]
    const said = JSON.stringify(person)
    if (!isTheirs || (!known.has(said) && isOther(person, whose))) continue
    if (!known.has(said)) learnPerson(whose, person)
    known.add(said)
    const texts = (detail.fields ?? [])
      .filter((field) => CAR.includes(field.name))
      .map((field) => field[name])
    addCar(
      whose.own,
      texts.filter((text): text is string => typeof text === 'string' && whoseText(text, whose) !== 'other'),
    )
  }
}
