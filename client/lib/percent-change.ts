/**
 * The change from `previous` to `current` in whole percent, below 0 for less; `null` without a base to compare with.
 */
export function percentChange(current: number, previous: number): number | null {
  const percent = Math.round((100 * (current - previous)) / previous)
  return previous > 0 && Number.isSafeInteger(percent) ? percent : null
}
