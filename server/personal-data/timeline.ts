import { difference } from '#server/platform/core/batches.ts'
import type { CustomerFacts } from '#shared/customer/rules.ts'
import type { ChangeDetail, FieldChange } from '#shared/change/schema.ts'

import { isOther, isOwn, isSamePerson, type Whose } from './whose.ts'

/** A record's change as the log has it. */
export type Logged = { verb: string; title: string; detail: ChangeDetail }
/** On one side of a change: whether the record was the customer's, and whom it named. */
export type Side = { isTheirs: boolean; person: CustomerFacts }
export type Sides = { before: Side; after: Side }

const PERSON = { name: 'musteri_adi_soyadi', phone: 'musteri_tel', tax_no: 'tc_vergino' } as const

function saidBy(fields: readonly FieldChange[], side: 'before' | 'after'): Partial<CustomerFacts> {
  const value = (name: string) => fields.find((field) => field.name === name)?.[side]
  const said = Object.entries(PERSON).map(([key, name]) => [key, value(name)] as const)
  return Object.fromEntries(said.filter(([, text]) => typeof text === 'string'))
}

/** The name in a record's title: 'plate · name', where there is a plate. */
const namedIn = (title: string): string => {
  const parts = title.split(' · ')
  return parts.length === 1 ? title : parts.slice(1).join(' · ')
}

type Now = { person: CustomerFacts; customer_id: number | null }
type Asked = { now: Now | undefined; family: ReadonlySet<number | null>; whose: Whose }

/**
 * Whose a record was before and after each of its changes, the oldest first. Moves by hand tell it by ids; a save with
 * other texts tells no ids, so that the texts decide. `now` is the record as it is, if it still exists.
 */
export function sidesOf(rows: readonly Logged[], { now, family, whose }: Asked): Sides[] {
  let person = now?.person ?? lastPerson(rows)
  let isTheirs = now === undefined ? isOwn(person, whose) : family.has(now.customer_id)
  const sides: Sides[] = []
  for (const { verb, title, detail } of rows.toReversed()) {
    const fields = detail.fields ?? []
    const moved = verb === 'link' ? fields.find(({ name }) => name === 'customer_id') : undefined
    if (moved !== undefined) isTheirs = family.has(moved.after as number | null)
    // Of a record that is gone, only the title knows the name.
    if (now === undefined && title !== '') person = { ...person, name: namedIn(title) }
    const after = { isTheirs, person }
    const earlier = { ...person, ...saidBy(fields, 'before') }
    if (moved !== undefined) isTheirs = family.has(moved.before as number | null)
    else if (isOverwritten(earlier, person, whose)) isTheirs = isOwn(earlier, whose)
    person = earlier
    sides.unshift({ before: { isTheirs, person }, after })
  }
  return betweenMoves(rows, sides)
}

const isOverwritten = (before: CustomerFacts, after: CustomerFacts, whose: Whose): boolean =>
  difference(before, after) !== null && (!isSamePerson(before, after) || isOther(before, whose))

function lastPerson(rows: readonly Logged[]): CustomerFacts {
  const said = rows.map(({ title, detail }) => ({
    ...(title !== '' && { name: namedIn(title) }),
    ...saidBy(detail.fields ?? [], 'after'),
  }))
  return Object.assign({ name: '', phone: '', tax_no: '' }, ...said) as CustomerFacts
}

/** From a move to the customer until a move away or now it is theirs, however its texts name somebody meanwhile. */
function betweenMoves(rows: readonly Logged[], sides: Sides[]): Sides[] {
  const isMove = ({ verb, detail }: Logged) =>
    verb === 'link' && detail.fields?.some(({ name }) => name === 'customer_id') === true
  const moves = rows.flatMap((row, index) => (isMove(row) ? [index] : []))
  for (const [order, from] of moves.entries()) {
    const to = moves[order + 1]
    const end = to === undefined ? sides.at(-1)?.after : sides[to]?.before
    if (sides[from]?.after.isTheirs !== true || end?.isTheirs !== true) continue
    for (const { before, after } of sides.slice(from + 1, to)) before.isTheirs = after.isTheirs = true
  }
  return sides
}
