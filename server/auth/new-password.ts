import { dictionary } from '@zxcvbn-ts/language-common'

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
/** A name of three letters is part of many words ('Ara' of 'araba'): alone it makes no password. */
const SHORT_NAME = 3
const LONG_NAME = 4
/** Letters that a password needs besides longer names. */
const LEAST_OWN = 4

/**
 * Why a new password is refused although it is long enough (OWASP ASVS 5.0, 6.2.4 and 6.2.11), or `null`: everybody
 * tries it, or it is made of the user's and the shop's names. Passwords that exist are not looked at.
 */
export function newPasswordProblem(
  password: string,
  { username, email, name_surname, company_name }: KnownNames,
): string | null {
  const folded = foldPlain(password)
  if (COMMON.has(folded) || COMMON_HERE.test(folded)) return messages.passwordCommon
  const letters = lettersOf(folded)
  const names = [username, email, name_surname, company_name]
  const parts = names.flatMap((name) => foldPlain(name).split(/[^a-z]+/))
  const without = (least: number) =>
    parts
      .filter((part) => part.length >= least)
      .toSorted((one, other) => other.length - one.length)
      .reduce((left, part) => left.replaceAll(part, ''), letters)
  const rest = without(LONG_NAME)
  const isOfLongNames = rest.length < letters.length && rest.length < LEAST_OWN
  const isOfNamesOnly = letters !== '' && without(SHORT_NAME) === ''
  return isOfLongNames || isOfNamesOnly ? messages.passwordOfNames : null
}

const lettersOf = (folded: string) => folded.replaceAll(/[^a-z]/g, '')
