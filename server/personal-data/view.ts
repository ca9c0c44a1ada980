import { sql } from 'kysely'

import { KAYIT_FIELDS } from '#server/kayit/derived.ts'
import { readItems } from '#server/kayit/queries.ts'
import { CAR_FIELDS, PERSON_FIELDS } from '#server/kayit/record-change.ts'
import { inSameShop, type ShopCtx, ownRows } from '#server/platform/core/own-rows.ts'
import type { UserCtx } from '#server/platform/core/context.ts'
import type { ChangeDetail, FieldChange, ItemChanges } from '#shared/change/schema.ts'
import { OTHER_PERSON } from '#shared/personal-data/rules.ts'

import {
  fileSubject,
  type LoggedChange,
  titleName,
  namingChanges,
  type OwnSides,
  ownSidesOf,
} from './concerned-changes.ts'
import { isGivenBy } from './given-rows.ts'
import { type OwnCars, readIdentities } from './identify.ts'
import {
  hideText,
  type Identities,
  matchText,
  resemblesName,
  hideUnlessOwn,
  redactPerson,
  hideIfOther,
} from './identity-match.ts'
import { isOneOf, type Subject } from './subject.ts'

/** The parts of the shop's data that a customer may see: their records, cars and changes. */
export type PersonView = { subject: Subject; identities: Identities; cars: OwnCars; changes: LoggedChange[] }

/** Reads a customer's view. Moved, overwritten and merged records may name other customers, whose names are hidden. */
export async function readView(shop: ShopCtx, subject: Subject): Promise<PersonView> {
  const { identities, cars, linked } = await readIdentities(shop, subject)
  const found = [...linked, ...(await namingChanges(shop, linked, identities))]
  const rows = [...new Map(found.map((row) => [row.id, row])).values()].toSorted((a, b) => a.id - b.id)
  const sides = ownSidesOf(rows, subject.customers)
  const changes = rows.flatMap((row) => {
    const shown = redactChange(row, sides.get(row.id), { subject, identities })
    return shown === null ? [] : [{ ...row, ...shown }]
  })
  return { subject, identities, cars, changes }
}

type Text = { title: string; detail: ChangeDetail }
type Value = FieldChange['before']
type Side = keyof OwnSides
type Viewer = Pick<PersonView, 'subject' | 'identities'>

/** Returns the parts of a change that concern the customer, or `null` if none does. */
function redactChange(row: LoggedChange, sides: OwnSides | undefined, viewer: Viewer): Text | null {
  const { noun, target_id, customer_id, vehicle_id } = row
  const { customers, vehicles } = viewer.subject
  const has = (ids: readonly number[], id: number | null) => id !== null && ids.includes(id)
  if (sides !== undefined) return redactRecordChange(row, sides, viewer)
  if (noun === 'customer') return redactLinkedChange(row, has(customers, target_id), viewer)
  if (noun === 'vehicle') return redactLinkedChange(row, has(vehicles, target_id), viewer)
  if (noun !== 'export') return redactOtherChange(row, viewer)
  const isOwn = has(customers, customer_id) || has(vehicles, vehicle_id)
  return isOwn || matchText(fileSubject(row.title), viewer.identities) === 'own' ? row : null
}

/** Returns a record's change without other people's names, for the time when the record was this customer's. */
function redactRecordChange(row: LoggedChange, sides: OwnSides, viewer: Viewer): Text | null {
  const { identities, subject } = viewer
  const { title, detail } = row
  const { fields, items, ...rest } = detail
  const facts = { before: sideOf(row, 'before'), after: sideOf(row, 'after') }
  if (!facts.before.isTheirs && !facts.after.isTheirs) return redactOtherChange(row, viewer)
  const showOn = (side: Side, name: string, value: Value): Value => {
    if (name === 'customer_id')
      return value === null || subject.customers.includes(Number(value)) ? value : OTHER_PERSON
    if (!facts[side].isTheirs) return typeof value === 'string' ? hideText(value) : null
    if (typeof value !== 'string') return value
    if (isAmong(PERSON_FIELDS, name)) return facts[side].showPerson(value, identities)
    return isAmong(CAR_FIELDS, name) ? hideIfOther(value, identities) : value
  }
  return {
    title: facts.after.isTheirs ? shownTitle(title) : hideText(title),
    detail: {
      ...rest,
      ...(fields && {
        fields: fields.map(({ name, before, after }) => ({
          name,
          before: showOn('before', name, before),
          after: showOn('after', name, after),
        })),
      }),
      ...(items && { items: itemsOn(items, facts.before.isTheirs, facts.after.isTheirs) }),
    },
  }

  function sideOf({ detail: { fields: changed = [] } }: LoggedChange, side: Side) {
    const value = changed.find((field) => field.name === 'musteri_adi_soyadi')?.[side]
    const name = typeof value === 'string' ? value : titleName(title)
    const named = matchText(name, identities)
    const isRecordOwn = row.target_id !== null && isAmong(subject.records, row.target_id)
    const isLike = isRecordOwn && named === 'unknown' && resemblesName(name, identities.own)
    return {
      isTheirs: sides[side] ?? (named === 'own' || isLike),
      showPerson: named !== 'other' && (sides[side] ?? isRecordOwn) ? hideIfOther : hideUnlessOwn,
    }
  }

  function shownTitle(whole: string): string {
    const parts = whole.split(' · ')
    const isName = (index: number) => index > 0 || parts.length === 1
    const shown = parts.map((part, index) =>
      (isName(index) ? facts.after.showPerson : hideIfOther)(part, identities),
    )
    return [...new Set(shown)].join(' · ')
  }
}

