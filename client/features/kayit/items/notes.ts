import { formatCount } from '#client/lib/format.ts'
import { formatTL, type Kurus, parseDecimal } from '#shared/money.ts'

import { quantityFrom } from './new-line.ts'

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
