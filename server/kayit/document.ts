import { type BaseCtx, requireRight, today, type UserCtx } from '#server/platform/core/context.ts'
import type { ShopCtx } from '#server/platform/core/own-rows.ts'
import { withSnapshot } from '#server/platform/core/snapshot.ts'
import {
  type DocumentLine,
  type DocumentVariant,
  documentFileName,
} from '#server/platform/documents/service-document.ts'
import { readPayments, type StoredPayment } from '#server/payment/queries.ts'
import { findCompany } from '#server/settings/operations.ts'
import { hasIncome, recordDay } from '#shared/kayit/rules.ts'
import type { StageFacts } from '#shared/kayit/schema.ts'
import { totalsOfLines } from '#shared/line-totals.ts'
import { sumOfEntries } from '#shared/payment/rules.ts'
import { firstName } from '#shared/share/rules.ts'
import { type Kurus, type Line, type Totals, VAT_PERCENT, kayitTotals, netUnitPrice } from '#shared/money.ts'

import type { IslemLine } from './derived.ts'
import { requireDetail } from './queries.ts'

/**
 * Returns the record as PDF under the shop's name and logo, with a file name of plate and day (decisions: legacy
 * paths). Throws NOT_FOUND, and UNAVAILABLE when too many documents wait.
 */
export const kayitDocument = (ctx: UserCtx, input: DocumentInput): Promise<DocumentFile> =>
  renderKayit(requireRight(ctx, 'prices'), input)

type DocumentInput = {
  kayit_id: number
  variant: DocumentVariant
  /** Whether the document leaves out notes, and what identifies customer and car beside first name and plate. */
  isPublic?: boolean
}
type DocumentFile = { file: Uint8Array; name: string }

/** Returns the same for a caller whose right was checked, such as the holder of a link (decision 43). */
export async function renderKayit(ctx: BaseCtx & ShopCtx, input: DocumentInput): Promise<DocumentFile> {
  const { variant, isPublic = false } = input
  // Rendering takes long, so the snapshot ends before it.
  const [found, company, payments] = await withSnapshot(ctx, (trx) =>
    Promise.all([requireDetail(trx, input.kayit_id), findCompany(trx), readPayments(trx, input.kayit_id)]),
  )
  const { private_note: _, ...stored } = found.kayit
  const row = isPublic ? { ...stored, ...withoutIdentity(stored) } : stored
  const lines = found.islemler
  const totals = totalsOf(lines)
  const file = await ctx.pdf.render({
    variant,
    issuedOn: today(ctx),
    company,
    kayit: row,
    isPublic,
    lines: withTotals(lines).map(documentLine),
    // Today there is only one VAT rate, which every line has.
    rates: [{ kdv_orani: VAT_PERCENT, ...totals }],
    totals,
    paid: paidOf(row, payments, totals),
    quote: quoteOf(found),
  })
  const isQuote = found.stage === 'quote'
  return { file, name: documentFileName({ plaka: row.plaka, day: recordDay(row), variant, isQuote }) }
}

/** Returns the last day of a quote's prices for its document; `undefined` for any other record. */
export const quoteOf = ({ stage, quote_valid_until = null }: StageFacts) =>
  stage === 'quote' ? { valid_until: quote_valid_until } : undefined

const withoutIdentity = ({ musteri_adi_soyadi }: { musteri_adi_soyadi: string }) => ({
  musteri_adi_soyadi: firstName(musteri_adi_soyadi),
  musteri_tel: '',
  tc_vergino: '',
  sasi_no: '',
  motor_no: '',
  // Anything may be written in them.
  musteri_talebi: '',
  aciklama: '',
})

/**
 * Returns what the customer paid for a record and has left to pay, in kuruş; `null` before the first payment. A cancelled
 * record leaves nothing to pay.
 */
export function paidOf(
  record: { durum: string },
  payments: readonly StoredPayment[],
  { brut_kurus }: Totals,
): { paid_kurus: Kurus; rest_kurus: Kurus } | null {
  if (payments.length === 0) return null
  const paid_kurus = sumOfEntries(payments)
  return { paid_kurus, rest_kurus: (hasIncome(record) ? brut_kurus : 0) - paid_kurus }
}

const documentLine = ({ line, totals }: { line: IslemLine; totals: Totals }): DocumentLine => ({
  islem_adi: line.islem_adi,
  islem_adet: line.islem_adet,
  fiyat_kurus: line.fiyat_kurus,
  birim_net_kurus: netUnitPrice(line.fiyat_kurus),
  ...totals,
})

/** Returns a stored record's totals, which are within the limit, because saving checks that. */
export function totalsOf(lines: readonly Line[]) {
  const totals = kayitTotals(lines)
  if (totals === null) throw overLimit()
  return totals
}

/** Returns the lines of a stored record, each with its totals, which add up to those of the record. */
export function withTotals<L extends Line>(lines: readonly L[]): { line: L; totals: Totals }[] {
  const totals = totalsOfLines(lines)
  if (totals === null) throw overLimit()
  return lines.flatMap((line, index) => {
    const own = totals[index]
    return own === undefined ? [] : [{ line, totals: own }]
  })
}

const overLimit = () => new RangeError('A stored record is over the limit of its total.')
