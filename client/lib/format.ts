import { EMPTY_DASH } from '#shared/date.ts'

const COUNT = new Intl.NumberFormat('tr-TR')

/** '1.250': a count with Turkish grouping. Money and dates: `#shared/money.ts`, `#shared/date.ts`. */
export const formatCount = (count: number) => COUNT.format(count)

/** The text itself, or a dash where there is none. */
export const orDash = (text: string | null | undefined) => (text == null || text === '' ? EMPTY_DASH : text)
