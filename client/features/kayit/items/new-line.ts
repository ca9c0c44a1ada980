import type { FieldRule } from '#client/forms/merge.ts'
import { formatCount, orDash } from '#client/lib/format.ts'
import { EMPTY_DASH } from '#shared/date.ts'
import { type Decimal, formatTL, grossPrice, type Kurus, parseDecimal } from '#shared/money.ts'

import type { IslemRow } from './items.ts'

/** What the add area holds; the price as it is typed, without a decision about VAT. */
export interface NewLine {
  islem_adi: string
  islem_adet: number
  fiyat: string
}

export const EMPTY_LINE: NewLine = { islem_adi: '', islem_adet: 1, fiyat: '' }

export const isEmptyLine = ({ islem_adi, islem_adet, fiyat }: NewLine) =>
  islem_adi.trim() === '' && islem_adet === 1 && fiyat.trim() === ''

/** The line in the add area is a field of the record's form too: a save makes an item of it. */
export const LINE_RULE: FieldRule<NewLine> = {
  label: 'Eklenmemiş işlem',
  isUnsent: true,
  isSame: (a, b) =>
    (isEmptyLine(a) && isEmptyLine(b)) ||
    (a.islem_adi === b.islem_adi && a.islem_adet === b.islem_adet && a.fiyat === b.fiyat),
  show: (line) =>
    isEmptyLine(line) ? EMPTY_DASH : `${orDash(line.islem_adi)}, ${line.islem_adet} × ${orDash(line.fiyat)}`,
}

const ZERO: Decimal = { digits: 0n, scale: 0 }

/** A typed price: text that is none, or a negative one, is 0 (specification §5); `null` for an empty field. */
export function typedPrice(text: string): Decimal | null {
  if (text.trim() === '') return null
  const amount = parseDecimal(text, 'form')
  return amount === null || amount.digits < 0n ? ZERO : amount
}

/**
 * The VAT-inclusive price of a typed amount. What is none, or negative, counts as 0 (specification §5); beyond
 * all numbers it stays far over the limit, which `rowProblems` then names.
 */
export function storedPrice(amount: Decimal | null, kdvDahil: boolean): Kurus {
  if (amount === null || amount.digits < 0n) return 0
  return grossPrice(amount, { kdvDahil }) ?? Number.MAX_SAFE_INTEGER
}

/** A quantity as a person types it: floored and at least 1 (specification §5), '1.250' is 1250. */
export function quantityFrom(text: string): number {
  const decimal = parseDecimal(text, 'form')
  if (decimal === null) return 1
  const whole = decimal.digits / 10n ** BigInt(decimal.scale)
  return whole < 1n ? 1 : Math.min(Number(whole), Number.MAX_SAFE_INTEGER)
}

/** The rows that a line makes: one, or none where it has no name. */
export function rowsOfLine(line: NewLine, { key, kdvDahil }: { key: string; kdvDahil: boolean }): IslemRow[] {
  const islem_adi = line.islem_adi.trim()
  const fiyat_kurus = storedPrice(typedPrice(line.fiyat), kdvDahil)
  const { islem_adet } = line
  return islem_adi === '' ? [] : [{ key, id: 0, islem_adi, islem_adet, fiyat_kurus, ilk_kurus: fiyat_kurus }]
}

/*
 * What is taken instead of what was typed (specification §5), said beside it. `taken` is the value that the field
 * has now: once it is another one, what was typed is history. An emptied field needs no remark.
 */

/** About a quantity; '' for a whole number from 1 on. */
export function quantityNote(typed: string, taken: number): string {
  if (typed.trim() === '' || quantityFrom(typed) !== taken) return ''
  const instead = `${formatCount(taken)} alındı.`
  const read = parseDecimal(typed, 'form')
  if (read === null) return `Adet okunamadı: ${instead}`
  const one = 10n ** BigInt(read.scale)
  if (read.digits < one) return `Adet en az 1 olmalı: ${instead}`
  return read.digits % one === 0n ? '' : `Adet tam sayı olmalı: ${instead}`
}

/** About a price, `taken` in kuruş; '' for an amount from 0 on. */
export function priceNote(typed: string, taken: Kurus): string {
  if (typed.trim() === '' || taken !== 0) return ''
  const read = parseDecimal(typed, 'form')
  if (read === null) return `Fiyat okunamadı: ${formatTL(0)} alındı.`
  return read.digits < 0n ? `Fiyat eksi olamaz: ${formatTL(0)} alındı.` : ''
}

/** Several remarks as one text. */
export const joined = (...notes: string[]): string => notes.filter((note) => note !== '').join(' ')
