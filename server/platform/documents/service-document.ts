import type { Day } from '#shared/date.ts'
import type { Kayit } from '#shared/kayit/schema.ts'
import type { Kurus, Line, Totals } from '#shared/money.ts'
import { MAX_NAME_LENGTH, MAX_NOTE_LENGTH } from '#shared/options.ts'
import { formatPhone } from '#shared/phone.ts'

import { printableLine, printableText } from './printable-text.ts'

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

/** The sums of the lines of one VAT rate. */
export type RateTotals = Totals & {
  /** In percent. */
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
  lines: readonly DocumentLine[]
  /** The lines summed by VAT rate; printed in this order when the variant shows VAT. */
  rates: readonly RateTotals[]
  /** Sums of all lines. */
  totals: Totals
}

const MAX_ADDRESS_LENGTH = 500

const line = (text: string) => printableLine(text, MAX_NAME_LENGTH)

/** The company with texts that are safe to lay out; the same for every document. */
export const prepareCompany = (company: DocumentCompany): DocumentCompany => ({
  ...company,
  name: line(company.name),
  tel: line(formatPhone(company.tel)),
  address: printableText(company.address, MAX_ADDRESS_LENGTH),
})

/**
 * The same document with every text safe to lay out (normalised, without control characters, capped, and
 * breakable) and phone numbers in their usual form.
 */
export function prepareDocument(document: ServiceDocument): ServiceDocument {
  const { company, kayit } = document
  return {
    ...document,
    company: prepareCompany(company),
    kayit: {
      ...kayit,
      musteri_adi_soyadi: line(kayit.musteri_adi_soyadi),
      musteri_tel: line(formatPhone(kayit.musteri_tel)),
      musteri_talebi: printableText(kayit.musteri_talebi, MAX_NOTE_LENGTH),
      tc_vergino: line(kayit.tc_vergino),
      plaka: line(kayit.plaka),
      sasi_no: line(kayit.sasi_no),
      motor_no: line(kayit.motor_no),
      arac_marka: line(kayit.arac_marka),
      arac_model: line(kayit.arac_model),
      aciklama: printableText(kayit.aciklama, MAX_NOTE_LENGTH),
      durum: line(kayit.durum),
    },
    lines: document.lines.map((item) => ({ ...item, islem_adi: line(item.islem_adi) })),
  }
}
