import { NAMING_FIELDS } from '#server/kayit/record-change.ts'
import { type ShopCtx, ownRows } from '#server/platform/core/own-rows.ts'
import type { ChangeDetail } from '#shared/change/schema.ts'

import { type Identities, isOnlyOwn, matchText, createOwnTextTest } from './identity-match.ts'
import { isOneOf, type Subject } from './subject.ts'

/** The shop's changes. Who of the shop made them is not read: that is the employee's data. */
const changesOf = (shop: ShopCtx) =>
  ownRows(shop, 'change')
    .orderBy('change.id')
    .select(['change.id', 'at', 'channel', 'noun', 'target_id', 'verb', 'title', 'detail'])
    .select(['customer_id', 'other_customer_id', 'vehicle_id'])

async function readChanges(query: ReturnType<typeof changesOf>) {
  const rows = await query.execute()
  return rows.map(({ detail, ...row }) => ({ ...row, detail: JSON.parse(detail) as ChangeDetail }))
}
export type LoggedChange = Awaited<ReturnType<typeof readChanges>>[number]

/** Returns the changes that ids link to the subject, the oldest first. Changes of requests have no texts. */
export function linkedChanges(shop: ShopCtx, subject: Subject): Promise<LoggedChange[]> {
  const { customers, records, deleted, vehicles } = subject
  const targets = { kayit: [...records, ...deleted], customer: customers, vehicle: vehicles }
  return readChanges(
    changesOf(shop)
      .where('noun', '<>', 'request')
      .where((eb) =>
        eb.or([
          isOneOf('customer_id', customers),
          isOneOf('other_customer_id', customers),
          isOneOf('vehicle_id', vehicles),
          ...Object.entries(targets).map(([noun, ids]) =>
            eb.and([eb('noun', '=', noun), isOneOf('target_id', ids)]),
          ),
        ]),
      ),
  )
}

const BATCH = 2_000

/**
 * Returns the changes that name the subject without a link to them: of expenses, messages and reminders, of older
 * versions, of removed customers, of records that once named another. A name or number shared with another customer
 * counts only if the row belongs to no other customer.
 */
export async function namingChanges(
  shop: ShopCtx,
  linked: readonly LoggedChange[],
  identities: Identities,
): Promise<LoggedChange[]> {
  const own = new Set(linked.flatMap(({ noun, target_id }) => (noun === 'kayit' ? (target_id ?? []) : [])))
  const renamed = ownRows(shop, 'change')
    .where('noun', '=', 'kayit')
    .where('other_customer_id', 'is not', null)
    .where('target_id', 'is not', null)
    .select('target_id')
    .$narrowType<{ target_id: number }>()
  const withTexts = changesOf(shop).where((eb) => eb.or([eb('title', '<>', ''), eb('detail', '<>', '{}')]))
  const ofGone = withTexts
    .leftJoin('customer as now', (join) =>
      join.onRef('now.shop_id', '=', 'change.shop_id').onRef('now.id', '=', 'customer_id'),
    )
    .leftJoin('customer as before', (join) =>
      join.onRef('before.shop_id', '=', 'change.shop_id').onRef('before.id', '=', 'other_customer_id'),
    )
    .where((eb) =>
      eb.or([
        eb.and([eb('customer_id', 'is not', null), eb('now.id', 'is', null)]),
        eb.and([eb('other_customer_id', 'is not', null), eb('before.id', 'is', null)]),
      ]),
    )
  const loose = withTexts.where((eb) =>
    eb.or([
      eb.and([eb('customer_id', 'is', null), eb('vehicle_id', 'is', null)]),
      eb.and([eb('noun', '=', 'kayit'), eb('target_id', 'in', renamed)]),
      eb.and([eb('noun', '=', 'vehicle'), eb('verb', 'in', [...OF_REMINDERS])]),
    ]),
  )
  const isOwn = (text: string) => matchText(text, identities) === 'own'
  const isOnly = (text: string) => isOnlyOwn(text, identities)
  const containsOwn = createOwnTextTest(identities)
  const found = (await readChanges(ofGone)).filter((row) => namingTexts(row).some(isOwn))
  for (let after = 0; ;) {
    const rows = await readChanges(loose.where('change.id', '>', after).limit(BATCH))
    for (const row of rows) {
      const texts = namingTexts(row)
      const isOwnRecord = row.noun === 'kayit' && row.target_id !== null && own.has(row.target_id)
      if (
        texts.some(isOwnRecord || row.noun === 'customer' ? isOwn : isOnly) ||
        ((!WITH_PERSON.has(row.noun) || OF_REMINDERS.has(row.verb)) && texts.some(containsOwn))
      )
        found.push(row)
    }
    if (rows.length < BATCH) return found
    after = rows.at(-1)?.id ?? after
  }
}

/** Things that have fields for a person or car; the texts of others may name one among other words. */
const WITH_PERSON = new Set(['kayit', 'customer', 'vehicle'])

/** The title of a car's reminder may name a customer who had the car. */
const OF_REMINDERS: ReadonlySet<string> = new Set(['remind', 'notify'])

/** A note is longer. */
const MAX_NAMING = 200

/** Returns all texts of a row that could name a person, without work items, which also stay in the records. */
export function namingTexts({ noun, title, detail }: LoggedChange): string[] {
  if (noun === 'export') return [fileSubject(title)]
  const fields = (detail.fields ?? []).filter(({ name }) => noun !== 'kayit' || NAMING_FIELDS.has(name))
  const values = fields.flatMap(({ before, after }) => [before, after])
  return [...title.split(' · '), detail.other ?? '', ...values].filter(
    (value): value is string => typeof value === 'string' && value !== '' && value.length <= MAX_NAMING,
  )
}

/** Returns the customer or car in the name of a file with a history (shared/history/rules.ts). */
export const fileSubject = (title: string): string =>
  title.replace(/^(müşteri|araç)-geçmişi-/, '').replaceAll('-', ' ')

/** Returns the name in a record's title, which is 'plate · name' if there is a plate. */
export const titleName = (title: string): string => {
  const parts = title.split(' · ')
  return parts.length === 1 ? title : parts.slice(1).join(' · ')
}

/** Whether a record was the customer's before and after a change; `null` where the ids do not tell it. */
export type OwnSides = { before: boolean | null; after: boolean | null }

/** The ids of a change's record and of its customer before and after it. */
type Ids = Pick<LoggedChange, 'id' | 'noun' | 'target_id' | 'customer_id' | 'other_customer_id'>

/**
 * Returns the sides of each change of a record, from `rows`, the oldest first. For a record whose customer was corrected to
 * another person, the ids tell only what came later.
 */
export function ownSidesOf(rows: readonly Ids[], customers: readonly number[]): Map<number, OwnSides> {
  const family = new Set(customers)
  const corrected = new Set<number | null>()
  const sides = new Map<number, OwnSides>()
  for (const { id, noun, target_id, customer_id, other_customer_id } of rows.toReversed()) {
    if (noun !== 'kayit') continue
    const isOwn = (customer: number | null) => {
      const isFamily = customer !== null && family.has(customer)
      return customer === null || (isFamily && corrected.has(target_id)) ? null : isFamily
    }
    const after = isOwn(customer_id)
    if (other_customer_id === 0) corrected.add(target_id)
    sides.set(id, { before: isOwn(other_customer_id ?? customer_id), after })
  }
  return sides
}
