import { DISCOUNT_NAME } from '#shared/kayit/discount.ts'
import type { Kurus } from '#shared/money.ts'

import type { Breakdown, PeriodTotals } from './schema.ts'

/** Returns the average income of the records with income, rounded to the kuruş; `null` without such records. */
export const averageIncome = ({ gelir_kurus, gelirli_kayit_sayisi }: PeriodTotals): Kurus | null =>
  gelirli_kayit_sayisi === 0 ? null : Math.round(gelir_kurus / gelirli_kayit_sayisi)

/** A part of a period's income. */
export interface IncomePart {
  name: string
  gelir: Kurus
  /** The share of the whole income, with one decimal; below 0 for a discount. */
  percent: number
  isRest: boolean
}

/**
 * Returns the income by operation, then the rest of the operations, then the discounts of the records, which are what
 * the period's income in kuruş is less than that of its operations.
 */
export const operationParts = (breakdown: Breakdown, income: Kurus) =>
  incomeParts(breakdown, { none: '', rest: 'işlem', discount: DISCOUNT_NAME, income })

/** Returns the income by make, with the rest as the last part. */
export const makeParts = (breakdown: Breakdown) =>
  incomeParts(breakdown, { none: 'Belirtilmemiş', rest: 'marka' })

type Words = { none: string; rest: string; discount?: string; income?: Kurus }

function incomeParts({ top, rest }: Breakdown, words: Words): IncomePart[] {
  const all = top.map(({ name, gelir_kurus }) => ({
    name: name || words.none,
    gelir: gelir_kurus,
    isRest: false,
  }))
  if (rest !== null)
    all.push({ name: `Diğer (${rest.names} ${words.rest})`, gelir: rest.gelir_kurus, isRest: true })
  const sum = all.reduce((total, { gelir }) => total + gelir, 0)
  const { discount = '', income = sum } = words
  if (income < sum) all.push({ name: discount, gelir: income - sum, isRest: true })
  const whole = Math.min(sum, income)
  return all.map((part) => ({
    ...part,
    percent: whole === 0 ? 0 : Math.round((1000 * part.gelir) / whole) / 10,
  }))
}
