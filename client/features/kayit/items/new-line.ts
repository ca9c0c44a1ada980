import type { FieldRule } from '#client/forms/merge.ts'
import { formatCount, orDash } from '#client/lib/format.ts'
import { EMPTY_DASH } from '#shared/date.ts'
import { formatTL, type Kurus } from '#shared/money.ts'
import { type Decimal, parseDecimal } from '#shared/money-parse.ts'
import { quantityFrom } from '#shared/money-parse.ts'
import { isBlank } from '#shared/text.ts'

import { type IslemRow, rowPrices, toGrossPrice } from './items.ts'

/** Values of the add area; the price as typed, before the choice of VAT. */
export interface NewLine {
  islem_adi: string
  islem_adet: number
  fiyat: string
}

export const EMPTY_LINE: NewLine = { islem_adi: '', islem_adet: 1, fiyat: '' }

export const isEmptyLine = ({ islem_adi, islem_adet, fiyat }: NewLine) =>
  isBlank(islem_adi) && islem_adet === 1 && fiyat.trim() === ''

/**
 * Returns whether a price was typed without a name: a save could not make an item of it, and the price would be lost.
 */
export const isNameless = ({ islem_adi, fiyat }: NewLine) => isBlank(islem_adi) && fiyat.trim() !== ''

/** Rule of the add area, which is a field of the record's form: a save makes an item of it. */
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

/** Returns a typed price; an invalid or negative one is 0 (specification §5), an empty field `null`. */
export function typedPrice(text: string): Decimal | null {
  if (text.trim() === '') return null
  const amount = parseDecimal(text, 'form')
  return amount === null || amount.digits < 0n ? ZERO : amount
}

/** Meaning of the prices in new lines: with VAT or without; a user who sees no prices types none. */
export interface PriceEntry {
  kdvDahil: boolean
  isUnpriced?: boolean
}

/** Returns the row of a line, or none when it has no name. */
export function rowsFromLine(
  line: NewLine,
  { key, kdvDahil, isUnpriced = false }: PriceEntry & { key: string },
): IslemRow[] {
  const islem_adi = line.islem_adi.trim()
  const price = isUnpriced ? undefined : toGrossPrice(typedPrice(line.fiyat), kdvDahil)
  const { islem_adet } = line
  return islem_adi === '' ? [] : [{ key, id: 0, islem_adi, islem_adet, ...rowPrices(price) }]
}

/*
 * A note on a corrected value (specification §5) stands next to it. `used` is the current value of the field: the note
 * disappears when it changes. An emptied field needs no note.
 */

/** Returns the note on a quantity; '' for an integer from 1 on. */
export function quantityNote(typed: string, used: number): string {
  if (typed.trim() === '' || quantityFrom(typed) !== used) return ''
  const instead = `${formatCount(used)} alındı.`
  const read = parseDecimal(typed, 'form')
  if (read === null) return `Adet okunamadı: ${instead}`
  const one = 10n ** BigInt(read.scale)
  if (read.digits < one) return `Adet en az 1 olmalı: ${instead}`
  return read.digits % one === 0n ? '' : `Adet tam sayı olmalı: ${instead}`
}

/** Returns the note on a price, `used` in kuruş; '' for an amount from 0 on. */
export function priceNote(typed: string, used: Kurus): string {
  if (typed.trim() === '' || used !== 0) return ''
  const read = parseDecimal(typed, 'form')
  if (read === null) return `Fiyat okunamadı: ${formatTL(0)} alındı.`
  return read.digits < 0n ? `Fiyat eksi olamaz: ${formatTL(0)} alındı.` : ''
}

export const joinNotes = (...notes: string[]): string => notes.filter((note) => note !== '').join(' ')
