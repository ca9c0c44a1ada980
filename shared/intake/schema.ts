import * as z from 'zod/mini'

import { dayField, idField, keyField, savingFields, textField, wholeNumberField } from '#shared/fields.ts'
import { islemInput, kayitInfo } from '#shared/kayit/schema.ts'
import { messages } from '#shared/messages.ts'
import { MAX_TOTAL_KURUS } from '#shared/money.ts'
import { kmDigits } from '#shared/money-parse.ts'
import { MAX_ITEMS } from '#shared/options.ts'
import { day, kurus, resultSchema, rowId } from '#shared/values.ts'

import { intakeMessages } from './messages.ts'
import { CAR_SIDES, MARK_KINDS } from './outline.ts'
import {
  CAR_KINDS,
  MAX_BELONGINGS,
  MAX_FUEL,
  MAX_ITEM_WARRANTIES,
  MAX_MARKS,
  MAX_PARTS,
  MAX_TERMS,
  MAX_WARRANTY_KM,
  MAX_WARRANTY_MONTHS,
  pointsOf,
  PRINTED_FIELDS,
  SIGNATURE,
} from './rules.ts'

const within = (max: number, refusal: string = messages.invalidInput) =>
  z.int(refusal).check(z.gte(0, refusal), z.lte(max, refusal))

const markField = z.strictObject(
  {
    side: z.enum(CAR_SIDES, messages.invalidInput),
    x: within(1_000),
    y: within(1_000),
    kind: z.enum(MARK_KINDS, messages.invalidInput),
  },
  messages.invalidInput,
)

/** Alternating x and y within the pad. */
const strokeField = z
  .array(within(SIGNATURE.width), messages.invalidInput)
  .check(
    z.refine(
      (stroke) =>
        stroke.length >= 2 &&
        stroke.length % 2 === 0 &&
        stroke.every((value, index) => index % 2 === 0 || value <= SIGNATURE.height),
      messages.invalidInput,
    ),
  )

/** A signature as strokes; absent: the stored one stays. */
const signatureField = z.optional(
  z.array(strokeField, messages.invalidInput).check(
    z.minLength(1, messages.invalidInput),
    z.maxLength(SIGNATURE.maxStrokes, intakeMessages.signatureTooLong),
    z.refine((strokes) => pointsOf(strokes) <= SIGNATURE.maxPoints, intakeMessages.signatureTooLong),
  ),
)

const kmField = wholeNumberField({ min: 0, max: 99_999_999, read: kmDigits }, messages.kmInvalid)

type Printed = Pick<typeof kayitInfo.shape, (typeof PRINTED_FIELDS)[number]>
const printed = Object.fromEntries(PRINTED_FIELDS.map((name) => [name, kayitInfo.shape[name]])) as Printed

/** The record as the signer saw it on this device. */
const seenFields = { info: z.strictObject(printed, messages.invalidInput) }
const seenRecord = z.strictObject(seenFields, messages.invalidInput)
const seenWork = z.strictObject(
  {
    ...seenFields,
    islemler: z.optional(
      z.array(islemInput, messages.invalidInput).check(z.maxLength(MAX_ITEMS, messages.tooManyItems)),
    ),
  },
  messages.invalidInput,
)
export type Seen = z.output<typeof seenWork>

/**
 * `version` is the one that the page has loaded, absent for the first save. A form that waited for the connection has the
 * time of its signing, and for a record that waited too `kayit_id` 0 and the key of the record's save. A page of an older
 * version sends no `seen`.
 */
const savedFields = {
  kayit_id: idField,
  kayit_key: z.optional(keyField),
  ...savingFields,
  signature: signatureField,
  /** Milliseconds since 1970. */
  filled_at: z.optional(within(8.64e15)),
}

/**
 * The intake of a record's car. A caller without prices sends no limit, and the stored one stays. `terms` are those that
 * the signer has read; a signature needs them and a name.
 */
export const intakeInput = z
  .strictObject(
    {
      ...savedFields,
      seen: z.optional(seenRecord),
      car_kind: z.enum(CAR_KINDS, messages.invalidInput),
      km: kmField,
      fuel: z.nullable(within(MAX_FUEL, intakeMessages.fuelInvalid)),
      belongings: textField('Araçtaki eşya', MAX_BELONGINGS),
      marks: z
        .array(markField, messages.invalidInput)
        .check(z.maxLength(MAX_MARKS, intakeMessages.tooManyMarks)),
      promised_day: dayField,
      promised_minute: z.nullable(within(1_439, intakeMessages.timeInvalid)),
      limit_kurus: z.optional(z.nullable(within(MAX_TOTAL_KURUS, messages.amountTooLarge))),
      terms: textField('Kabul şartları', MAX_TERMS),
      signer: textField('Teslim eden'),
    },
    messages.invalidInput,
  )
  .check(
    z.refine(({ promised_day, promised_minute }) => promised_minute === null || promised_day !== null, {
      path: ['promised_day'],
      error: intakeMessages.timeWithoutDay,
    }),
    z.refine(({ signature, signer }) => signature === undefined || signer !== '', {
      path: ['signer'],
      error: intakeMessages.signerRequired,
    }),
  )
