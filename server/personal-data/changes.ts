import { sql } from 'kysely'

import type { Shop } from '#server/core/batches.ts'
import { customerHistoryName, vehicleHistoryName } from '#server/history/export.ts'
import type { ChangeDetail } from '#shared/change/schema.ts'

import { type Subject, oneOf } from './subject.ts'
import { type Facts, mentions, type Traces, tracesOf } from './traces.ts'

/** Rows that are read at once. */
const BATCH = 2_000
const NOUNS = ['kayit', 'customer', 'vehicle'] as const

const textsOf = ({ db, actor }: Shop) =>
  db
    .selectFrom('change')
    .where('user_id', '=', actor.shop)
    .select(['id', 'at', 'channel', 'noun', 'target_id', 'verb', 'title', 'detail'])

type Row = Awaited<ReturnType<ReturnType<typeof textsOf>['execute']>>[number]
const parsed = ({ detail, ...row }: Row) => ({ ...row, detail: JSON.parse(detail) as ChangeDetail })
type Parsed = ReturnType<typeof parsed>

/** The changes of the subject's records, customers and own cars. */
export async function changesOf(shop: Shop, subject: Subject): Promise<Parsed[]> {
  const targets = {
    kayit: [...subject.records, ...subject.deleted],
    customer: subject.customers,
    vehicle: subject.vehicles,
  }
  const found = []
  for (const noun of NOUNS)
    found.push(
      ...(await textsOf(shop)
        .where('noun', '=', noun)
        .where(oneOf('target_id', targets[noun]))
        .orderBy('id')
        .execute()),
    )
  return found.map(parsed)
}

/**
 * The ids of all rows of the change log that tell something of the subject: those of their records, customers and cars,
 * and, of what is gone since or was moved, those that name them.
 */
export async function tellingChanges(shop: Shop, subject: Subject): Promise<number[]> {
  const own = await changesOf(shop, subject)
  const traces = tracesOf(await factsOf(shop, subject, own))
  const ids = new Set(own.map(({ id }) => id))
  const byName: Parsed[] = []
  for (let after = 0; ;) {
    const rows = await textsOf(shop).where('id', '>', after).orderBy('id').limit(BATCH).execute()
    for (const row of rows.map(parsed)) sort(row, traces, { ids, byName })
    if (rows.length < BATCH) break
    after = rows.at(-1)?.id ?? after
  }
  for (const id of await ofWhatIsGone(shop, byName)) ids.add(id)
  return [...ids]
}

function sort(row: Parsed, traces: Traces, { ids, byName }: { ids: Set<number>; byName: Parsed[] }): void {
  const found = mentions(row, traces)
  if (found === 'not') return
  // A customer that was joined with this one is called so in the row of another one.
  const isJoined = row.noun === 'customer' && ['merge', 'separate'].includes(row.verb)
  if (found === 'surely' || isJoined) ids.add(row.id)
  else if (!ids.has(row.id)) byName.push(row)
}

/** Of rows with the name, those of what no longer exists: what does belongs to somebody else of the same name. */
async function ofWhatIsGone({ db, actor }: Shop, rows: readonly Parsed[]): Promise<number[]> {
  const gone: number[] = []
  for (const noun of NOUNS) {
    const named = rows.filter((row) => row.noun === noun)
    const ids = [...new Set(named.flatMap(({ target_id }) => target_id ?? []))]
    const found = await db
      .selectFrom(noun)
      .where('user_id', '=', actor.shop)
      .where(oneOf('id', ids))
      .select('id')
      .execute()
    const existing = new Set<number | null>(found.map(({ id }) => id))
    gone.push(...named.filter(({ target_id }) => !existing.has(target_id)).map(({ id }) => id))
  }
  return gone
}

/** What the subject is and was called, in their rows and in the changes of these. */
async function factsOf({ db, actor }: Shop, subject: Subject, own: readonly Parsed[]): Promise<Facts> {
  const records = await db
    .selectFrom('kayit')
    .where('user_id', '=', actor.shop)
    .where(oneOf('id', [...subject.records, ...subject.deleted]))
    .select(['musteri_adi_soyadi as name', 'musteri_tel as phone', 'tc_vergino as tax_no'])
    .select(['vehicle_id', 'plaka as plate', 'sasi_no as vin', 'motor_no as engine_no'])
    .execute()
  const customers = await db
    .selectFrom('customer')
    .where('user_id', '=', actor.shop)
    .where(oneOf('id', subject.customers))
    .select(['name', 'phone', 'tax_no'])
    .execute()
  const vehicles = await db
    .selectFrom('vehicle')
    .where('user_id', '=', actor.shop)
    .where(oneOf('id', subject.vehicles))
    .select(['plate', 'vin', 'engine_no'])
    .execute()
  const earlier = (names: readonly string[]) =>
    own.flatMap(({ detail }) =>
      (detail.fields ?? [])
        .filter(({ name }) => names.includes(name))
        .flatMap(({ before, after }) => [String(before ?? ''), String(after ?? '')]),
    )
  const persons = [...customers, ...records]
  const theirs = new Set<number | null>(subject.vehicles)
  const cars = [...vehicles, ...records.filter(({ vehicle_id }) => theirs.has(vehicle_id))]
  const names = [...persons.map(({ name }) => name), ...earlier(['musteri_adi_soyadi'])]
  return {
    names,
    numbers: [
      ...persons.flatMap(({ phone, tax_no }) => [phone, tax_no]),
      ...earlier(['musteri_tel', 'tc_vergino']),
    ],
    cars: cars.flatMap(({ plate, vin, engine_no }) => [plate, vin, engine_no]),
    files: [
      ...names.map(customerHistoryName),
      ...[...cars.flatMap(({ plate, vin }) => [plate, vin]), ...earlier(['plaka', 'sasi_no'])].map(
        vehicleHistoryName,
      ),
    ],
  }
}

/** Takes the texts out of these rows. Requests may not update the log: a function of the database does only this. */
export async function eraseTexts({ db, actor }: Shop, ids: readonly number[]): Promise<void> {
  if (ids.length > 0) await sql`select erase_changes(${actor.shop}, ${[...ids]})`.execute(db)
}