const isAmong = <T>(values: readonly T[], value: T) => values.includes(value)

/** Returns the items from the time when the record was the customer's; it may have been moved from or to another. */
function itemsOn({ added, removed, changed }: ItemChanges, before: boolean, after: boolean): ItemChanges {
  if (before && after) return { added, removed, changed }
  return {
    added: after ? [...added, ...changed.map((one) => one.after)] : [],
    removed: before ? [...removed, ...changed.map((one) => one.before)] : [],
    changed: [],
  }
}

/** Returns a change of a customer or car. `isTheirs` means this customer, or a car that nobody else has. */
function redactLinkedChange({ title, detail }: Text, isTheirs: boolean, { identities }: Viewer): Text | null {
  const { other } = detail
  const isNamed = isTheirs || [title, other ?? ''].some((text) => matchText(text, identities) === 'own')
  if (!isNamed) return null
  return {
    title: isTheirs ? hideIfOther(title, identities) : hideUnlessOwn(title, identities),
    detail: { ...detail, ...(other !== undefined && { other: hideUnlessOwn(other, identities) }) },
  }
}

/** Returns the parts of any other change that name the customer. */
function redactOtherChange({ title, detail }: Text, { identities }: Viewer): Text | null {
  const isShown = (value: Value) => typeof value === 'string' && matchText(value, identities) === 'own'
  const value = (one: Value) => (typeof one === 'string' ? hideUnlessOwn(one, identities) : null)
  const fields = (detail.fields ?? [])
    .filter(({ before, after }) => isShown(before) || isShown(after))
    .map(({ name, before, after }) => ({ name, before: value(before), after: value(after) }))
  if (!isShown(title) && fields.length === 0) return null
  return { title: hideUnlessOwn(title, identities), detail: fields.length > 0 ? { fields } : {} }
}

/** Reads the customer's rows besides records and changes; `lines` is the number of `linesOf` the records. */
export async function readTables(ctx: UserCtx, { subject, cars, identities, changes }: PersonView) {
  const { customers: ids, records, deleted } = subject
  // The root customer and those that were merged into it.
  const customers = await ownRows(ctx, 'customer')
    .where(isOneOf('id', ids))
    .orderBy('id')
    .select(['id', 'merged_into', 'name', 'phone', 'tax_no'])
    .select(['visits', 'total_kurus', 'last_day', 'created_at'])
    .execute()
  const vehicles = await ownRows(ctx, 'vehicle')
    .where(isOneOf('id', [...cars.keys()]))
    .orderBy('id')
    .select(['id', 'plate', 'vin', 'make', 'model', 'model_year', 'engine_no'])
    .execute()
  const requests = await ownRows(ctx, 'data_request')
    .where(isOneOf('customer_id', ids))
    .orderBy('id')
    .select(['id', 'received_on', 'kind', 'note', 'answered_on'])
    .execute()
  const payments = await ownRows(ctx, 'payment')
    .where((eb) => eb.or([isOneOf('kayit_id', [...records, ...deleted]), isOneOf('customer_id', ids)]))
    .orderBy('id')
    .select(['id', 'kayit_id', 'day', 'kind', 'method', 'amount_kurus', 'note', 'reverses'])
    .execute()
  const answers = await ownRows(ctx, 'quote_answer')
    .where(isGivenBy('quote_answer', subject, changes))
    .orderBy('at')
    .select(['kayit_id', 'version', 'at', 'verdict', 'name', 'total_kurus', 'address', 'user_agent'])
    .execute()
  // A record may be another customer's since; the link names the one to whom it was sent.
  const mails = await ownRows(ctx, 'mail')
    .innerJoin('share', inSameShop('share.id', 'mail.share_id'))
    .where(isOneOf('share.customer_id', ids))
    .orderBy('mail.id')
    .select(['share.kind', 'share.kayit_id', 'mail.recipient', 'mail.state', 'mail.created_at'])
    .execute()
  // A car that another customer has too has that customer's reminders.
  const reminders = await ownRows(ctx, 'reminder')
    .where(isOneOf('vehicle_id', subject.vehicles))
    .orderBy('id')
    .select(['vehicle_id', 'cause', 'title', 'due_day', 'due_km', 'registered_on', 'state', 'snoozed_until'])
    .select('opened_at')
    .execute()
  const { lines } = await ownRows(ctx, 'kayit')
    .where(isOneOf('id', [...records, ...deleted]))
    .select(
      sql<number>`coalesce(sum(case when islem_sayisi = 0 then 1 else islem_sayisi end), 0)`.as('lines'),
    )
    .executeTakeFirstOrThrow()
  // A shared car is described by this customer's own last record with it.
  return {
    customers,
    vehicles: vehicles.map((row) => ({ ...row, ...cars.get(row.id) })),
    requests,
    payments,
    mails,
    reminders,
    answers: answers.map((row) => redactAnswer(row, identities)),
    lines,
  }
}
/** Hides an answer's name, address and browser if another person answered the customer's quote. */
function redactAnswer<Row extends { name: string; address: string; user_agent: string }>(
  row: Row,
  identities: Identities,
): Row {
  const name = hideIfOther(row.name, identities)
  return name === row.name ? row : { ...row, name, address: '', user_agent: '' }
}

