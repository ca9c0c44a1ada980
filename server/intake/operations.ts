import type { Insertable } from 'kysely'

import { recordChange } from '#server/platform/core/changes.ts'
import {
  canSeePrices,
  inTransaction,
  redactFor,
  requireRight,
  type UserCtx,
} from '#server/platform/core/context.ts'
import { updateOwn } from '#server/platform/core/own-rows.ts'
import { withSnapshot } from '#server/platform/core/snapshot.ts'
import type { DB } from '#server/platform/db/schema.ts'
import type { IslemLine } from '#server/kayit/derived.ts'
import { readItems } from '#server/kayit/queries.ts'
import { fieldChanges } from '#shared/change/rules.ts'
import type { ChangeDetail, FieldChange } from '#shared/change/schema.ts'
import { AppError } from '#shared/errors.ts'
import { intakeMessages } from '#shared/intake/messages.ts'
import { CAR_KIND_WORDS, clockOf, DEFAULT_TERMS, markWords, type Strokes } from '#shared/intake/rules.ts'
import type {
  Delivery,
  DeliveryInput,
  Handover,
  Intake,
  IntakeInput,
  TermsInput,
} from '#shared/intake/schema.ts'
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
  readOwnTerms,
  readTerms,
  requireFormRecord,
  strokesOf,
} from './queries.ts'
import { applyForm } from './record.ts'

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

type Work = { record: FormRecord; lines: readonly IslemLine[] }

const linesOf = async (ctx: UserCtx, id: number) => (await readItems(ctx, [id]))(id)

const shownDelivery = ({ record, lines }: Work, row: DeliveryRow): Delivery => ({
  ...shownSaved(row),
  is_changed: isDeliveryChanged(record, row, lines),
  parts: row.parts,
  warranty_months: row.warranty_months,
  warranty_km: row.warranty_km,
})

/**
 * Stores the intake of a record's car; a signature is stored with the hash of the form. A repetition changes
 * nothing. Throws NOT_FOUND, CONFLICT when another user has changed it since `version`, and INVALID for a signature under
 * terms that are no longer the shop's.
 */
export async function saveIntake(ctx: UserCtx, input: IntakeInput): Promise<Intake> {
  const { kayit_id, version, signature, limit_kurus, terms, marks, ...entered } = input
  const saved = await inTransaction(ctx, async (trx) => {
    const record = await requireFormRecord(trx, kayit_id, { lock: true })
    const stored = await findIntake(trx, kayit_id)
    const limit = canSeePrices(ctx) ? limit_kurus : undefined
    const fields: IntakeFields = {
      ...entered,
      marks: JSON.stringify(marks.map(({ side, x, y, kind }) => ({ side, x, y, kind }))),
      limit_kurus: limit === undefined ? (stored?.limit_kurus ?? null) : limit,
      terms: await termsOf(trx, stored, { terms, isSigning: signature !== undefined }),
    }
    const form: Form<IntakeFields> = { table: 'intake', record, stored, fields, words: intakeWords }
    const isStored = await storeForm(trx, form, { version, signature })
    if (isStored) await applyForm(trx, record, fields)
    const row = isStored ? await findIntake(trx, kayit_id) : stored
    if (row === undefined) throw new Error('an intake is stored')
    return shownIntake(record, row)
  })
  return redactFor(ctx, saved)
}

/** Signed terms stay until the form is signed again, which needs the terms that the signer has read. */
async function termsOf(
  ctx: UserCtx,
  stored: IntakeRow | undefined,
  { terms, isSigning }: { terms: string; isSigning: boolean },
): Promise<string> {
  const current = await readTerms(ctx)
  const isSigned = stored !== undefined && stored.signed_at !== null
  if (!isSigning) return isSigned ? stored.terms : current
  if (terms !== current && !(isSigned && terms === stored.terms))
    throw new AppError('INVALID', intakeMessages.termsChanged, { field: 'terms' })
  return terms
}

/**
 * Stores the delivery of a record's car, as `saveIntake` does with the intake; a signature completes the visit. Throws
 * NOT_FOUND and CONFLICT.
 */
