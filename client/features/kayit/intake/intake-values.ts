import type { Snapshot } from '#client/forms/form-state.ts'
import { type FieldRules, showDay } from '#client/forms/merge.ts'
import { fieldProblems, type Problem } from '#client/forms/problems.ts'
import type { RouterInputs } from '#client/lib/api.ts'
import { orDash } from '#client/lib/format.ts'
import { clockOf, minuteOf } from '#shared/clock.ts'
import type { Mark, MarkKind } from '#shared/intake/outline.ts'
import { CAR_KIND_WORDS, type CarKind, markWords, type Strokes } from '#shared/intake/rules.ts'
import { type Handover, type Intake, intakeInput } from '#shared/intake/schema.ts'
import { formatAmountInput, toKurus } from '#shared/money.ts'
import { parseDecimal } from '#shared/money-parse.ts'

import { type FormRecord, parseSeen, seenOf } from './seen.ts'

/** Form values: the amount as typed in lira, fuel as '0' to '8', marks and strokes as JSON, '' for none. */
export type IntakeValues = Record<
  'km' | 'fuel' | 'belongings' | 'promised_day' | 'promised_minute' | 'limit_kurus',
  string
> & {
  car_kind: CarKind
  marks: string
  /** The kind of the next mark. */
  mark_kind: MarkKind
  terms: string
  signer: string
  /** A new signature. */
  signature: string
  /** The record as the signer saw it (`seenOf`). */
  seen: string
}

/** Rules of the signature. The signer has not seen the merged changes of two users. */
export const SIGNED_RULES = {
  signature: {
    label: 'İmza',
    show: (signature: string) => (signature === '' ? 'Yok' : 'Atıldı'),
    merge: () => '',
  },
  seen: { label: 'Kayıt', isUnsent: true, isSame: () => true },
}

/** Rules of the fields, in the order of the form. */
export const INTAKE_RULES: FieldRules<IntakeValues> = {
  km: { label: 'Kilometre' },
  car_kind: { label: 'Araç cinsi', show: (kind) => CAR_KIND_WORDS[kind] },
  fuel: { label: 'Yakıt', show: (fuel) => orDash(fuel && `${fuel}/8`) },
  // The choice of the next mark is no change of the form.
  mark_kind: { label: 'Hasar türü', isUnsent: true, isSame: () => true },
  marks: { label: 'Hasar', show: (marks) => orDash(parseMarks(marks).map(markWords).join('; ')) },
  belongings: { label: 'Araçtaki eşya' },
  promised_day: { label: 'Söz verilen gün', show: showDay },
  promised_minute: { label: 'Saat' },
  limit_kurus: { label: 'Sormadan yapılabilecek tutar' },
  // The form shows them and does not edit them.
  terms: { label: 'Kabul şartları', isUnsent: true, isSame: () => true },
  signer: { label: 'Teslim eden' },
  ...SIGNED_RULES,
}

export const parseMarks = (text: string): Mark[] => (text === '' ? [] : (JSON.parse(text) as Mark[]))

export const parseStrokes = (text: string): Strokes | null =>
  text === '' ? null : (JSON.parse(text) as Strokes)

type Start = { handover: Pick<Handover, 'terms'>; record: FormRecord }

/** Returns the form of a record that has no intake yet. */
export const newIntake = ({ handover, record }: Start): Snapshot<IntakeValues> => ({
  values: {
    km: String(record.km_bilgisi ?? ''),
    car_kind: 'car',
    fuel: '',
    mark_kind: 'scratch',
    marks: '',
    belongings: '',
    promised_day: '',
    promised_minute: '',
    limit_kurus: '',
    terms: handover.terms,
    signer: String(record.musteri_adi_soyadi ?? ''),
    signature: '',
    seen: seenOf(record),
  },
  version: null,
})

/** Returns the form values of a stored intake; `handover` has the terms of a form that is not signed yet. */
export const snapshotOf = (
  intake: Intake,
  { handover: { terms }, record }: Start,
): Snapshot<IntakeValues> => ({
  values: {
    km: textOf(intake.km),
    car_kind: intake.car_kind,
    fuel: textOf(intake.fuel),
    mark_kind: 'scratch',
    marks: intake.marks.length === 0 ? '' : JSON.stringify(intake.marks),
    belongings: intake.belongings,
    promised_day: intake.promised_day ?? '',
    promised_minute: intake.promised_minute === null ? '' : clockOf(intake.promised_minute),
    limit_kurus: intake.limit_kurus == null ? '' : formatAmountInput(intake.limit_kurus),
    terms: intake.signed_at === null ? terms : intake.terms,
    signer: intake.signer,
    signature: '',
    seen: seenOf(record),
  },
  version: intake.version,
})

const textOf = (value: number | null) => (value === null ? '' : String(value))

/** Returns the typed limit in kuruş; `null` for none and for a text that is no amount. */
export function limitOf(text: string): number | null {
  const decimal = parseDecimal(text, 'form')
  return decimal === null ? null : (toKurus(decimal) ?? Number.MAX_SAFE_INTEGER)
}

type Sent = RouterInputs['intake']['save']
type About = Pick<Sent, 'kayit_id' | 'kayit_key' | 'key' | 'version' | 'filled_at'> & { hasPrices: boolean }

/** Returns the input of `intake.save`. */
export function intakeInputOf(values: IntakeValues, { hasPrices, ...about }: About): Sent {
  const { mark_kind: _, limit_kurus, signature, seen, ...fields } = values
  const strokes = parseStrokes(signature)
  return {
    ...fields,
    ...about,
    fuel: fields.fuel === '' ? null : Number(fields.fuel),
    marks: parseMarks(fields.marks),
    promised_day: fields.promised_day || null,
    // A text that is no time is refused like one that is too late.
    promised_minute: fields.promised_minute.trim() === '' ? null : (minuteOf(fields.promised_minute) ?? -1),
    ...(hasPrices && { limit_kurus: limitOf(limit_kurus) }),
    ...(strokes !== null && { signature: strokes, ...parseSeen(seen) }),
  }
}

const AMOUNT_UNREADABLE = 'Tutarı rakamla yazın: 2.500 gibi.'

/** Returns all problems that the server would find, and a limit that is no amount. */
export const intakeProblems = (values: IntakeValues): Problem<IntakeValues>[] => {
  const { limit_kurus } = values
  const isUnreadable = limit_kurus.trim() !== '' && limitOf(limit_kurus) === null
  const field = 'limit_kurus'
  const input = intakeInputOf(values, { kayit_id: 0, hasPrices: true }) as unknown as IntakeValues
  return fieldProblems(intakeInput, input, [isUnreadable ? { field, message: AMOUNT_UNREADABLE } : null])
}
