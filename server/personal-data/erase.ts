import { derivedColumns as customerDerived } from '#server/customer/identify.ts'
import { removeOrphan } from '#server/directory/links.ts'
import { keepPayments } from '#server/payment/queries.ts'
import { unlinkQuotes } from '#server/kayit/extra-work.ts'
import { EMPTY_KAYIT, derivedColumns, NAMING_COLUMNS } from '#server/kayit/derived.ts'
import { type ShopCtx, ownRows, updateOwn } from '#server/platform/core/own-rows.ts'
import { eraseChangeTexts, recordChange } from '#server/platform/core/changes.ts'
import { inTransaction, requireConfirmed, type UserCtx, requireRight } from '#server/platform/core/context.ts'
import { retry } from '#server/platform/core/retry.ts'
import { logEvent } from '#server/platform/core/security-log.ts'
import { countDeleted } from '#server/platform/db/row-counts.ts'
import { derivedColumns as vehicleDerived } from '#server/vehicle/identify.ts'
import type { ChangeDetail } from '#shared/change/schema.ts'
import { ERASED_CUSTOMER_NAME, ERASED_PLATE } from '#shared/personal-data/rules.ts'
import type { EraseInput, ErasureCounts, ErasureReason } from '#shared/personal-data/schema.ts'
import { readPreferences, withPreferences } from '#shared/settings/preferences.ts'

import { namingChanges } from './concerned-changes.ts'
import { isGivenBy } from './given-rows.ts'
import { readIdentities } from './identify.ts'
import { createOwnTextTest } from './identity-match.ts'
import { splitByTrash, familiesOf, idsIn, lockSubject, isOneOf, personOf, type Subject } from './subject.ts'

const TEXTS = {
  musteri_adi_soyadi: ERASED_CUSTOMER_NAME,
  musteri_tel: '',
  musteri_talebi: '',
  sasi_no: '',
  motor_no: '',
  tc_vergino: '',
  plaka: ERASED_PLATE,
  aciklama: '',
  private_note: '',
}
/** The columns that an erasure overwrites. Status, days, kilometres, make, model and their derived columns stay. */
export const ERASED_KAYIT = {
  ...TEXTS,
  ...pick(derivedColumns({ ...EMPTY_KAYIT, ...TEXTS, kayit_tarihi: '2000-01-01' }), NAMING_COLUMNS),
}

const NO_PERSON = { name: ERASED_CUSTOMER_NAME, phone: '', tax_no: '' }
export const ERASED_CUSTOMER = { ...NO_PERSON, ...customerDerived(NO_PERSON) }

const NO_CAR = { plate: ERASED_PLATE, vin: '', engine_no: '' }
const CAR_COLUMNS = ['plate_key', 'vin_key', 'search_vehicle', 'plate_sort_key'] as const
export const ERASED_VEHICLE = {
  ...NO_CAR,
  ...pick(vehicleDerived({ ...NO_CAR, make: '', model: '', model_year: null }), CAR_COLUMNS),
}

/** The columns of an intake or a delivery that an erasure overwrites. Kilometres, damages, days and amounts stay. */
export const ERASED_FORM = { signer: '', signature: '', signed_hash: null }

function pick<Row extends object, Name extends keyof Row>(row: Row, names: readonly Name[]): Pick<Row, Name> {
  return Object.fromEntries(names.map((name) => [name, row[name]])) as Pick<Row, Name>
}

/**
 * Erases a customer and those merged into them (law 6698, art. 7), all or nothing, and registers it. Amounts, days and
 * work stay, so no sum changes. Throws FORBIDDEN, UNCONFIRMED, NOT_FOUND.
 */
export async function eraseCustomer(ctx: UserCtx, { id, reason }: EraseInput): Promise<ErasureCounts> {
  requireConfirmed(requireRight(ctx, 'personal_data'))
  const counts = await retry(() =>
    inTransaction(ctx, async (trx) => {
      const subject = await lockSubject(trx, () => personOf(trx, id))
      const [customer_id = id] = subject.customers
      const { user: actor_id, username: actor_name } = ctx.actor
      const by = { actor_id, actor_name, customer_id, reason }
      const done = await eraseRegistered(trx, subject, { ...by, at: ctx.now })
      const detail = { count: done.records + done.deleted }
      await recordChange(trx, { noun: 'customer', id: customer_id, verb: 'erase', customer_id, detail })
      return done
    }),
  )
  logEvent(ctx, 'personal data erased', { customerId: id })
  return counts
}

