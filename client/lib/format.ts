import { isolated, joinIsolated } from '#shared/bidi.ts'
import { type Day, daysBetween, EMPTY_DASH, formatDay } from '#shared/date.ts'

export { formatCount } from '#shared/count.ts'

/** Returns make and model, '' if both are missing. */
export const carText = ({ arac_marka, arac_model }: { arac_marka: string; arac_model: string }): string =>
  joinIsolated(' ', [arac_marka, arac_model])

/** Returns the typed text, or a dash if it is empty. */
export const orDash = (text: string | null | undefined) =>
  text == null || text === '' ? EMPTY_DASH : isolated(text)

const RELATIVE = new Intl.RelativeTimeFormat('tr', { numeric: 'auto' })
/** The most days for which a number of days is clearer than a date. */
const MAX_RELATIVE_DAYS = 30

/** Returns how long ago a day was: 'bugün', '3 gün önce', '5 ay önce', '2 yıl önce'. */
export function longAgo(day: Day, today: Day): string {
  const days = daysBetween(day, today)
  if (days <= MAX_RELATIVE_DAYS) return RELATIVE.format(-days, 'day')
  const months = monthsBetween(day, today)
  return months < 12 ? RELATIVE.format(-months, 'month') : RELATIVE.format(-Math.floor(months / 12), 'year')
}

/** Returns the whole calendar months from `day` to a later one. */
function monthsBetween(day: Day, later: Day): number {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number)
  const [toYear = 0, toMonth = 0, toDate = 0] = later.split('-').map(Number)
  return 12 * (toYear - year) + toMonth - month - (toDate < date ? 1 : 0)
}

/** Returns 'bugün', 'dün', '3 gün önce', or the date if it is more than a month away. */
export function relativeDay(day: Day, today: Day): string {
  const days = daysBetween(today, day)
  return Math.abs(days) > MAX_RELATIVE_DAYS ? formatDay(day) : RELATIVE.format(days, 'day')
}
