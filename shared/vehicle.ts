import { upperVehicle } from './turkish.ts'

/*
 * Turkish plates, chassis numbers, tax numbers and phones. Nothing here may block a save: foreign, diplomatic and
 * temporary plates and old chassis numbers exist, so the screen only warns or formats.
 */

/** Province 01–81, one to three letters (no Q, W, X), then digits to a total of seven or eight characters. */
const TURKISH_PLATE =
  /^(0[1-9]|[1-7]\d|8[01])([A-PR-VYZ](?=\d{4,5}$)|[A-PR-VYZ]{2}(?=\d{3,4}$)|[A-PR-VYZ]{3}(?=\d{2,3}$))(\d+)$/

/** 17 characters without I, O and Q. The check digit is a North American rule and is not checked. */
const MODERN_VIN = /^[A-HJ-NPR-Z0-9]{17}$/

/** The form in which plates and chassis numbers are compared: upper case, letters and digits only. */
export function vehicleKey(text: string): string {
  return upperVehicle(text).replace(/[^\p{L}\p{Nd}]/gu, '')
}

/** True for a plate of the common Turkish form, with any spacing and case. */
export function isTurkishPlate(text: string): boolean {
  return TURKISH_PLATE.test(vehicleKey(text))
}

/** '34abc123' → '34 ABC 123'; any other plate is only trimmed and upper-cased. */
export function formatPlate(text: string): string {
  const match = TURKISH_PLATE.exec(vehicleKey(text))
  return match === null ? upperVehicle(text).trim() : match.slice(1).join(' ')
}

/** True for a chassis number in the form of cars since 1981. */
export function isModernVin(text: string): boolean {
  return MODERN_VIN.test(vehicleKey(text))
}

/** True for a national id of 11 digits, the first not 0, whose two check digits (d10, d11) are right. */
export function isTcKimlikNo(text: string): boolean {
  if (!/^[1-9]\d{10}$/.test(text)) return false
  const digits = Array.from(text, Number)
  const sum = (from: number, until: number, step: number) =>
    digits.slice(from, until).reduce((total, digit, i) => (i % step === 0 ? total + digit : total), 0)
  const tenth = (7 * sum(0, 9, 2) - sum(1, 8, 2) + 40) % 10
  return digits[9] === tenth && digits[10] === sum(0, 10, 1) % 10
}

/** True for a tax number of 10 digits whose check digit is right. */
export function isVergiNo(text: string): boolean {
  if (!/^\d{10}$/.test(text)) return false
  const digits = Array.from(text, Number)
  const sum = digits.slice(0, 9).reduce((total, digit, i) => {
    const shifted = (digit + 9 - i) % 10
    return total + (shifted === 9 ? 9 : (shifted * 2 ** (9 - i)) % 9)
  }, 0)
  return digits[9] === (10 - (sum % 10)) % 10
}

/**
 * '05321234567' → '0 (532) 123 45 67', with or without 0, 90, +90 or 0090 in front; '4441234' → '444 12 34'.
 * Anything else (foreign numbers, extensions, two numbers) is only trimmed.
 */
export function formatPhone(text: string): string {
  const trimmed = text.trim()
  const dialled = digitsOf(trimmed)
  const short = SHORT_NUMBER.exec(dialled)
  if (short !== null) return `444 ${short[1]} ${short[2]}`
  const national = NATIONAL_NUMBER.exec(dialled)
  return national === null ? trimmed : `0 (${national[1]}) ${national.slice(2).join(' ')}`
}

/**
 * The number to dial: '+905321234567', '4441234', or a foreign one with its '+'; `null` for anything else (two
 * numbers, an extension).
 */
export function dialledNumber(text: string): string | null {
  const dialled = digitsOf(text.trim())
  if (SHORT_NUMBER.test(dialled)) return dialled
  const national = NATIONAL_NUMBER.exec(dialled)
  if (national !== null) return `+90${national.slice(1).join('')}`
  return /^\+(?!90)\d{8,15}$/.test(dialled) ? dialled : null
}

/** Whether messages may reach a dialled number: a Turkish mobile one, or a foreign one, of which nothing is known. */
export const isMobile = (dialled: string): boolean => /^\+(?:905|(?!90))/.test(dialled)

const SHORT_NUMBER = /^444(\d\d)(\d\d)$/
const NATIONAL_NUMBER = /^(?:\+90|0090|90|0)?([2-589]\d\d)(\d{3})(\d\d)(\d\d)$/

/** The digits with a leading '+', or '' for a text with anything else. */
const digitsOf = (text: string) => (/^\+?[\d\s().\-/]+$/.test(text) ? text.replace(/[^\d+]/g, '') : '')
