import { PASSWORD_MAX_LENGTH } from './options.ts'
import { visibleText } from './text.ts'

/** Minimum score of a new password in a password change (specification §5). */
export const PASSWORD_MIN_SCORE = 3

/** Length in characters that gives a point (specification §5). */
export const PASSWORD_GOOD_LENGTH = 8

/** The characters of a password that count: those of its NFC form that can be seen. */
const countedText = (password: string): string => visibleText(password).replace(/\p{Cc}/gu, '')

/** The number of characters that count in a password, for its least length and its strength. */
export const passwordLength = (password: string): number => Array.from(countedText(password)).length

/** Whether a password exceeds the greatest length in the form in which it is compared (decisions: limits). */
export const isPasswordTooLong = (password: string): boolean =>
  password.normalize('NFC').length > PASSWORD_MAX_LENGTH

/** The criteria that give a point each, with their Turkish names. */
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

/** The criteria that a password does not meet: 'büyük harf', 'rakam'; empty for a score of 5. */
export const missingStrength = (password: string): string[] =>
  PARTS.filter(({ isIn }) => !isIn(countedText(password))).map(({ name }) => name)

/**
 * Strength from 0 to 5: a point each for 8 characters, a capital, a small letter, a digit and a special
 * character (specification §5). Turkish letters are letters; a space or an emoji is a special character.
 */
export const passwordScore = (password: string): number => PARTS.length - missingStrength(password).length
