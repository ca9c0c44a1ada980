/** Returns the record number in a search, with or without '#'. */
export function recordNumber(q: string): number | undefined {
  const number = Number(/^#?\s*(\d{1,16})$/.exec(q.trim())?.[1])
  return Number.isSafeInteger(number) ? number : undefined
}
