import { formatCount } from '#client/lib/format.ts'

/** '%12 fazla', '%8 az', 'fark yok'; '' without a base. */
export function changeInPercent(current: number, previous: number): string {
  if (current === previous) return 'fark yok'
  const percent = percentChange(current, previous)
  if (percent === null) return ''
  if (percent === 0) return '%1’den az fark'
  return `%${formatCount(Math.abs(percent))} ${percent > 0 ? 'fazla' : 'az'}`
}

/**
 * The change from `previous` to `current` in whole percent, below 0 for less; `null` without a base to compare with.
 */
export function percentChange(current: number, previous: number): number | null {
  const percent = Math.round((100 * (current - previous)) / previous)
  return previous > 0 && Number.isSafeInteger(percent) ? percent : null
}
