/**
 * Returns the range of an axis, which includes 0 and every value. `unit` is the smallest step of its labels and its
 * minimum length, so that a month of zeros is a line at the bottom.
 */
export function axisDomain(values: readonly (number | null)[], unit: number): [number, number] {
  const known = values.filter((value) => value !== null)
  const [low, high] = [Math.min(0, ...known), Math.max(0, ...known)]
  return low === 0 && high < unit ? [0, unit] : [low, high]
}
