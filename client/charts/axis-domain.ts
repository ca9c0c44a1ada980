/**
 * From where to where an axis goes: it holds 0 and every value. `unit` is the least step that it can name, and the
 * least length that it has, so that a month of zeros is a line at the bottom.
 */
export function axisDomain(values: readonly (number | null)[], unit: number): [number, number] {
  const known = values.filter((value) => value !== null)
  const [low, high] = [Math.min(0, ...known), Math.max(0, ...known)]
  return low === 0 && high < unit ? [0, unit] : [low, high]
}
