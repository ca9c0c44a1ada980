import { createHash, createHmac } from 'node:crypto'

/** Marks a hash. Keys of callers are ASCII, so no key that a caller sends equals a stored hash. */
const MARK = 'sha256§'

/**
 * Returns the stored form of a key, without its text: a caller may write a name or a phone number into it. It has no
 * secret, because one in the database would be in every copy of these rows, and the panel has no other (decision 13).
 */
export const storedKey = (key: string): string => MARK + createHash('sha256').update(key).digest('hex')

/**
 * HMAC of the input, with the key as its secret: the input names the customer, and a plain hash of it could be guessed
 * from what an erasure leaves of the record. The key's text is stored nowhere, and the page's has 128 random bits.
 */
export const fingerprint = (key: string, input: unknown): string =>
  createHmac('sha256', key).update(fingerprinted(input)).digest('hex')

/** The input without passwords: a fast hash of a password would be easy to break. */
const fingerprinted = (input: unknown): string =>
  JSON.stringify(input ?? null, (name, value: unknown) => (name.endsWith('password') ? undefined : value))
