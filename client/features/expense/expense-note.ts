import { ACROSS } from '#shared/search/across.ts'

/** Position, in characters, from which on the cell would cut off a hit. */
const LAST_VISIBLE = 60
const LENGTH_BEFORE_HIT = 30

/** Returns a note for a cell of two lines: it begins shortly before the first hit when that is far in. */
export function noteExcerpt(note: string, query: string): string {
  const hit = ACROSS.similar(note, query)[0]?.[0] ?? 0
  if (hit <= LAST_VISIBLE) return note
  const from = hit - LENGTH_BEFORE_HIT
  const word = note.slice(from, hit).search(/\s\S/)
  // Do not cut within a surrogate pair.
  const start = word === -1 ? from + (/^[\uDC00-\uDFFF]/.test(note.slice(from)) ? 1 : 0) : from + word + 1
  return `… ${note.slice(start)}`
}
