import { formatCount } from '#shared/count.ts'
import { type Kurus, formatTL } from '#shared/money.ts'

import type { DocumentLine, ServiceDocument } from './service-document.ts'

/** The amount that counts is in bold; those that explain it are muted. */
export type Look = 'plain' | 'bold' | 'muted'
export type Column<Row> = {
  title: string
  cell: (row: Row) => string
  look?: Look
  /** By default amounts, on the right. */
  align?: 'left' | 'right'
  isWide?: boolean
}

/** The wide column, by default the first, wraps and takes the width that the others leave. */
export type Columns<Row> = readonly [Column<Row>, ...Column<Row>[]]

const amount = (
  title: string,
  kurus: (line: DocumentLine) => Kurus,
  look: Look = 'plain',
): Column<DocumentLine> => ({ title, cell: (line) => formatTL(kurus(line)), look })

const NAME: Column<DocumentLine> = { title: 'İşlem', cell: (line) => line.islem_adi }
const QUANTITY: Column<DocumentLine> = { title: 'Adet', cell: (line) => formatCount(line.islem_adet) }

export const rateTitle = (kdv_orani: number): string => `KDV %${formatCount(kdv_orani)}`

/**
 * Returns the columns of a document (decisions: legacy paths); with the totals, the only place where the two kinds
 * differ. Quantity × unit price is the amount in the last column.
 */
export function columnsOf({ variant, rates: [rate, ...others] }: ServiceDocument): Columns<DocumentLine> {
  if (variant === 'plain')
    return [
      NAME,
      QUANTITY,
      amount('Birim fiyat', (line) => line.birim_net_kurus),
      amount('Tutar', (line) => line.net_kurus, 'bold'),
    ]
  const vat = rate !== undefined && others.length === 0 ? rateTitle(rate.kdv_orani) : 'KDV'
  return [
    NAME,
    QUANTITY,
    amount('Birim fiyat', (line) => line.fiyat_kurus),
    amount('KDV hariç', (line) => line.net_kurus, 'muted'),
    amount(vat, (line) => line.kdv_kurus, 'muted'),
    amount('Tutar', (line) => line.brut_kurus, 'bold'),
  ]
}
