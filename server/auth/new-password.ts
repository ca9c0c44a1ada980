import { dictionary } from '@zxcvbn-ts/language-common'

import { AppError } from '#shared/errors.ts'
import { messages } from '#shared/messages.ts'
import { foldPlain } from '#shared/turkish.ts'

/** The names of a user and the shop, which other people know. */
export type KnownNames = { username: string; email: string; name_surname: string; company_name: string }

/** The 49,000 passwords that stolen lists contain most often, folded to small letters for the comparison. */
const COMMON = new Set(
  dictionary['passwords-common'].map(String).map((one) => (/^[a-z0-9]*$/.test(one) ? one : foldPlain(one))),
)
/** Passwords that are common in Turkey but not on that list, alone or with digits at the end. */
const COMMON_HERE =
  /^(sifre|parola|sanayi|otoservis|ustabasi|galatasaray|fenerbahce|besiktas|trabzonspor|istanbul|ankara|izmir|turkiye|ataturk|seviyorum|canimsin|askim)+\d*$/
/** A few repeated characters. The list contains none of these, and no row of the alphabet or of digits. */
const REPEATED = /^(.{1,4}?)\1+$/u
/** A name of three letters is part of many words ('Ara' of 'araba'), so it only counts if nothing else is left. */
const SHORT_NAME = 3
const LONG_NAME = 4
/** Letters that a password needs besides longer names. */
const LEAST_OWN = 4

/**
 * Throws INVALID with `new_password` if the password is common, or made of the names of the user and the shop
 * (OWASP ASVS 5.0, 6.2.4 and 6.2.11). Stored passwords are not checked.
 */
export function requireGoodPassword(
  password: string,
  { username, email, name_surname, company_name }: KnownNames,
): void {
  const folded = foldPlain(password)
  if (isCommon(folded)) throw refusal(messages.passwordCommon)
  const letters = lettersOf(folded)
  const names = [username, email, name_surname, company_name]
  // Each name counts as a whole, too: 'Öz' of 'Öz Kardeşler Oto' is too short to count by itself.
  const parts = names.flatMap((name) => [lettersOf(foldPlain(name)), ...foldPlain(name).split(/[^a-z]+/)])
  const without = (least: number) =>
    parts
      .filter((part) => part.length >= least)
      .toSorted((one, other) => other.length - one.length)
      .reduce((left, part) => left.replaceAll(part, ''), letters)
  const rest = without(LONG_NAME)
  const isOfLongNames = rest.length < letters.length && rest.length < LEAST_OWN
  const isOfNamesOnly = letters !== '' && without(SHORT_NAME) === ''
  if (isOfLongNames || isOfNamesOnly) throw refusal(messages.passwordOfNames)
}

const refusal = (message: string) => new AppError('INVALID', message, { field: 'new_password' })

/** Returns whether a password is common, with or without the special characters at its end ('Password1!'). */
const isCommon = (folded: string): boolean =>
  [folded, folded.replace(/[^a-z\d]+$/, '')].some(
    (one) => COMMON.has(one) || COMMON_HERE.test(one) || REPEATED.test(one) || isRow(one),
  )

/** Returns whether the characters follow each other, forwards or backwards: 'abcdefgh', '87654321'. */
function isRow(text: string): boolean {
  const codes = Array.from(text, (sign) => sign.charCodeAt(0))
  const steps = codes.slice(1).map((code, index) => code - (codes[index] ?? 0))
  return steps.length > 0 && (steps.every((step) => step === 1) || steps.every((step) => step === -1))
}

const lettersOf = (folded: string) => folded.replaceAll(/[^a-z]/g, '')
