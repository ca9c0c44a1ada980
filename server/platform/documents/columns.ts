import { formatTL } from '#shared/money.ts'

import type { DocumentLine, DocumentVariant, RateTotals } from './service-document.ts'

/** `'\n'` in a title marks a line break. */
export type Column<Row> = {
  title: string
  /** The text of the cell. */
  cell: (row: Row) => string
}

/** The first column wraps and takes the width that the others, right-aligned amounts, leave. */
export type Columns<Row> = readonly [Column<Row>, ...Column<Row>[]]

const wholeNumber = new Intl.NumberFormat('tr-TR')

const NAME: Column<DocumentLine> = { title: 'İşlem', cell: (line) => line.islem_adi }
const QUANTITY: Column<DocumentLine> = { title: 'Adet', cell: (line) => wholeNumber.format(line.islem_adet) }
const UNIT_GROSS: Column<DocumentLine> = {
  title: 'Birim fiyat\n(KDV dahil)',
  cell: (line) => formatTL(line.fiyat_kurus),
}
const UNIT_NET: Column<DocumentLine> = {
  title: 'Birim fiyat\n(KDV hariç)',
  cell: (line) => formatTL(line.birim_net_kurus),
}
const GROSS: Column<DocumentLine> = {
  title: 'Tutar\n(KDV dahil)',
  cell: (line) => formatTL(line.brut_kurus),
}
const NET: Column<DocumentLine> = { title: 'Tutar\n(KDV hariç)', cell: (line) => formatTL(line.net_kurus) }
const VAT: Column<DocumentLine> = { title: 'KDV', cell: (line) => formatTL(line.kdv_kurus) }

/**
 * The columns of each kind of document (decisions: legacy paths); the only place where the tables differ. With
 * VAT, unit price × quantity is the amount next to them, followed by its VAT.
 */
export const COLUMNS: Readonly<Record<DocumentVariant, Columns<DocumentLine>>> = {
  vat: [NAME, UNIT_GROSS, QUANTITY, GROSS, NET, VAT],
  plain: [NAME, UNIT_NET, QUANTITY, NET],
}

/** Net and VAT of each rate, below the items of a document with VAT. */
export const RATE_COLUMNS: Columns<RateTotals> = [
  { title: 'KDV oranı', cell: (rate) => `%${wholeNumber.format(rate.kdv_orani)}` },
  { title: 'Matrah\n(KDV hariç)', cell: (rate) => formatTL(rate.net_kurus) },
  { title: 'KDV', cell: (rate) => formatTL(rate.kdv_kurus) },
  { title: 'KDV dahil\ntoplam', cell: (rate) => formatTL(rate.brut_kurus) },
]
