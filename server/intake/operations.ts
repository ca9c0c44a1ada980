import type { Insertable } from 'kysely'

import { recordChange } from '#server/platform/core/changes.ts'
import { canSeePrices, inTransaction, redactFor, type UserCtx } from '#server/platform/core/context.ts'
import { idempotentUpdate } from '#server/platform/core/idempotency.ts'
import { updateOwn } from '#server/platform/core/own-rows.ts'
import { withSnapshot } from '#server/platform/core/snapshot.ts'
import type { DB } from '#server/platform/db/schema.ts'
import { readItems } from '#server/kayit/queries.ts'
import { fieldChanges } from '#shared/change/rules.ts'
import type { ChangeDetail, FieldChange } from '#shared/change/schema.ts'
import { clockOf } from '#shared/clock.ts'
import { todayInIstanbul } from '#shared/date.ts'
import { AppError } from '#shared/errors.ts'
import { intakeMessages } from '#shared/intake/messages.ts'
import { CAR_KIND_WORDS, markWords } from '#shared/intake/rules.ts'
import type { Delivery, DeliveryInput, Handover, Intake, IntakeInput } from '#shared/intake/schema.ts'
import { itemWarrantyText, parseItemWarranties, storedItemWarranties } from '#shared/intake/warranty.ts'
import { kayitTitle } from '#shared/kayit/rules.ts'

import {
  type DeliveryFields,
  type DeliveryRow,
  findDelivery,
  findIntake,
  FORM_COLUMNS,
  type FormRecord,
  hashForm,
  type IntakeFields,
  type IntakeRow,
  isChanged,
  isDeliveryChanged,
  marksOf,
  requireFormRecord,
  strokesOf,
} from './queries.ts'
import { filledAt, recordIdOf, seenWork, type Work } from './late.ts'
import { applyForm, lockVisit } from './record.ts'
import { readTerms, termsOf } from './terms.ts'

/** Returns a record's intake and delivery, and the terms that a new intake shows. Throws NOT_FOUND. */
export async function getHandover(ctx: UserCtx, { kayit_id }: { kayit_id: number }): Promise<Handover> {
  const found = await withSnapshot(ctx, async (one) => {
    const [record, intake, delivery, terms, lines] = await Promise.all([
      requireFormRecord(one, kayit_id),
      findIntake(one, kayit_id),
      findDelivery(one, kayit_id),
      readTerms(one),
      linesOf(one, kayit_id),
    ])
    return {
      intake: intake === undefined ? null : shownIntake(record, intake),
      delivery: delivery === undefined ? null : shownDelivery({ record, lines }, delivery),
      terms,
    }
  })
  return redactFor(ctx, found)
}

const shownSaved = ({ signed_at, created_at, ...row }: IntakeRow | DeliveryRow) => ({
  kayit_id: row.kayit_id,
  version: row.version,
  km: row.km,
  signer: row.signer,
  signature: strokesOf(row),
  signed_at: signed_at?.toISOString() ?? null,
  actor_name: row.actor_name,
  created_at: created_at.toISOString(),
})

const shownIntake = (record: FormRecord, row: IntakeRow): Intake => ({
  ...shownSaved(row),
  is_changed: isChanged(row, () => hashForm(record, row, row)),
  car_kind: row.car_kind,
  fuel: row.fuel,
  belongings: row.belongings,
  marks: marksOf(row),
  promised_day: row.promised_day,
  promised_minute: row.promised_minute,
  limit_kurus: row.limit_kurus,
  terms: row.terms,
})

const linesOf = async (ctx: UserCtx, id: number) => (await readItems(ctx, [id]))(id)

const shownDelivery = ({ record, lines }: Work, row: DeliveryRow): Delivery => ({
  ...shownSaved(row),
  is_changed: isDeliveryChanged(record, row, lines),
  parts: row.parts,
  warranty_months: row.warranty_months,
  warranty_km: row.warranty_km,
  item_warranties: parseItemWarranties(row.item_warranties),
})

/**
 * Stores the intake of a record's car; a signature is stored with the hash of what the signer saw. A repetition changes
 * nothing. Throws NOT_FOUND, CONFLICT when another user has changed it since `version`, and INVALID for a signature under
 * terms that are no longer the shop's.
 */
