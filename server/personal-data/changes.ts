import type { Shop } from '#server/platform/core/batches.ts'
import { customerHistoryName, vehicleHistoryName } from '#shared/history/rules.ts'

import { type LoggedChange, loggedChanges, readChanges } from './logged.ts'
import { othersNames, othersNumbers } from './others.ts'
import { saidByRecords, saidByRows } from './said.ts'
import { type Subject, oneOf } from './subject.ts'
import { type Facts, mentions, type Traces, tracesOf } from './traces.ts'

/** Rows that are read at once. */
const BATCH = 2_000
const NOUNS = ['kayit', 'customer', 'vehicle'] as const

/** The changes of the subject's records, customers and own cars. */
async function changesOf(shop: Shop, subject: Subject): Promise<LoggedChange[]> {
  const targets = {
    kayit: [...subject.records, ...subject.deleted],
    customer: subject.customers,
    vehicle: subject.vehicles,
  }
  const found = []
  for (const noun of NOUNS)
    found.push(
      ...(await readChanges(
        loggedChanges(shop).where('noun', '=', noun).where(oneOf('target_id', targets[noun])).orderBy('id'),
      )),
    )
  return found
}

/** By what the subject is recognised in texts, and the changes of their own records, customers and cars. */
export type Known = { own: readonly LoggedChange[]; traces: Traces }

export async function knownOf(shop: Shop, subject: Subject): Promise<Known> {
  const own = await changesOf(shop, subject)
  return { own, traces: tracesOf(await factsOf(shop, subject, own)) }
}

/**
 * The ids of all rows of the change log that tell something of the subject: those of their records, customers and cars,
 * those that surely name them, and those that perhaps do of what is gone since, or of records that were moved from or to
 * them by hand: what else exists belongs to somebody of the same name.
 */
export async function tellingChanges(
  shop: Shop,
  subject: Subject,
  { own, traces }: Known,
): Promise<number[]> {
  const ids = new Set(own.map(({ id }) => id))
  const moved = new Set<number | null>()
  const perhaps: LoggedChange[] = []
  for (let after = 0; ;) {
    const rows = await readChanges(loggedChanges(shop).where('id', '>', after).orderBy('id').limit(BATCH))
    for (const row of rows) {
      if (isMoved(row, subject)) moved.add(row.target_id)
      const found = ids.has(row.id) ? 'not' : mentions(row, traces)
      // A customer that was joined with this one is called so in the row of another one.
      const isJoined = row.noun === 'customer' && ['merge', 'separate'].includes(row.verb)
      if (found === 'surely' || (found === 'perhaps' && isJoined)) ids.add(row.id)
      else if (found === 'perhaps') perhaps.push(row)
    }
    if (rows.length < BATCH) break
    after = rows.at(-1)?.id ?? after
  }
  const ofMoved = perhaps.filter(({ noun, target_id }) => noun === 'kayit' && moved.has(target_id))
  const found = [...ofMoved.map(({ id }) => id), ...(await ofWhatIsGone(shop, perhaps))]
  return [...new Set([...ids, ...found])]
}

/** Whether the row says that a record was moved from or to the subject by hand. */
const isMoved = ({ noun, verb, detail }: LoggedChange, { customers }: Subject): boolean =>
  noun === 'kayit' &&
  verb === 'link' &&
  (detail.fields ?? []).some(
    ({ name, before, after }) =>
      name === 'customer_id' && customers.some((id) => id === before || id === after),
  )

/** Of the rows, those of what no longer exists. */
async function ofWhatIsGone({ db, actor }: Shop, rows: readonly LoggedChange[]): Promise<number[]> {
  const gone: number[] = []
  for (const noun of NOUNS) {
    const named = rows.filter((row) => row.noun === noun)
    const ids = [...new Set(named.flatMap(({ target_id }) => target_id ?? []))]
    const found = await db
      .selectFrom(noun)
      .where('shop_id', '=', actor.shop)
      .where(oneOf('id', ids))
      .select('id')
      .execute()
    const existing = new Set<number | null>(found.map(({ id }) => id))
    gone.push(...named.filter(({ target_id }) => !existing.has(target_id)).map(({ id }) => id))
  }
  return gone
}

/** What the subject is and was called, in their rows and in the changes of these. */
async function factsOf(shop: Shop, subject: Subject, own: readonly LoggedChange[]): Promise<Facts> {
  const records = await saidByRecords(shop, [...subject.records, ...subject.deleted])
  const { family, alone } = await saidByRows(shop, subject)
  const earlier = (names: readonly string[]) =>
    own.flatMap(({ detail }) =>
      (detail.fields ?? [])
        .filter(({ name }) => names.includes(name))
        .flatMap(({ before, after }) => [String(before ?? ''), String(after ?? '')]),
    )
  const persons = [...family, ...records.map(({ person }) => person)]
  const theirs = new Set<number | null>(subject.vehicles)
  const ofTheirs = records.filter(({ vehicle_id }) => theirs.has(vehicle_id))
  const cars = [...alone, ...ofTheirs.map(({ car }) => car)]
  const numbers = [
    ...persons.flatMap(({ phone, tax_no }) => [phone, tax_no]),
    ...earlier(['musteri_tel', 'tc_vergino']),
  ]
  const carNumbers = cars.flatMap(({ plate, vin, engine_no }) => [plate, vin, engine_no])
  const names = [...persons.map(({ name }) => name), ...earlier(['musteri_adi_soyadi'])]
  return {
    names,
    numbers,
    cars: carNumbers,
    others: await othersNumbers(shop, subject, { numbers, cars: carNumbers }),
    namesakes: await othersNames(shop, subject, names),
    files: [
      ...names.map(customerHistoryName),
      ...[...cars.flatMap(({ plate, vin }) => [plate, vin]), ...earlier(['plaka', 'sasi_no'])].map(
        vehicleHistoryName,
      ),
    ],
  }
}
