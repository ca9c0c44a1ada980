import type { Kurus } from '#shared/money.ts'

import type { Breakdown, PeriodTotals } from './schema.ts'

/** Returns the average income of the records with income, rounded to the kuruş; `null` without such records. */
export const averageIncome = ({ gelir_kurus, gelirli_kayit_sayisi }: PeriodTotals): Kurus | null =>
  gelirli_kayit_sayisi === 0 ? null : Math.round(gelir_kurus / gelirli_kayit_sayisi)

/** A part of a period's income. */
export interface IncomePart {
  name: string
  gelir: Kurus
  /** The share of the whole income, with one decimal. */
  percent: number
  isRest: boolean
}

/** Returns the income by operation, with the rest as the last part. */
export const operationParts = (breakdown: Breakdown) => incomeParts(breakdown, { none: '', rest: 'işlem' })

/** Returns the income by make, with the rest as the last part. */
export const makeParts = (breakdown: Breakdown) =>
  incomeParts(breakdown, { none: 'Belirtilmemiş', rest: 'marka' })

function incomeParts({ top, rest }: Breakdown, words: { none: string; rest: string }): IncomePart[] {
  const all = top.map(({ name, gelir_kurus }) => ({
    name: name || words.none,
    gelir: gelir_kurus,
    isRest: false,
  }))
  if (rest !== null)
    all.push({ name: `Diğer (${rest.names} ${words.rest})`, gelir: rest.gelir_kurus, isRest: true })
  const sum = all.reduce((total, { gelir }) => total + gelir, 0)
  return all.map((part) => ({ ...part, percent: Math.round((1000 * part.gelir) / sum) / 10 }))
}