export async function saveIntake(ctx: UserCtx, input: IntakeInput): Promise<Intake> {
  const saved = await inTransaction(ctx, async (trx) => {
    const id = await saveOnce(trx, { operation: 'intake', input }, (id) => storeIntake(trx, id, input))
    const [record, row] = [await requireFormRecord(trx, id), await findIntake(trx, id)]
    if (row === undefined) throw new Error('an intake is stored')
    return shownIntake(record, row)
  })
  return redactFor(ctx, saved)
}

/** Returns the version of the stored intake. */
async function storeIntake(ctx: UserCtx, id: number, input: IntakeInput): Promise<number> {
  const { car_kind, km, fuel, belongings, promised_day, promised_minute, signer } = input
  const { signature, limit_kurus, marks } = input
  const record = await lockVisit(ctx, id)
  const stored = await findIntake(ctx, id)
  const limit = canSeePrices(ctx) ? limit_kurus : undefined
  const isLate = input.filled_at !== undefined
  const fields: IntakeFields = {
    car_kind,
    km,
    fuel,
    belongings,
    promised_day,
    promised_minute,
    signer,
    marks: JSON.stringify(marks.map(({ side, x, y, kind }) => ({ side, x, y, kind }))),
    limit_kurus: limit === undefined ? (stored?.limit_kurus ?? null) : limit,
    terms: await termsOf(ctx, stored, { terms: input.terms, isSigning: signature !== undefined, isLate }),
  }
  const work = { record, lines: [] }
  const version = await storeForm(ctx, { table: 'intake', work, stored, fields, words: intakeWords }, input)
  if (version !== stored?.version) await applyForm(ctx, record, { km })
  return version
}

/**
 * Stores the delivery of a record's car, as `saveIntake` does with the intake; a signature completes the visit. Throws
 * NOT_FOUND and CONFLICT.
 */
export function saveDelivery(ctx: UserCtx, input: DeliveryInput): Promise<Delivery> {
  return inTransaction(ctx, async (trx) => {
    const id = await saveOnce(trx, { operation: 'delivery', input }, (id) => storeDelivery(trx, id, input))
    const work = { record: await requireFormRecord(trx, id), lines: await linesOf(trx, id) }
    const row = await findDelivery(trx, id)
    if (row === undefined) throw new Error('a delivery is stored')
    return shownDelivery(work, row)
  })
}

/** Returns the version of the stored delivery. */
async function storeDelivery(ctx: UserCtx, id: number, input: DeliveryInput): Promise<number> {
  const work = { record: await lockVisit(ctx, id), lines: await linesOf(ctx, id) }
  const stored = await findDelivery(ctx, id)
  const { km, parts, signer } = input
  const { warranty_months = stored?.warranty_months ?? null } = input
  const { warranty_km = stored?.warranty_km ?? null } = input
  const own = input.item_warranties
  const item_warranties = own === undefined ? (stored?.item_warranties ?? '') : storedItemWarranties(own)
  const fields: DeliveryFields = { km, parts, signer, warranty_months, warranty_km, item_warranties }
  const version = await storeForm(
    ctx,
    { table: 'delivery', work, stored, fields, words: deliveryWords },
    input,
  )
  const left = input.signature === undefined ? {} : { left: todayInIstanbul(filledAt(ctx, input)) }
  if (version !== stored?.version) await applyForm(ctx, work.record, { km, ...left })
  return version
}

/** The fields that both forms send about themselves. */
type Sent = Pick<
  DeliveryInput,
  'kayit_id' | 'kayit_key' | 'key' | 'filled_at' | 'version' | 'signature' | 'seen'
>

/** Stores a form once for its key; returns the id of its record. The first attempt had no time of its own. */
async function saveOnce(
  ctx: UserCtx,
  { operation, input }: { operation: string; input: Sent },
  store: (id: number) => Promise<number>,
): Promise<number> {
  const call = { operation, key: input.key, input: { ...input, filled_at: undefined } }
  const { id } = await idempotentUpdate<{ id: number; version: number }>(ctx, call, {
    change: async () => {
      const id = await recordIdOf(ctx, input)
      return { id, version: await store(id) }
    },
    repeat: (made) => Promise.resolve(made),
  })
  return id
}

