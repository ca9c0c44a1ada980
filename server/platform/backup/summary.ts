import { createHash } from 'node:crypto'

import type { Manifest } from './format.ts'

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

  /** In bytes, with the row that has no end yet. */
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
