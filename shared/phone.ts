import { digitsIn, sameLook } from './text.ts'

/*
 * Phone numbers as they are shown, dialled, compared and searched (decisions: phone numbers). Nothing here may block a
 * save: foreign numbers and extensions exist.
 */

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
  const dialled = digitsOf(text)
  if (SHORT_NUMBER.test(dialled)) return dialled
  const national = NATIONAL_NUMBER.exec(dialled)
  if (national !== null) return `+90${national.slice(1).join('')}`
  return /^\+(?!90)\d{8,15}$/.test(dialled) ? dialled : null
}

/**
 * The form in which phones are compared, by country and number (decisions: phone numbers): as dialled, also among other
 * words ('Ev: 0532 …'); otherwise all digits, '' for none.
 */
export function phoneKey(text: string): string {
  const dialled = dialledNumber(text)
  if (dialled !== null) return dialled
  const digits = phoneDigits(text)
  const national = NATIONAL_NUMBER.exec(digits)
  return national === null ? digits : `+90${national.slice(1).join('')}`
}

/** The digits by which a phone is searched, without '00' before a country and without the '(0)' after one. */
export const phoneDigits = (text: string): string =>
  digitsIn(withoutTrunk(phoneLook(text))).replace(/^00/, '')

/** Whether messages may reach a dialled number: a Turkish mobile one, or a foreign one, of which nothing is known. */
export const isMobile = (dialled: string): boolean => /^\+(?:905|(?!90))/.test(dialled)

const SHORT_NUMBER = /^444(\d\d)(\d\d)$/
const NATIONAL_NUMBER = /^(?:\+?900?|0)?([2-589]\d\d)(\d{3})(\d\d)(\d\d)$/

/** A phone as it looks: full-width signs, any dash and any space are the plain ones. */
const phoneLook = (text: string) => sameLook(text.normalize('NFKC'))

/** '+90 (0) 532 …': the 0 is dialled inside the country only. */
const withoutTrunk = (shown: string) => shown.replace(/^((?:\+|00) ?\d[\d -]{0,4})\(0\)/, '$1')

/** The digits with '+' before a country, or '' for a text with anything else. */
function digitsOf(text: string): string {
  const shown = withoutTrunk(phoneLook(text))
  return /^\+?[\d\s().\-/]+$/.test(shown) ? shown.replace(/[^\d+]/g, '').replace(/^00(?=[1-9])/, '+') : ''
}

/** A search for a phone as it looks; '' for a text with anything but digits and the signs between them. */
export function phoneQuery(query: string): string {
  const shown = phoneLook(query)
  return /^[\d\s()+\-./]+$/.test(shown) ? shown : ''
}

/** The digits that a phone has to contain, without what precedes the area code; '' for fewer than four digits. */
export function phoneNeedle(query: string): string {
  const shown = withoutTrunk(phoneQuery(query))
  const digits = digitsIn(shown)
  if (digits.length < 4) return ''
  // A plus says that a country's code follows; without it 90 is one only before a mobile or a whole number.
  const code = shown.startsWith('+') ? /^900?/ : /^(?:00?90|90(?=0?5\d{3}|0?\d{10}$))0?|^0+/
  const national = digits.replace(code, '')
  // The n-gram index has no shorter parts of a phone.
  return national.length < 3 ? '' : national
}
