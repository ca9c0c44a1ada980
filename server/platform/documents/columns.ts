import { type Kurus, formatTL } from '#shared/money.ts'

import type { DocumentLine, DocumentVariant, RateTotals } from './service-document.ts'

/** `'\n'` in a title marks a line break. */
export type Column<Row> = { title: string; cell: (row: Row) => string }

/** The first column wraps and takes the width that the others, right-aligned amounts, leave. */
export type Columns<Row> = readonly [Column<Row>, ...Column<Row>[]]

const wholeNumber = new Intl.NumberFormat('tr-TR')

const amount = <Row>(title: string, kurus: (row: Row) => Kurus): Column<Row> => ({
  title,
  cell: (row) => formatTL(kurus(row)),
})

const NAME: Column<DocumentLine> = { title: 'İşlem', cell: (line) => line.islem_adi }
const QUANTITY: Column<DocumentLine> = { title: 'Adet', cell: (line) => wholeNumber.format(line.islem_adet) }
const UNIT_GROSS = amount<DocumentLine>('Birim fiyat\n(KDV dahil)', (line) => line.fiyat_kurus)
const UNIT_NET = amount<DocumentLine>('Birim fiyat\n(KDV hariç)', (line) => line.birim_net_kurus)
const GROSS = amount<DocumentLine>('Tutar\n(KDV dahil)', (line) => line.brut_kurus)
const NET = amount<DocumentLine>('Tutar\n(KDV hariç)', (line) => line.net_kurus)
const VAT = amount<DocumentLine>('KDV', (line) => line.kdv_kurus)

/**
 * The columns of each kind of document (decisions: legacy paths); the only place where the tables differ. With
 * VAT, unit price × quantity is the amount next to them, followed by its VAT.
 */
export const COLUMNS: Readonly<Record<DocumentVariant, Columns<DocumentLine>>> = {
  vat: [NAME, UNIT_GROSS, QUANTITY, GROSS, NET, VAT],
  plain: [NAME, UNIT_NET, QUANTITY, NET],
}

export const RATE_COLUMNS: Columns<RateTotals> = [
  { title: 'KDV oranı', cell: (rate) => `%${wholeNumber.format(rate.kdv_orani)}` },
  amount('Matrah\n(KDV hariç)', (rate) => rate.net_kurus),
  amount('KDV', (rate) => rate.kdv_kurus),
  amount('KDV dahil\ntoplam', (rate) => rate.brut_kurus),
]
