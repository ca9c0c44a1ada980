import { digitsIn, sameLook } from './text.ts'

/*
 * Phone numbers as they are shown, dialled, compared and searched (decisions: phone numbers). No function here may
 * block a save: foreign numbers and extensions exist.
 */

/**
 * Formats a phone: '05321234567' → '0 (532) 123 45 67', with or without 0, 90, +90 or 0090 in front; '4441234' → '444
 * 12 34'. Any other text (foreign numbers, extensions, two numbers) is only trimmed.
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
 * Returns the number to dial: '+905321234567', '4441234', or a foreign one with its '+'; `null` for any other text (two
 * numbers, an extension).
 */
export function dialledNumber(text: string): string | null {
  const dialled = digitsOf(text)
  const short = SHORT_NUMBER.exec(dialled)
  if (short !== null) return `444${short[1]}${short[2]}`
  const national = NATIONAL_NUMBER.exec(dialled)
  if (national !== null) return `+90${national.slice(1).join('')}`
  return /^\+(?!90)\d{8,15}$/.test(dialled) ? dialled : null
}

/**
 * Returns the form in which phones are compared (decisions: phone numbers): the dialled number, also among other words
 * ('Ev: 0532 …'); otherwise all digits, '' for none.
 */
export function phoneKey(text: string): string {
  const [number, another] = phoneLook(text).match(NUMBER) ?? []
  const dialled = number === undefined || another !== undefined ? null : dialledNumber(number)
  return dialled ?? phoneDigits(text)
}

/**
 * Returns the digits by which a phone is searched, without '00' before a country and without the trunk zero after its
 * code.
 */
export const phoneDigits = (text: string): string => numberOf(phoneLook(text)).digits

/** Returns whether messages may reach a dialled number: a Turkish mobile number, or any foreign one. */
export const isMobile = (dialled: string): boolean => /^\+(?:905|(?!90))/.test(dialled)

/** Returns the address that opens WhatsApp's chat with a phone; `null` if messages cannot reach it. */
export function whatsAppChat(phone: string, text?: string): string | null {
  const dialled = dialledNumber(phone)
  if (dialled === null || !isMobile(dialled)) return null
  const query = text === undefined ? '' : `?text=${encodeURIComponent(text)}`
  return `https://wa.me/${dialled.slice(1)}${query}`
}

const SHORT_NUMBER = /^(?:\+90)?444(\d\d)(\d\d)$/
const NATIONAL_NUMBER = /^(?:\+?900?|0)?([2-589]\d\d)(\d{3})(\d\d)(\d\d)$/

/** Digits and the signs between them, from the first to the last digit. */
const NUMBER = /(?:[(] ?)?\+?[\d\s().\-/]*\d[\d\s().\-/]*/g

/** The country codes of one or two digits; all others have three (ITU-T E.164). */
const COUNTRY = /^(?:1|7|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|\d{3})/
/** Codes of countries (Italy and its neighbours, Ivory Coast, Gabon, Congo) whose numbers keep their leading zero. */
const ZERO_BELONGS = /^(?:39|37[89]|225|24[12])$/

/** Returns a phone with plain signs in place of full-width signs, other dashes and other spaces. */
const phoneLook = (text: string) => sameLook(text.normalize('NFKC'))

/** Returns all digits of a text. After a '+' or '00' they begin with a country code, whose trunk zero is left out. */
function numberOf(shown: string): { digits: string; isForeign: boolean } {
  const all = digitsIn(shown)
  const isForeign = /^[^\d+]*\+/.test(shown) || /^00[1-9]/.test(all)
  const digits = isForeign ? all.replace(/^00/, '') : all
  const code = isForeign ? (COUNTRY.exec(digits)?.[0] ?? '') : ''
  const rest = digits.slice(code.length)
  return {
    digits: code + (ZERO_BELONGS.test(code) || code === '' ? rest : rest.replace(/^0/, '')),
    isForeign,
  }
}

/** Returns the digits with '+' before a country, or '' for a text with other signs. */
function digitsOf(text: string): string {
  const shown = phoneLook(text)
  if (!/^[\s().\-/]*\+?[\d\s().\-/]+$/.test(shown)) return ''
  const { digits, isForeign } = numberOf(shown)
  return `${isForeign && digits !== '' ? '+' : ''}${digits}`
}

/** 'Tel:' or 'Tel.' before a phone. */
const LABEL = /^\p{L}[\p{L} .]*(?::|\. )/u

/** Digits and the signs between them; signs such as % and # mark other numbers. */
const PHONE_SIGNS = /^(?=.*\d)(?:[\d\s+]|(?![%#&@*\\])\p{P})+$/u

/** Returns a search for a phone without a label and unusual signs; '' for any other text. */
export function phoneQuery(query: string): string {
  const shown = phoneLook(query).replace(LABEL, '')
  return PHONE_SIGNS.test(shown) ? sameLook(shown.replace(/[^\d\s()+\-./]/g, ' ')) : ''
}

/** Returns the text with another sign for the trunk zero, which no search contains; the positions stay the same. */
export function hideTrunk(text: string): string {
  const [all, searched] = [digitsIn(text.normalize('NFKC')), phoneDigits(text)]
  if (all.endsWith(searched)) return text
  const trunk = all.split('').findIndex((_, i) =>
    all
      .slice(0, i)
      .concat(all.slice(i + 1))
      .endsWith(searched),
  )
  let at = -1
  return text.replace(/[0-9０-９]/g, (digit) => (++at === trunk ? '-' : digit))
}

/**
 * Returns the digits that a phone must contain, without the codes before the area code; '' for fewer than four digits.
 */
export function phoneTerm(query: string): string {
  const { digits, isForeign } = numberOf(phoneQuery(query))
  if (digits.length < 4) return ''
  // A plus announces a country code; without it 90 is one only before a mobile or a whole number.
  const code = isForeign ? /^90/ : /^(?:090|90(?=0?5\d{3}|0?\d{10}$))0?|^0+/
  const national = digits.replace(code, '')
  // The n-gram index cannot find shorter parts of a phone.
  return national.length < 3 ? '' : national
}