export type IntakeInput = z.output<typeof intakeInput>

const monthsField = wholeNumberField({ min: 1, max: MAX_WARRANTY_MONTHS }, intakeMessages.monthsInvalid)
const warrantyKmField = wholeNumberField(
  { min: 1, max: MAX_WARRANTY_KM, read: kmDigits },
  intakeMessages.warrantyKmInvalid,
)
const itemWarranty = z.strictObject(
  {
    islem_adi: islemInput.shape.islem_adi,
    warranty_months: monthsField,
    warranty_km: warrantyKmField,
  },
  messages.invalidInput,
)

/** The delivery of a record's car. */
export const deliveryInput = z
  .strictObject(
    {
      ...savedFields,
      seen: z.optional(seenWork),
      km: kmField,
      signer: textField('Teslim alan'),
      parts: textField('Değişen parçalar', MAX_PARTS),
      /** The warranty of the work; absent: the stored one stays. */
      warranty_months: z.optional(monthsField),
      warranty_km: z.optional(warrantyKmField),
      /** The works that have another warranty than the rest, or none; absent: the stored ones stay. */
      item_warranties: z.optional(
        z
          .array(itemWarranty, messages.invalidInput)
          .check(z.maxLength(MAX_ITEM_WARRANTIES, intakeMessages.tooManyWarranties)),
      ),
    },
    messages.invalidInput,
  )
  .check(
    z.refine(({ signature, signer }) => signature === undefined || signer !== '', {
      path: ['signer'],
      error: intakeMessages.signerRequired,
    }),
  )
export type DeliveryInput = z.output<typeof deliveryInput>

/** The record whose intake and delivery are read. */
export const handoverInput = z.object({ kayit_id: idField }, messages.invalidInput)

/** The shop's terms; empty: the usual ones. */
export const termsInput = z.strictObject(
  { text: textField('Kabul şartları', MAX_TERMS) },
  messages.invalidInput,
)
export type TermsInput = z.output<typeof termsInput>

/** The form that is printed; 'intake' or 'delivery'. */
export const FORM_KINDS = ['intake', 'delivery'] as const
export type FormKind = (typeof FORM_KINDS)[number]

export const formInput = z.object({ id: idField }, messages.invalidInput)

const mark = /* @__PURE__ */ resultSchema(() => ({
  side: z.enum(CAR_SIDES),
  x: z.int(),
  y: z.int(),
  kind: z.enum(MARK_KINDS),
}))

/** The common parts of both, in answers. */
const saved = () => ({
  kayit_id: rowId,
  version: z.int(),
  km: z.nullable(z.int()),
  signer: z.string(),
  /** `null` without one, and since the customer's data was erased. */
  signature: z.nullable(z.array(z.array(z.int()))),
  signed_at: z.nullable(z.iso.datetime()),
  /** Whether anything that was signed reads otherwise now. */
  is_changed: z.boolean(),
  /** The name of the user who took the car in, or gave it back, at that time. */
  actor_name: z.string(),
  created_at: z.iso.datetime(),
})

export const intake = /* @__PURE__ */ resultSchema(() => ({
  ...saved(),
  car_kind: z.enum(CAR_KINDS),
  fuel: z.nullable(z.int()),
  belongings: z.string(),
  marks: z.array(mark),
  promised_day: z.nullable(day),
  promised_minute: z.nullable(z.int()),
  /** `null`: ask first. Absent for a caller without prices. */
  limit_kurus: z.exactOptional(z.nullable(kurus)),
  terms: z.string(),
}))
export type Intake = z.output<typeof intake>

const warrantyTerms = () => ({
  warranty_months: z.nullable(z.int()),
  warranty_km: z.nullable(z.int()),
})

export const delivery = /* @__PURE__ */ resultSchema(() => ({
  ...saved(),
  parts: z.string(),
  ...warrantyTerms(),
  item_warranties: z.array(z.object({ islem_adi: z.string(), ...warrantyTerms() })),
}))
export type Delivery = z.output<typeof delivery>

/** A record's intake and delivery, `null` while it has none, and the terms that a new intake shows. */
export type Handover = { intake: Intake | null; delivery: Delivery | null; terms: string }