type Form<Fields> = {
  table: 'intake' | 'delivery'
  work: Work
  stored: (Fields & Pick<IntakeRow, 'version' | 'signature' | 'signed_at' | 'signed_hash'>) | undefined
  fields: Fields
  /** Returns the values in the words of the change log. */
  words: (fields: Fields) => Record<string, FieldChange['before']>
}

/** Stores a form and its row of the change log unless it is stored like this; returns its version. Throws CONFLICT. */
async function storeForm<Fields extends IntakeFields | DeliveryFields>(
  ctx: UserCtx,
  { table, work, stored, fields, words }: Form<Fields>,
  sent: Sent,
): Promise<number> {
  const { version, signature: strokes } = sent
  const { record } = work
  const names = FORM_COLUMNS[table] as readonly (keyof Fields)[]
  const signature = strokes === undefined ? (stored?.signature ?? '') : JSON.stringify(strokes)
  const seen = seenWork(ctx, work, sent.seen)
  const hash = () => hashForm(seen.record, fields, { signature, lines: seen.lines })
  const isSame = stored !== undefined && names.every((name) => stored[name] === fields[name])
  if (isSame && stored.signature === signature) {
    // The same strokes sign a record that has changed meanwhile.
    const isSigning = strokes !== undefined && isChanged(stored, hash)
    if (!isSigning || version !== stored.version) return stored.version
  }
  if (stored !== undefined && stored.version !== version)
    throw new AppError('CONFLICT', intakeMessages.conflict)
  const at = filledAt(ctx, sent)
  const signed = strokes === undefined ? {} : { signature, signed_at: at, signed_hash: hash() }
  const row = { ...fields, ...signed, ...(await actingUser(ctx)), updated_at: ctx.now }
  const { shop: shop_id } = ctx.actor
  // The types of Kysely take one table.
  if (stored === undefined)
    await ctx.db
      .insertInto(table as 'intake')
      .values({ ...row, shop_id, kayit_id: record.id, created_at: at } as Insertable<DB['intake']>)
      .execute()
  else
    await updateOwn(ctx, table)
      .set({ ...row, version: stored.version + 1 })
      .where('kayit_id', '=', record.id)
      .execute()
  const detail = detailOf(names as string[], stored && words(stored), words(fields))
  if (strokes !== undefined)
    detail.fields = [
      ...(detail.fields ?? []),
      { name: 'signature', before: (stored?.signature ?? '') !== '', after: true },
    ]
  const { customer_id } = record
  await recordChange(ctx, {
    noun: 'kayit',
    id: record.id,
    verb: table,
    title: kayitTitle(record),
    detail,
    customer_id,
  })
  return (stored?.version ?? 0) + 1
}

function detailOf(
  names: string[],
  before: Record<string, FieldChange['before']> | undefined,
  after: Record<string, FieldChange['before']>,
): ChangeDetail {
  const fields = before === undefined ? [] : fieldChanges(names, before, after)
  return fields.length === 0 ? {} : { fields }
}

/** The user who takes the car in or gives it back, by the name on the form. */
async function actingUser({ db, actor }: UserCtx) {
  const user = await db
    .selectFrom('users')
    .where('shop_id', '=', actor.shop)
    .where('id', '=', actor.user)
    .select('name_surname')
    .executeTakeFirst()
  return { actor_id: actor.user, actor_name: user?.name_surname || actor.username }
}

const deliveryWords = (fields: DeliveryFields) => ({
  ...fields,
  item_warranties: parseItemWarranties(fields.item_warranties).map(itemWarrantyText).join('; '),
})

const intakeWords = ({ car_kind, fuel, promised_minute, ...fields }: IntakeFields) => ({
  ...fields,
  marks: marksOf(fields).map(markWords).join('; '),
  car_kind: CAR_KIND_WORDS[car_kind],
  fuel: fuel === null ? null : `${fuel}/8`,
  promised_minute: promised_minute === null ? null : clockOf(promised_minute),
})
