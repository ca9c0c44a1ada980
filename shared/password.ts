import { PASSWORD_MAX_LENGTH } from './options.ts'
import { visibleText } from './text.ts'

/** Minimum score of a new password in a password change (specification §5). */
export const PASSWORD_MIN_SCORE = 3

/** The number of characters that earns a point (specification §5). */
export const PASSWORD_GOOD_LENGTH = 8

/** Returns the counted characters of a password: the visible ones of its NFC form. */
const countedText = (password: string): string => visibleText(password).replace(/\p{Cc}/gu, '')

/** Returns the number of counted characters, for the least length and the strength of a password. */
export const passwordLength = (password: string): number => Array.from(countedText(password)).length

/** Returns whether a password, in the form in which it is compared, exceeds the greatest length (decisions: limits). */
export const isPasswordTooLong = (password: string): boolean =>
  password.normalize('NFC').length > PASSWORD_MAX_LENGTH

/** The criteria that earn a point each, with their Turkish names. */
const PARTS: readonly { name: string; isIn: (password: string) => boolean }[] = [
  {
    name: `en az ${PASSWORD_GOOD_LENGTH} karakter`,
    isIn: (password) => passwordLength(password) >= PASSWORD_GOOD_LENGTH,
  },
  { name: 'büyük harf', isIn: (password) => /\p{Lu}/u.test(password) },
  { name: 'küçük harf', isIn: (password) => /\p{Ll}/u.test(password) },
  { name: 'rakam', isIn: (password) => /\p{Nd}/u.test(password) },
  { name: 'özel karakter', isIn: (password) => /[^\p{L}\p{M}\p{Nd}]/u.test(password) },
]

/** Returns the names of the criteria that a password fails: 'büyük harf', 'rakam'; empty for a score of 5. */
export const missingStrength = (password: string): string[] =>
  PARTS.filter(({ isIn }) => !isIn(countedText(password))).map(({ name }) => name)

/**
 * Returns the strength from 0 to 5: a point each for 8 characters, a capital, a small letter, a digit and a special
 * character (specification §5). Turkish letters are letters; a space or an emoji is a special character.
 */
export const passwordScore = (password: string): number => PARTS.length - missingStrength(password).length
