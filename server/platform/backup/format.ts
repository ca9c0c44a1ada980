import * as z from 'zod/mini'

import product from '#package.json' with { type: 'json' }

/**
 * A backup is a tar archive, compressed with gzip and, with a passphrase, encrypted with age: `age -d FILE | tar xz`
 * unpacks it without this program. It begins with HEAD; the rows of a table follow as parts, TABLE/000001.copy and so
 * on, in PostgreSQL's text format for COPY; MANIFEST comes last, so that an archive that was cut off is recognised.
 */
export const FORMAT = 1
export const HEAD = 'backup.json'
export const MANIFEST = 'manifest.json'
export const VERSION = product.version

export const headSchema = z.object({
  format: z.literal(FORMAT),
  /** The version of the program that wrote it. */
  version: z.string(),
  /** The newest migration of the database. */
  schema: z.string(),
  postgresql: z.string(),
  createdAt: z.iso.datetime(),
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()) })),
})
export type Head = z.infer<typeof headSchema>

/** Far above the rows of any shop, and below 2^53, where ids would no longer be exact. */
const MAX_SEQUENCE = 2 ** 40

export const manifestSchema = z.object({
  /** `bytes` and `sha256` cover the copied rows of all parts together. */
  tables: z.array(z.object({ name: z.string(), rows: z.number(), bytes: z.number(), sha256: z.string() })),
  sequences: z.array(
    z.object({ name: z.string(), last: z.nullable(z.int().check(z.minimum(1), z.maximum(MAX_SEQUENCE))) }),
  ),
})
export type Manifest = z.infer<typeof manifestSchema>

export const partName = (table: string, part: number): string =>
  `${table}/${String(part).padStart(6, '0')}.copy`
