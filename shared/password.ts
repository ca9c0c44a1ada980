/** Lowest score with which a password may be changed to (specification §5). */
export const PASSWORD_MIN_SCORE = 3

/** Length, in characters, that earns a point (specification §5). */
export const PASSWORD_GOOD_LENGTH = 8

const KINDS = [/\p{Lu}/u, /\p{Ll}/u, /\p{Nd}/u, /[^\p{L}\p{M}\p{Nd}]/u]

/**
 * Strength from 0 to 5: a point each for 8 characters, a capital, a small letter, a digit and a special
 * character (specification §5). Turkish letters are letters; a space or an emoji is a special character.
 */
export function passwordScore(password: string): number {
  const long = Array.from(password).length >= PASSWORD_GOOD_LENGTH
  return Number(long) + KINDS.filter((kind) => kind.test(password)).length
}
