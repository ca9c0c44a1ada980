const COUNT = new Intl.NumberFormat('tr-TR')

/** Formats a whole number with Turkish grouping: '1.250'. Money and dates: `money.ts`, `date.ts`. */
export const formatCount = (count: number): string => COUNT.format(count)
