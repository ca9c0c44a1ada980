import { plainSigns, visibleText } from './text.ts'
import { upperVehicle } from './turkish.ts'

/*
 * Turkish plates, chassis numbers and tax numbers. No function here may block a save: foreign, diplomatic and temporary
 * plates and old chassis numbers exist, so the screen only warns or formats.
 */

/** Province 01–81, one to three letters (no Q, W, X), then digits to a total of seven or eight characters. */
const TURKISH_PLATE =
  /^(0[1-9]|[1-7]\d|8[01])([A-PR-VYZ](?=\d{4,5}$)|[A-PR-VYZ]{2}(?=\d{3,4}$)|[A-PR-VYZ]{3}(?=\d{2,3}$))(\d+)$/

/** 17 characters without I, O and Q. The check digit is a North American rule and is not checked. */
const MODERN_VIN = /^[A-HJ-NPR-Z0-9]{17}$/

/** Returns the significant part of a plate or chassis number: upper case, plain letters and digits only. */
export function vehicleKey(text: string): string {
  return upperVehicle(visibleText(plainSigns(text))).replace(/[^\p{L}\p{Nd}]/gu, '')
}

/** Returns the key of a plate; '' without a digit: 'PLAKASIZ' and 'MİSAFİR' name no car (decisions: domain). */
export function plateKey(plate: string): string {
  return carNumber(vehicleKey(plate))
}

/** Returns the key of a chassis number; '' without a digit, unless it is a whole modern one. */
export function vinKey(vin: string): string {
  const key = vehicleKey(vin)
  const read = unambiguous(key)
  return carNumber(key) === '' && !MODERN_VIN.test(read) ? '' : read
}

/** Returns the beginning of a chassis number's key, for a lookup during typing. */
export const vinKeyPart = (typed: string): string => unambiguous(vehicleKey(typed))

const carNumber = (key: string) => (/\p{Nd}/u.test(key) ? key : '')

/** Replaces I, O and Q, which chassis numbers do not have (ISO 3779): a reader has mistaken 1 or 0 for them. */
const unambiguous = (key: string) => key.replaceAll('I', '1').replace(/[OQ]/g, '0')

/** Returns whether the text is a plate of the common Turkish form, with any spacing and case. */
export function isTurkishPlate(text: string): boolean {
  return TURKISH_PLATE.test(vehicleKey(text))
}

/** Formats a plate: '34abc123' → '34 ABC 123'; any other plate is only trimmed and upper-cased. */
export function formatPlate(text: string): string {
  const match = TURKISH_PLATE.exec(vehicleKey(text))
  return match === null ? upperVehicle(text).trim() : match.slice(1).join(' ')
}

/** Returns whether the text is a chassis number in the form of cars since 1981. */
export function isModernVin(text: string): boolean {
  return MODERN_VIN.test(vehicleKey(text))
}

/** Returns whether the text is a national id of 11 digits, the first not 0, with correct check digits (d10, d11). */
export function isTcKimlikNo(text: string): boolean {
  if (!/^[1-9]\d{10}$/.test(text)) return false
  const digits = Array.from(text, Number)
  const sum = (from: number, until: number, step: number) =>
    digits.slice(from, until).reduce((total, digit, i) => (i % step === 0 ? total + digit : total), 0)
  const tenth = (7 * sum(0, 9, 2) - sum(1, 8, 2) + 40) % 10
  return digits[9] === tenth && digits[10] === sum(0, 10, 1) % 10
}

/** Returns whether the text is a tax number of 10 digits with a correct check digit. */
export function isVergiNo(text: string): boolean {
  if (!/^\d{10}$/.test(text)) return false
  const digits = Array.from(text, Number)
  const sum = digits.slice(0, 9).reduce((total, digit, i) => {
    const shifted = (digit + 9 - i) % 10
    return total + (shifted === 9 ? 9 : (shifted * 2 ** (9 - i)) % 9)
  }, 0)
  return digits[9] === (10 - (sum % 10)) % 10
}