export function saveDelivery(ctx: UserCtx, input: DeliveryInput): Promise<Delivery> {
  const { kayit_id, version, signature, ...entered } = input
  return inTransaction(ctx, async (trx) => {
    const record = await requireFormRecord(trx, kayit_id, { lock: true })
    const lines = await linesOf(trx, kayit_id)
    const stored = await findDelivery(trx, kayit_id)
    const { warranty_months = stored?.warranty_months ?? null } = entered
    const { warranty_km = stored?.warranty_km ?? null } = entered
    const fields: DeliveryFields = { ...entered, warranty_months, warranty_km }
    const form: Form<DeliveryFields> = {
      table: 'delivery',
      record,
      stored,
      fields,
      words: (row) => ({ ...row }),
      lines,
    }
    const isStored = await storeForm(trx, form, { version, signature })
    const isDelivered = signature !== undefined
    if (isStored) await applyForm(trx, record, { ...fields, isDelivered })
    const row = isStored ? await findDelivery(trx, kayit_id) : stored
    if (row === undefined) throw new Error('a delivery is stored')
    return shownDelivery({ record, lines }, row)
  })
}

type Form<Fields> = {
  table: 'intake' | 'delivery'
  record: FormRecord
  stored: (Fields & Pick<IntakeRow, 'version' | 'signature' | 'signed_at' | 'signed_hash'>) | undefined
  fields: Fields
  /** Returns the values in the words of the change log. */
  words: (fields: Fields) => Record<string, FieldChange['before']>
  lines?: Work['lines']
}
type Saving = { version?: number | undefined; signature?: Strokes | undefined }

/** Stores a form and its row of the change log unless it is stored like this; returns whether it did. Throws CONFLICT. */
async function storeForm<Fields extends IntakeFields | DeliveryFields>(
  ctx: UserCtx,
  { table, record, stored, fields, words, lines = [] }: Form<Fields>,
  { version, signature: strokes }: Saving,
): Promise<boolean> {
  const names = FORM_COLUMNS[table] as readonly (keyof Fields)[]
  const signature = strokes === undefined ? (stored?.signature ?? '') : JSON.stringify(strokes)
  const isSame = stored !== undefined && names.every((name) => stored[name] === fields[name])
  if (isSame && stored.signature === signature) {
    // The same strokes sign a record that has changed meanwhile.
    const isSigning =
      strokes !== undefined && isChanged(stored, () => hashForm(record, fields, { signature, lines }))
    if (!isSigning || version !== stored.version) return false
  }
  if (stored !== undefined && stored.version !== version)
    throw new AppError('CONFLICT', intakeMessages.conflict)
  const signed =
    strokes === undefined
      ? {}
      : { signature, signed_at: ctx.now, signed_hash: hashForm(record, fields, { signature, lines }) }
  const row = { ...fields, ...signed, ...(await actingUser(ctx)), updated_at: ctx.now }
  const { shop: shop_id } = ctx.actor
  // The types of Kysely take one table.
  if (stored === undefined)
    await ctx.db
      .insertInto(table as 'intake')
      .values({ ...row, shop_id, kayit_id: record.id, created_at: ctx.now } as Insertable<DB['intake']>)
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
  return true
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

const intakeWords = ({ car_kind, fuel, promised_minute, ...fields }: IntakeFields) => ({
  ...fields,
  marks: marksOf(fields).map(markWords).join('; '),
  car_kind: CAR_KIND_WORDS[car_kind],
  fuel: fuel === null ? null : `${fuel}/8`,
  promised_minute: promised_minute === null ? null : clockOf(promised_minute),
})

/** Changes the terms of the shop's intakes; empty, or the usual ones, for those. Throws FORBIDDEN. */
export async function saveTerms(ctx: UserCtx, { text }: TermsInput): Promise<{ terms: string }> {
  requireRight(ctx, 'settings')
  return inTransaction(ctx, async (trx) => {
    const before = await readOwnTerms(trx)
    const intake_terms = text === DEFAULT_TERMS ? '' : text
    const fields = fieldChanges(['intake_terms'], { intake_terms: before }, { intake_terms })
    if (fields.length > 0) {
      const { db, actor } = trx
      await db.updateTable('shops').set({ intake_terms }).where('id', '=', actor.shop).execute()
      await recordChange(trx, { noun: 'settings', id: null, verb: 'update', detail: { fields } })
    }
    return { terms: intake_terms || DEFAULT_TERMS }
  })
}
