import { VAT_PERCENT, formatTL } from '#shared/money.ts'

import type { DocumentLine, DocumentVariant } from './service-document.ts'

export type Column = {
  title: string
  /** What the cell says. */
  cell: (line: DocumentLine) => string
  /** Least width in points. The first column takes the rest and wraps; the others are right-aligned amounts. */
  minWidth: number
}

const wholeNumber = new Intl.NumberFormat('tr-TR')

const NAME: Column = { title: 'İşlem', cell: (line) => line.islem_adi, minWidth: 140 }
const QUANTITY: Column = {
  title: 'Adet',
  cell: (line) => wholeNumber.format(line.islem_adet),
  minWidth: 38,
}
const UNIT_NET: Column = {
  title: 'Birim fiyat (net)',
  cell: (line) => formatTL(line.birim_net_kurus),
  minWidth: 66,
}
const net = (title: string): Column => ({ title, cell: (line) => formatTL(line.net_kurus), minWidth: 66 })
const VAT: Column = {
  title: `KDV (%${VAT_PERCENT})`,
  cell: (line) => formatTL(line.kdv_kurus),
  minWidth: 60,
}
const GROSS: Column = { title: 'Toplam (brüt)', cell: (line) => formatTL(line.brut_kurus), minWidth: 72 }

/** The columns of each kind of document (decisions: legacy paths); the one place where the tables differ. */
export const COLUMNS: Readonly<Record<DocumentVariant, readonly [Column, ...Column[]]>> = {
  vat: [NAME, UNIT_NET, QUANTITY, net('Net tutar'), VAT, GROSS],
  plain: [NAME, UNIT_NET, QUANTITY, net('Tutar (net)')],
}