export type Tables = Awaited<ReturnType<typeof readTables>>

/** Records per query. */
const BATCH = 200

/** Yields the customer's records in batches, with items and documents, also from the trash, the oldest first. */
export async function* recordBatches(ctx: UserCtx, view: PersonView) {
  const { records, deleted } = view.subject
  const ids = [...records, ...deleted].sort((a, b) => a - b)
  for (let from = 0; from < ids.length; from += BATCH) {
    const batch = await recordsAt(ctx, ids.slice(from, from + BATCH))
    yield batch.map((record) => ({ ...record, ...shownOf(record, view) }))
  }
}

/** Returns a record's texts of customer and car, hidden if they are another person's: it may have been moved here. */
function shownOf(record: Awaited<ReturnType<typeof recordsAt>>[number], { identities, cars }: PersonView) {
  const { musteri_adi_soyadi, musteri_tel, tc_vergino, vehicle_id } = record
  const person = { name: musteri_adi_soyadi, phone: musteri_tel, tax_no: tc_vergino }
  const { name, phone, tax_no } = redactPerson(person, identities)
  const isTheirCar = vehicle_id === null || cars.has(vehicle_id)
  const car = (text: string) => (isTheirCar ? text : hideText(text))
  return {
    musteri_adi_soyadi: name,
    musteri_tel: phone,
    tc_vergino: tax_no,
    // Another person has signed the forms of a record that was theirs.
    ...(name === OTHER_PERSON && { intake: null, delivery: null }),
    plaka: car(record.plaka),
    sasi_no: car(record.sasi_no),
    motor_no: car(record.motor_no),
  }
}

export type ExportedRecord = Awaited<ReturnType<typeof recordsAt>>[number]

async function recordsAt(ctx: UserCtx, ids: readonly number[]) {
  const records = await ownRows(ctx, 'kayit')
    .where(isOneOf('id', ids))
    .orderBy('id')
    .select(['id', ...KAYIT_FIELDS, 'day as gun', 'toplam_kurus', 'vehicle_id', 'customer_id'])
    .select(['stage', 'created_at', 'updated_at', 'deleted_at'])
    .execute()
  const itemsOf = await readItems(ctx, ids)
  const documents = await ownRows(ctx, 'belge')
    .where(isOneOf('kayit_id', ids))
    .orderBy('id')
    .select(['kayit_id', 'ad', 'tur', 'boyut', 'url', 'created_at'])
    .execute()
  const documentsOf = Map.groupBy(documents, ({ kayit_id }) => kayit_id)
  const forms = await readForms(ctx, ids)
  return records.map((record) => ({
    ...record,
    items: itemsOf(record.id),
    documents: (documentsOf.get(record.id) ?? []).map(({ kayit_id: _record, ...document }) => document),
    intake: forms.intakes.get(record.id) ?? null,
    delivery: forms.deliveries.get(record.id) ?? null,
  }))
}

/** Reads the intakes and deliveries of records; marks and strokes are the JSON that is stored. */
async function readForms(ctx: UserCtx, ids: readonly number[]) {
  const columns = ['kayit_id', 'km', 'signer', 'signature', 'signed_at', 'created_at'] as const
  const intakes = await ownRows(ctx, 'intake')
    .where(isOneOf('kayit_id', ids))
    .select([...columns, 'fuel', 'belongings', 'marks', 'promised_day', 'promised_minute', 'limit_kurus'])
    .select(['terms'])
    .execute()
  const deliveries = await ownRows(ctx, 'delivery')
    .where(isOneOf('kayit_id', ids))
    .select([...columns, 'parts', 'warranty_months', 'warranty_km', 'item_warranties'])
    .execute()
  const byRecord = <Row extends { kayit_id: number }>(rows: readonly Row[]) =>
    new Map(rows.map(({ kayit_id, ...row }) => [kayit_id, row]))
  return { intakes: byRecord(intakes), deliveries: byRecord(deliveries) }
}
