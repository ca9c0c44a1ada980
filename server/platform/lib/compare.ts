/** Returns the order of two keys of one kind for `sort`: negative, 0 or positive. */
export function compare<K extends string | number>(a: K, b: K): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}
