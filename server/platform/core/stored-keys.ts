import { createHash, createHmac } from 'node:crypto'

import type { Selectable } from 'kysely'

import type { IdempotencyKeysTable } from '#server/platform/db/schema.ts'

import type { Shop } from './batches.ts'

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

/** Marks a hash. Keys of callers are ASCII, so no key that a caller sends equals a stored hash. */
const MARK = 'sha256§'
/** Hashes were stored without the mark on 26 November 2026. A key that looks like one is never taken for a text. */
const UNMARKED = /^[0-9a-f]{64}$/

/**
 * Without the text of the key: a caller may write a name or a phone number into it. It has no secret, because one in the
 * database would be in every copy of these rows, and the panel has no other (decision 13).
 */
export const storedKey = (key: string): string => MARK + sha256(key)

/** The forms in which versions up to 26 November 2026 stored a key: a hash without the mark, before that the text. */
export const formerKeys = (key: string): string[] => (UNMARKED.test(key) ? [sha256(key)] : [sha256(key), key])

type Former = Pick<Selectable<IdempotencyKeysTable>, 'key' | 'request_sha256'>

/** Returns a row of an earlier version as it is stored today, without the text of its key and a plain hash of its input. */
export function withoutText({ key, request_sha256 }: Former): Former {
  if (UNMARKED.test(key)) return { key: MARK + key, request_sha256 }
  return { key: storedKey(key), request_sha256: request_sha256 && keyedHash(key, request_sha256) }
}

/**
 * Hashes the texts of keys that an earlier version has stored for the shop. Only for an erasure: until the update ends,
 * an instance of that version goes on looking for the texts.
 */
export async function hashKeyTexts({ db, actor }: Shop): Promise<void> {
  const rows = await db
    .selectFrom('idempotency_keys')
    .where('shop_id', '=', actor.shop)
    .where('key', 'not like', `${MARK}%`)
    .orderBy('operation')
    .orderBy('key')
    .selectAll()
    .forUpdate()
    .execute()
  for (const row of rows) {
    await db
      .insertInto('idempotency_keys')
      .values({ ...row, ...withoutText(row) })
      // The version before can have stored the text of a key that is stored as its hash too.
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    await db
      .deleteFrom('idempotency_keys')
      .where('shop_id', '=', actor.shop)
      .where('operation', '=', row.operation)
      .where('key', '=', row.key)
      .execute()
  }
}

const keyedHash = (key: string, text: string): string => createHmac('sha256', key).update(text).digest('hex')

/**
 * HMAC of the input, with the key as its secret: the input names the customer, and a plain hash of it could be guessed
 * from what an erasure leaves of the record. The key's text is stored nowhere, and the page's has 128 random bits.
 */
export const fingerprint = (key: string, input: unknown): string => keyedHash(key, fingerprinted(input))

/** The input without passwords: a fast hash of a password would be easy to break. */
const fingerprinted = (input: unknown): string =>
  JSON.stringify(input ?? null, (name, value: unknown) => (name.endsWith('password') ? undefined : value))

/**
 * Whether the fingerprint is that of the input, also as versions up to 26 November 2026 stored it, a plain SHA-256, and
 * as `withoutText` makes it from that.
 */
export function isOf(stored: string | null, key: string, input: unknown): boolean {
  if (stored === null) return false
  const plain = sha256(fingerprinted(input))
  return stored === fingerprint(key, input) || stored === keyedHash(key, plain) || stored === plain
}