type Entry = {
  at: Date
  reason: ErasureReason
  /** `null` and '' for the housekeeping, which has no user and erases several customers together. */
  actor_id?: number | null
  actor_name?: string
  customer_id?: number | null
}

/** Erases the texts of a locked subject, and registers the erasure without any of the erased texts. */
export async function eraseRegistered(shop: ShopCtx, subject: Subject, entry: Entry): Promise<ErasureCounts> {
  const counts = await erase(shop, subject, entry.at)
  const by = { actor_id: null, actor_name: '', customer_id: null, ...entry }
  await shop.db
    .insertInto('erasure')
    .values({ ...by, shop_id: shop.actor.shop, counts: JSON.stringify(counts) })
    .execute()
  return counts
}

/** Returns the numbers of erased rows as the page and the register show them. */
export const countsOf = ({ records, deleted, vehicles, shared }: Subject) => ({
  records: records.length,
  deleted: deleted.length,
  vehicles: vehicles.length,
  shared_vehicles: shared.length,
})

/** Erases the texts of a locked subject, within the transaction that locked it. */
async function erase(shop: ShopCtx, subject: Subject, now: Date): Promise<ErasureCounts> {
  const { db, actor } = shop
  const { customers, records, deleted, vehicles } = subject
  // Unused copies of the person go first, so that their numbers do not count as another customer's.
  await removeUnusedLinks(shop, subject)
  // The names and numbers are read before they are erased.
  const { identities, linked } = await readIdentities(shop, subject)
  const naming = await namingChanges(shop, linked, identities)
  const changes = [...new Set(idsIn([...linked, ...naming]))]
  const documents = await countDeleted(
    db
      .deleteFrom('belge')
      .where('shop_id', '=', actor.shop)
      .where(isOneOf('kayit_id', [...records, ...deleted])),
  )
  const answers = await ownRows(shop, 'quote_answer')
    .where(isGivenBy('quote_answer', subject, linked))
    .select('share_id')
    .execute()
  const answered = answers.map(({ share_id }) => share_id)
  // The links of deleted records go with them. A statement is a copy of the customer's data, and so is a quote.
  await db
    .deleteFrom('share')
    .where('shop_id', '=', actor.shop)
    .where((eb) =>
      eb.or([
        isOneOf('kayit_id', records),
        isOneOf('id', answered),
        isOneOf('customer_id', customers),
        isOneOf('vehicle_id', [...vehicles, ...subject.shared]),
      ]),
    )
    .execute()
  for (const table of ['intake', 'delivery'] as const)
    await updateOwn(shop, table)
      .set({ ...ERASED_FORM, ...(table === 'intake' ? { belongings: '' } : { parts: '' }) })
      .where(isGivenBy(table, subject, linked))
      .execute()
  await updateOwn(shop, 'quote_answer')
    .set({ name: '', address: '', user_agent: '', content: null })
    .where(isGivenBy('quote_answer', subject, linked))
    .execute()
  await updateOwn(shop, 'quote')
    .set({ terms_hash: null })
    .where(isOneOf('kayit_id', [...records, ...deleted]))
    .execute()
  await keepPayments(shop, deleted)
  await unlinkQuotes(shop, deleted)
  await updateOwn(shop, 'payment')
    .set({ note: '' })
    .where((eb) => eb.or([isOneOf('kayit_id', records), isOneOf('customer_id', customers)]))
    .execute()
  // Deleted records are in no total, and a restore must not bring them back.
  await db.deleteFrom('kayit').where('shop_id', '=', actor.shop).where(isOneOf('id', deleted)).execute()
  await updateOwn(shop, 'kayit')
    .set((eb) => ({ ...ERASED_KAYIT, version: eb('version', '+', 1), updated_at: now }))
    .where(isOneOf('id', records))
    .execute()
  await updateOwn(shop, 'customer')
    .set({ ...ERASED_CUSTOMER, erased_at: now })
    .where(isOneOf('id', customers))
    .execute()
  await updateOwn(shop, 'vehicle')
    .set({ ...ERASED_VEHICLE, erased_at: now })
    .where(isOneOf('id', vehicles))
    .execute()
  await eraseReminders(shop, subject, createOwnTextTest(identities))
  await updateOwn(shop, 'data_request').set({ note: '' }).where(isOneOf('customer_id', customers)).execute()
  const containsOwn = createOwnTextTest(identities)
  await eraseNotes(shop, containsOwn)
  await eraseViews(shop, containsOwn)
  await eraseChangeTexts(shop, changes)
  return { ...countsOf(subject), documents, changes: changes.length }
}

