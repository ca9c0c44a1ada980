import { type Day, isDay } from '#shared/date.ts'
import type { Kayit } from '#shared/kayit/schema.ts'
import type { Kurus, Line, Totals } from '#shared/money.ts'
import { MAX_NOTE_LENGTH } from '#shared/options.ts'
import { formatPhone } from '#shared/phone.ts'
import { quoteWord } from '#shared/quote/rules.ts'
import { upperVehicle } from '#shared/turkish.ts'

import { printableName, printableText } from './printable-text.ts'

/** 'vat': prices with VAT, the VAT in them, and three totals. 'plain': net amounts only (decisions: legacy paths). */
export type DocumentVariant = 'vat' | 'plain'

export type DocumentCompany = {
  name: string
  tel: string
  address: string
  /** PNG; any other or a broken file is left out, and only the name is shown. */
  logo: Uint8Array | null
}

/**
 * A work item with its amounts in kuruş: `islem_adet * fiyat_kurus === brut_kurus` and
 * `net_kurus + kdv_kurus === brut_kurus` (decisions: VAT).
 */
export type DocumentLine = Line &
  Totals & {
    islem_adi: string
    /** Net unit price, for display only. */
    birim_net_kurus: Kurus
  }

export type RateTotals = Totals & {
  /** The VAT rate in percent. */
  kdv_orani: number
}

/** The printed fields of a record, in the contract's words. */
export type DocumentKayit = Omit<Kayit, 'user_id' | 'private_note'>

/** Everything that a service document shows. Amounts are computed by the caller, never here. */
export type ServiceDocument = {
  variant: DocumentVariant
  issuedOn: Day
  company: DocumentCompany
  kayit: DocumentKayit
  /** Whether the file's own title leaves out the plate, because a link is forwarded. */
  isPublic?: boolean
  lines: readonly DocumentLine[]
  /** The lines summed by VAT rate; printed in this order when the variant shows VAT. */
  rates: readonly RateTotals[]
  totals: Totals
  /** The sums that were paid and are left, in kuruş; `null` before the first payment (decisions: past the specification). */
  paid: { paid_kurus: Kurus; rest_kurus: Kurus } | null
  /** Present if the document is a quote: the last day of its prices, and its number and version once it was sent. */
  quote?: { valid_until: Day | null; title?: string; isExtra?: boolean } | undefined
}

/** Returns the name of the document as its title. */
export const documentTitle = ({ quote }: Pick<ServiceDocument, 'quote'>): string =>
  quote === undefined ? 'Servis fişi' : quoteWord(quote)

const MAX_ADDRESS_LENGTH = 500

/** Returns the company with texts that are safe to lay out; the same for every document. */
export const prepareCompany = (company: DocumentCompany): DocumentCompany => ({
  ...company,
  name: printableName(company.name),
  tel: printableName(formatPhone(company.tel)),
  address: printableText(company.address, MAX_ADDRESS_LENGTH),
})

/** Returns the document with every text safe to lay out (`printableText`) and phone numbers in their usual form. */
export function prepareDocument(document: ServiceDocument): ServiceDocument {
  const { company, kayit } = document
  return {
    ...document,
    company: prepareCompany(company),
    kayit: {
      ...kayit,
      musteri_adi_soyadi: printableName(kayit.musteri_adi_soyadi),
      musteri_tel: printableName(formatPhone(kayit.musteri_tel)),
      musteri_talebi: printableText(kayit.musteri_talebi, MAX_NOTE_LENGTH),
      tc_vergino: printableName(kayit.tc_vergino),
      plaka: printableName(kayit.plaka),
      sasi_no: printableName(kayit.sasi_no),
      motor_no: printableName(kayit.motor_no),
      arac_marka: printableName(kayit.arac_marka),
      arac_model: printableName(kayit.arac_model),
      aciklama: printableText(kayit.aciklama, MAX_NOTE_LENGTH),
      durum: printableName(kayit.durum),
    },
    lines: document.lines.map((item) => ({ ...item, islem_adi: printableName(item.islem_adi) })),
  }
}

const MAX_PLATE_LENGTH = 20

/**
 * Returns '34ABC123-2026-11-21.pdf', with '-teklif' for a quote and '-kdvli' for the variant with VAT columns, so that
 * none overwrites another. It has only ASCII letters, digits, '-' and '.', so a quoted header needs no escapes.
 */
export function documentFileName(of: {
  plaka: string
  day: Day
  variant: DocumentVariant
  isQuote?: boolean
}): string {
  const plate = upperVehicle(of.plaka.slice(0, 200))
    .normalize('NFKD')
    .replace(/[^0-9A-Z]/g, '')
    .slice(0, MAX_PLATE_LENGTH)
  const { isQuote = false } = of
  const kind = isQuote && plate !== '' ? 'teklif' : ''
  const start = plate || (isQuote ? 'teklif' : 'servis-fisi')
  const parts = [start, isDay(of.day) ? of.day : '', kind, of.variant === 'vat' ? 'kdvli' : '']
  return `${parts.filter((part) => part !== '').join('-')}.pdf`
}
