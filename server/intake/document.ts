import type { IslemLine } from '#server/kayit/derived.ts'
import { totalsOf, withTotals } from '#server/kayit/line-totals.ts'
import { readItems } from '#server/kayit/queries.ts'
import { requireRight, today, type UserCtx } from '#server/platform/core/context.ts'
import { withSnapshot } from '#server/platform/core/snapshot.ts'
import type { DeliveryForm, IntakeForm } from '#server/platform/documents/car-form.ts'
import { documentFileName } from '#server/platform/documents/service-document.ts'
import { findCompany } from '#server/settings/operations.ts'
import { clockOf } from '#shared/clock.ts'
import { formatDay, formatInstant, todayInIstanbul } from '#shared/date.ts'
import { CAR_KIND_WORDS } from '#shared/intake/rules.ts'
import type { FormKind } from '#shared/intake/schema.ts'
import {
  itemWarrantyText,
  ownWarranties,
  parseItemWarranties,
  promisedBeyond,
  termsText,
} from '#shared/intake/warranty.ts'
import { carName } from '#shared/kayit/rules.ts'
import { formatTL } from '#shared/money.ts'

import {
  type DeliveryRow,
  findDelivery,
  findIntake,
  type FormRecord,
  hashForm,
  type IntakeRow,
  isChanged,
  isDeliveryChanged,
  marksOf,
  requireFormRecord,
  strokesOf,
} from './queries.ts'
import { readTerms } from './terms.ts'

/**
 * Returns the form of a record's intake or delivery as PDF; one that is not stored has lines to fill in on paper. Throws
 * FORBIDDEN without the right to prices, NOT_FOUND, and UNAVAILABLE when too many documents wait.
 */
export async function formDocument(
  ctx: UserCtx,
  { id, kind }: { id: number; kind: FormKind },
): Promise<{ file: Uint8Array; name: string }> {
  requireRight(ctx, 'prices')
  // Rendering takes long, so the snapshot ends before it.
  const [company, found] = await withSnapshot(ctx, (one) =>
    Promise.all([
      findCompany(one),
      (async () => {
        const record = await requireFormRecord(one, id)
        const intake = await findIntake(one, id)
        const delivery = kind === 'delivery' ? await findDelivery(one, id) : undefined
        const lines = kind === 'delivery' ? (await readItems(one, [id]))(id) : []
        return { record, intake, delivery, lines, terms: await readTerms(one) }
      })(),
    ]),
  )
  const head = { company, issuedOn: today(ctx) }
  const form = kind === 'intake' ? { ...intakeForm(found), ...head } : { ...deliveryForm(found), ...head }
  const file = await ctx.pdf.renderForm(form)
  const day = today(ctx)
  const name = documentFileName({ plaka: found.record.plaka, day, variant: 'plain' })
  return { file, name: `${kind === 'intake' ? 'arac-kabul' : 'teslim'}-${name}` }
}

type Found = {
  record: FormRecord
  intake: IntakeRow | undefined
  delivery: DeliveryRow | undefined
  lines: readonly IslemLine[]
  terms: string
}

const baseOf = ({ record, intake, terms }: Found, row: IntakeRow | DeliveryRow | undefined) => ({
  record: {
    id: record.id,
    plaka: record.plaka,
    sasi_no: record.sasi_no,
    customer: record.musteri_adi_soyadi,
    phone: record.musteri_tel,
    complaint: record.musteri_talebi,
  },
  car: [
    intake === undefined || intake.car_kind === 'other' ? '' : CAR_KIND_WORDS[intake.car_kind],
    carName(record),
    record.model_yili ?? '',
  ]
    .filter((part) => part !== '')
    .join(', '),
  km: row === undefined ? record.km_bilgisi : row.km,
  cameAt: cameAt(record, intake),
  signer: row?.signer ?? '',
  user: row?.actor_name ?? '',
  signature: row === undefined ? null : strokesOf(row),
  signedAt: row?.signed_at == null ? '' : formatInstant(row.signed_at),
  terms: intake?.terms ?? terms,
})

/** Returns the day on which the car came, with the time if the form was filled in on that day. */
function cameAt({ giris_tarihi }: FormRecord, intake: IntakeRow | undefined): string {
  if (intake === undefined) return giris_tarihi === null ? '' : formatDay(giris_tarihi)
  const isSameDay = giris_tarihi === null || giris_tarihi === todayInIstanbul(intake.created_at)
  return isSameDay ? formatInstant(intake.created_at) : formatDay(giris_tarihi)
}

type Head = 'company' | 'issuedOn'

function intakeForm(found: Found): Omit<IntakeForm, Head> {
  const { record, intake } = found
  const { promised_day = null, promised_minute = null, limit_kurus = null } = intake ?? {}
  const clock = promised_minute === null ? '' : ` ${clockOf(promised_minute)}`
  return {
    ...baseOf(found, intake),
    isChanged: intake !== undefined && isChanged(intake, () => hashForm(record, intake, intake)),
    form: 'intake',
    fuel: intake?.fuel ?? null,
    belongings: intake?.belongings ?? '',
    marks: intake === undefined ? null : marksOf(intake),
    promised: promised_day === null ? '' : formatDay(promised_day) + clock,
    limit: intake === undefined ? '' : limit_kurus === null ? 'Önce sorulur' : formatTL(limit_kurus),
  }
}

function deliveryForm(found: Found): Omit<DeliveryForm, Head> {
  const { record, delivery, lines } = found
  return {
    ...baseOf(found, delivery),
    isChanged: delivery !== undefined && isDeliveryChanged(record, delivery, lines),
    form: 'delivery',
    givenAt: delivery === undefined ? '' : formatInstant(delivery.created_at),
    total_kurus: totalsOf(lines).brut_kurus,
    parts: delivery?.parts ?? '',
    ...printedWork(delivery, lines),
  }
}

/** Returns the printed work: with a warranty each if any has its own, else with one for all. */
function printedWork(delivery: DeliveryRow | undefined, lines: readonly IslemLine[]) {
  const own = delivery === undefined ? [] : parseItemWarranties(delivery.item_warranties)
  const ownOf = ownWarranties(own)
  const rest = delivery === undefined ? '' : termsText(delivery)
  const warrantyOf = ({ islem_adi, fiyat_kurus }: IslemLine) => {
    const one = ownOf(islem_adi)
    return fiyat_kurus < 0 ? '' : one === undefined ? rest : termsText(one) || 'yok'
  }
  const printed = withTotals(lines).map(({ line, totals }) => ({
    ...line,
    brut_kurus: totals.brut_kurus,
    ...(own.length > 0 && { warranty: warrantyOf(line) }),
  }))
  const gone = promisedBeyond(
    own,
    lines.map(({ islem_adi }) => islem_adi),
  )
  return { lines: printed, warranty: own.length === 0 ? rest : gone.map(itemWarrantyText).join('; ') }
}
