import { dictionary } from '@zxcvbn-ts/language-common'

import { AppError } from '#shared/errors.ts'
import { messages } from '#shared/messages.ts'
import { foldPlain } from '#shared/turkish.ts'

/** What belongs to a user and is known to others. */
export type KnownNames = { username: string; email: string; name_surname: string; company_name: string }

/** The 49,000 passwords that were found most often in stolen lists, small letters only, as they are compared. */
const COMMON = new Set(
  dictionary['passwords-common'].map(String).map((one) => (/^[a-z0-9]*$/.test(one) ? one : foldPlain(one))),
)
/** What is as usual here and not on that list, alone or with the digits that people add to it. */
const COMMON_HERE =
  /^(sifre|parola|sanayi|otoservis|ustabasi|galatasaray|fenerbahce|besiktas|trabzonspor|istanbul|ankara|izmir|turkiye|ataturk|seviyorum|canimsin|askim)+\d*$/
/** A few characters again and again; the list has none of them, nor a row of the alphabet or of digits. */
const REPEATED = /^(.{1,4}?)\1+$/u
/** A name of three letters is part of many words ('Ara' of 'araba'): alone it makes no password. */
const SHORT_NAME = 3
const LONG_NAME = 4
/** Letters that a password needs besides longer names. */
const LEAST_OWN = 4

/**
 * Throws INVALID with `new_password` for one of sufficient length that is common, or made of the user's and the shop's names
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
  // Also as a whole: 'Öz' of 'Öz Kardeşler Oto' is too short to count by itself.
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

/** With the marks at the end that are added where a special character is wanted ('Password1!'), and without. */
const isCommon = (folded: string): boolean =>
  [folded, folded.replace(/[^a-z\d]+$/, '')].some(
    (one) => COMMON.has(one) || COMMON_HERE.test(one) || REPEATED.test(one) || isRow(one),
  )

/** Whether each character is the one after, or each the one before, its neighbour: 'abcdefgh', '87654321'. */
function isRow(text: string): boolean {
  const codes = Array.from(text, (sign) => sign.charCodeAt(0))
  const steps = codes.slice(1).map((code, index) => code - (codes[index] ?? 0))
  return steps.length > 0 && (steps.every((step) => step === 1) || steps.every((step) => step === -1))
}

const lettersOf = (folded: string) => folded.replaceAll(/[^a-z]/g, '')
