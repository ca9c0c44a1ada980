import { highlightRanges } from '#shared/turkish.ts'

/** A hit further in than this would be cut off by the cell. */
const LEAD = 60
const CONTEXT = 30

/** A note for a cell of two lines: where the search's first hit lies far in, it begins a little before that. */
export function noteFrom(note: string, query: string): string {
  const hit = highlightRanges(note, query)[0]?.[0] ?? 0
  if (hit <= LEAD) return note
  const from = hit - CONTEXT
  const word = note.slice(from, hit).search(/\s\S/)
  // Not in the middle of a pair that stands for one character.
  const start = word === -1 ? from + (/^[\uDC00-\uDFFF]/.test(note.slice(from)) ? 1 : 0) : from + word + 1
  return `… ${note.slice(start)}`
}
