import * as z from 'zod/mini'

import { textField } from '#shared/fields.ts'
import { messages } from '#shared/messages.ts'
import { count, resultSchema } from '#shared/values.ts'

/** Bytes of one piece of an uploaded backup, at most: small enough for the limit of every proxy. */
export const PIECE_BYTES = 1024 * 1024

/** The start of an upload, with the size of the file in bytes. */
export const uploadInput = z.object(
  { size: z.int(messages.invalidInput).check(z.gte(1, messages.invalidInput)) },
  messages.invalidInput,
)

const upload = z
  .string(messages.invalidInput)
  .check(z.regex(/^[0-9a-f]{32}-\d{1,16}$/, messages.invalidInput))
export const uploadIdInput = z.object({ upload }, messages.invalidInput)

/** A piece of an uploaded file and the byte at which it begins; both come in the address. */
export const pieceInput = z.object(
  { upload, at: z.pipe(z.string().check(z.regex(/^\d{1,16}$/)), z.transform(Number)) },
  messages.invalidInput,
)

/**
 * The backup to restore: an uploaded one, or one of those beside the data. Without a passphrase the panel's own is
 * tried.
 */
export const restoreInput = z.object(
  {
    source: z.union([z.strictObject({ upload }), z.strictObject({ name: textField('Yedek') })]),
    passphrase: z.optional(z.string().check(z.minLength(1), z.maxLength(1_000))),
  },
  messages.invalidInput,
)
export type RestoreInput = z.output<typeof restoreInput>

/** The restored backup and the number of its rows. */
const restoreResult = /* @__PURE__ */ resultSchema(() => ({
  created_at: z.iso.datetime(),
  users: count,
  kayit: count,
  expense: count,
  /** Erasures newer than the backup, which were carried out again. */
  erased: z.optional(count),
}))
export type RestoreResult = z.output<typeof restoreResult>

const GZIP = [0x1f, 0x8b]
const AGE = new TextEncoder().encode('age-encryption.org/v1')
/** The number of leading bytes that identify a backup. */
export const BACKUP_HEAD = AGE.length

/** Returns the kind of backup that may begin with these bytes, or `null`. */
export function backupKind(head: Uint8Array): 'plain' | 'encrypted' | null {
  const begins = (first: ArrayLike<number>) => Array.from(first).every((byte, at) => head[at] === byte)
  if (begins(GZIP)) return 'plain'
  return begins(AGE) ? 'encrypted' : null
}
