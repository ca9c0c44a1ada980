import { formatCount } from '#client/lib/format.ts'

/** Returns the change in words: '%12 fazla', '%8 az', 'fark yok'; '' without a base. */
export function changeInPercent(current: number, previous: number): string {
  if (current === previous) return 'fark yok'
  const percent = percentChange(current, previous)
  if (percent === null) return ''
  if (percent === 0) return '%1’den az fark'
  return `%${formatCount(Math.abs(percent))} ${percent > 0 ? 'fazla' : 'az'}`
}

/** Returns the change from `previous` to `current` in whole percent, negative for a decrease; `null` without a base. */
export function percentChange(current: number, previous: number): number | null {
  const percent = Math.round((100 * (current - previous)) / previous)
  return previous > 0 && Number.isSafeInteger(percent) ? percent : null
}
