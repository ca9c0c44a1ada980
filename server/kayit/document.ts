import { type BaseCtx, requireRight, today, type UserCtx } from '#server/platform/core/context.ts'
import type { ShopCtx } from '#server/platform/core/own-rows.ts'
import { withSnapshot } from '#server/platform/core/snapshot.ts'
import {
  type DocumentCompany,
  type DocumentLine,
  type DocumentVariant,
  documentFileName,
} from '#server/platform/documents/service-document.ts'
import { readPayments, type StoredPayment } from '#server/payment/queries.ts'
import { findCompany } from '#server/settings/operations.ts'
import { hasIncome, recordDay } from '#shared/kayit/rules.ts'
import type { StageFacts } from '#shared/kayit/schema.ts'
import { sumOfEntries } from '#shared/payment/rules.ts'
import { firstName } from '#shared/share/rules.ts'
import { type Kurus, type Totals, VAT_PERCENT, netUnitPrice } from '#shared/money.ts'
import { quoteNumber, quoteTitle } from '#shared/quote/rules.ts'

import { EMPTY_KAYIT, type IslemLine } from './derived.ts'
import { totalsOf, withTotals } from './line-totals.ts'
import { requireDetail } from './queries.ts'
import { findQuote, type FrozenQuote, hashTerms, termsOf } from './quote.ts'

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
  const { kayit_id } = input
  const [found, company, payments, sent] = await withSnapshot(ctx, (trx) =>
    Promise.all([
      requireDetail(trx, kayit_id),
      findCompany(trx),
      readPayments(trx, kayit_id),
      findQuote(trx, kayit_id),
    ]),
  )
  const { private_note: _, ...stored } = found.kayit
  const row = isPublic ? { ...stored, ...withoutIdentity(stored) } : stored
  const lines = found.islemler
  const totals = totalsOf(lines)
  const quote = quoteOf(found)
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
    quote: quote && { ...quote, title: titleOf(found, sent) },
  })
  return {
    file,
    // A customer's phone and messengers show the name before the document is opened.
    name: documentFileName({
      plaka: isPublic ? '' : row.plaka,
      day: recordDay(row),
      variant,
      isQuote: quote !== undefined,
    }),
  }
}

/** Returns the last day of a quote's prices for its document; `undefined` for any other record. */
export const quoteOf = ({ stage, quote_valid_until = null, for_kayit_id }: StageFacts) =>
  stage === 'quote' ? { valid_until: quote_valid_until, isExtra: for_kayit_id !== undefined } : undefined

/** Returns the number of a quote, with the sent version unless it has changed; '' for one that was never sent. */
function titleOf(
  found: Awaited<ReturnType<typeof requireDetail>>,
  sent: Awaited<ReturnType<typeof findQuote>>,
): string {
  if (sent === undefined) return ''
  const isSent = sent.terms_hash !== null && hashTerms(termsOf(found)).equals(sent.terms_hash)
  return isSent ? quoteTitle(sent) : quoteNumber(sent)
}

type SentQuote = { company: DocumentCompany; quote: FrozenQuote }

/** Returns a quote as it was sent as PDF. Throws UNAVAILABLE when too many documents wait. */
export async function renderQuote(pdf: BaseCtx['pdf'], { company, quote }: SentQuote): Promise<DocumentFile> {
  const { plate: plaka, make, customer, totals, day, valid_until } = quote
  const variant = quote.with_vat ? 'vat' : 'plain'
  const kayit = { ...EMPTY_KAYIT, id: 0, plaka, arac_marka: make, musteri_adi_soyadi: customer }
  const file = await pdf.render({
    variant,
    issuedOn: day,
    company,
    kayit: { ...kayit, kayit_tarihi: day },
    isPublic: true,
    lines: quote.lines.map(({ name, quantity, unit_kurus, net_kurus, kdv_kurus, brut_kurus }) => ({
      islem_adi: name,
      islem_adet: quantity,
      fiyat_kurus: unit_kurus,
      birim_net_kurus: netUnitPrice(unit_kurus),
      net_kurus,
      kdv_kurus,
      brut_kurus,
    })),
    rates: [{ kdv_orani: VAT_PERCENT, ...totals }],
    totals,
    paid: null,
    quote: { valid_until, title: quoteTitle(quote), isExtra: quote.isExtra === true },
  })
  const version = quote.version === 1 ? '' : `-${quote.version}`
  return { file, name: `teklif-${quoteNumber(quote)}${version}.pdf` }
}

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
