import type { Day } from '#shared/date.ts'
import type { Mark } from '#shared/intake/outline.ts'
import type { Strokes } from '#shared/intake/rules.ts'
import type { Kurus } from '#shared/money.ts'
import { MAX_NOTE_LENGTH } from '#shared/options.ts'
import { formatPhone } from '#shared/phone.ts'

import { printableName, printableText } from './printable-text.ts'
import { type DocumentCompany, prepareCompany } from './service-document.ts'

/** The parts of both forms. Texts without a value are '', and print a line to write on. */
type FormBase = {
  company: DocumentCompany
  issuedOn: Day
  record: { id: number; plaka: string; sasi_no: string; customer: string; phone: string; complaint: string }
  /** Kind, make, model and year of the car. */
  car: string
  km: number | null
  /** When the car came, as printed. */
  cameAt: string
  /** The person who brings or takes the car; `user` acts for the shop. */
  signer: string
  user: string
  signature: Strokes | null
  /** When it was signed, as printed. */
  signedAt: string
  isChanged: boolean
  terms: string
}

export type IntakeForm = FormBase & {
  form: 'intake'
  /** Eighths of the tank. */
  fuel: number | null
  belongings: string
  /** `null` for a form to fill in on paper. */
  marks: readonly Mark[] | null
  /** The promised day and time, and the limit of work without a question, as printed. */
  promised: string
  limit: string
}

export type DeliveryForm = FormBase & {
  form: 'delivery'
  /** When the car is given back, as printed. */
  givenAt: string
  /** With a `warranty` each, as printed, if any work has its own. */
  lines: readonly { islem_adi: string; islem_adet: number; brut_kurus: Kurus; warranty?: string }[]
  total_kurus: Kurus
  parts: string
  /** The warranty of all works that the lines do not name, as printed; '' for the usual terms only. */
  warranty: string
}

/** A form that shop and customer sign, on one page: the intake or the delivery of a car. */
export type CarForm = IntakeForm | DeliveryForm

/** More warranties of works that are gone would leave no place for the others. */
const MAX_WARRANTY_TEXT = 1_000

const note = (text: string) => printableText(text, MAX_NOTE_LENGTH)

/** Returns the form with every text safe to lay out, as `prepareDocument` does. */
export function prepareForm(form: CarForm): CarForm {
  const { record } = form
  const base = {
    company: prepareCompany(form.company),
    record: {
      ...record,
      plaka: printableName(record.plaka),
      sasi_no: printableName(record.sasi_no),
      customer: printableName(record.customer),
      phone: printableName(formatPhone(record.phone)),
      complaint: note(record.complaint),
    },
    car: printableName(form.car),
    signer: printableName(form.signer),
    user: printableName(form.user),
    terms: note(form.terms),
  }
  if (form.form === 'intake') return { ...form, ...base, belongings: note(form.belongings) }
  const lines = form.lines.map((item) => ({ ...item, islem_adi: printableName(item.islem_adi) }))
  return {
    ...form,
    ...base,
    lines,
    parts: note(form.parts),
    warranty: printableText(form.warranty, MAX_WARRANTY_TEXT),
  }
}