/**
 * Removes the customers and cars without a record that a record of the subject was moved from or to by hand: no screen
 * shows them, and they name the same person.
 */
async function removeUnusedLinks(shop: ShopCtx, subject: Subject): Promise<void> {
  const moves = await ownRows(shop, 'change')
    .where('noun', '=', 'kayit')
    .where('verb', '=', 'link')
    .where(isOneOf('target_id', [...subject.records, ...subject.deleted]))
    .select('detail')
    .execute()
  const fields = moves.flatMap(({ detail }) => (JSON.parse(detail) as ChangeDetail).fields ?? [])
  const own = { customer: new Set(subject.customers), vehicle: new Set(subject.vehicles) }
  for (const name of ['customer', 'vehicle'] as const) {
    const named = fields.filter((field) => field.name === `${name}_id`)
    const ids = new Set(named.flatMap(({ before, after }) => [before, after]))
    for (const id of ids)
      if (typeof id === 'number' && !own[name].has(id)) await removeOrphan(shop, name, { id })
  }
}

type Finder = ReturnType<typeof createOwnTextTest>

/** Removes the reminders of the person's cars, and from a car that another customer has too those that name the person. */
async function eraseReminders(shop: ShopCtx, subject: Subject, containsOwn: Finder): Promise<void> {
  const { vehicles, shared } = subject
  const rows = await ownRows(shop, 'reminder')
    .where(isOneOf('vehicle_id', [...vehicles, ...shared]))
    .select(['id', 'vehicle_id', 'title'])
    .execute()
  const own = new Set(vehicles)
  const ids = idsIn(rows.filter(({ vehicle_id, title }) => own.has(vehicle_id) || containsOwn(title)))
  await shop.db
    .deleteFrom('reminder')
    .where('shop_id', '=', shop.actor.shop)
    .where(isOneOf('id', ids))
    .execute()
}

/** Empties the notes of requests without a customer that name the person. */
async function eraseNotes(shop: ShopCtx, containsOwn: Finder): Promise<void> {
  const rows = await ownRows(shop, 'data_request')
    .where('customer_id', 'is', null)
    .where('note', '<>', '')
    .select(['id', 'note'])
    .execute()
  const ids = idsIn(rows.filter(({ note }) => containsOwn(note)))
  await updateOwn(shop, 'data_request')
    .set((eb) => ({ note: '', version: eb('version', '+', 1) }))
    .where(isOneOf('id', ids))
    .execute()
}

/** Removes the saved views of the shop's users that are named after the person or search for them. */
async function eraseViews(shop: ShopCtx, containsOwn: Finder): Promise<void> {
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

/** Repeats the registered erasure of customers whom an older backup brought back, with all merged into them. */
export async function eraseCustomersAgain(shop: ShopCtx, ids: readonly number[], now: Date): Promise<void> {
  const subject = await lockSubject(shop, () => familiesOf(shop, ids))
  await erase(shop, subject, now)
}

type Rows = { records: readonly number[]; vehicles: readonly number[] }

/** Repeats the erasure of records and cars that the backup links to other customers, who have more records and stay. */
export async function eraseRowsAgain(shop: ShopCtx, rows: Rows, now: Date): Promise<void> {
  const records = await ownRows(shop, 'kayit')
    .where(isOneOf('id', rows.records))
    .where('customer_id', 'in', ownRows(shop, 'customer').where('erased_at', 'is', null).select('id'))
    .orderBy('id')
    .select(['id', 'deleted_at'])
    .execute()
  const vehicles = await ownRows(shop, 'vehicle')
    .where(isOneOf('id', rows.vehicles))
    .where('erased_at', 'is', null)
    .orderBy('id')
    .select('id')
    .execute()
  if (records.length + vehicles.length === 0) return
  const rest = { customers: [], vehicles: idsIn(vehicles), shared: [] }
  await erase(shop, { ...rest, ...splitByTrash(records) }, now)
}
