import { createHash } from 'node:crypto'

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

const LINE_END = 0x0a

/** Counts the rows and bytes of a table as they pass: in the text format each row is one line. */
export class Summary {
  readonly #hash = createHash('sha256')
  #rows = 0
  #bytes = 0
  /** Bytes of the row that has no end yet. */
  #unfinished = 0
  #longest = 0

  add(data: Uint8Array): void {
    this.#hash.update(data)
    this.#bytes += data.length
    let start = 0
    for (let at = data.indexOf(LINE_END); at !== -1; at = data.indexOf(LINE_END, start)) {
      this.#rows++
      this.#extend(at + 1 - start)
      this.#unfinished = 0
      start = at + 1
    }
    this.#extend(data.length - start)
  }

  /** The bytes of the longest row, also of the row that has no end yet. */
  get longestRow(): number {
    return this.#longest
  }

  #extend(bytes: number): void {
    this.#unfinished += bytes
    this.#longest = Math.max(this.#longest, this.#unfinished)
  }

  of(name: string): Manifest['tables'][number] {
    return { name, rows: this.#rows, bytes: this.#bytes, sha256: this.#hash.digest('hex') }
  }
}
