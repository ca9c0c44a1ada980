import { relativeDay } from '#client/lib/format.ts'
import { type Day, formatDay, formatClock, todayInIstanbul } from '#shared/date.ts'
import type { Kurus } from '#shared/money.ts'
import type { TillMovement } from '#shared/till/schema.ts'

const WEEKDAY = new Intl.DateTimeFormat('tr-TR', { weekday: 'long', timeZone: 'UTC' })
const DATE = new Intl.DateTimeFormat('tr-TR', {
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
})

/** Returns a day as 'Cuma, 20 Kasım 2026'. */
export function longDay(day: Day): string {
  const at = new Date(day)
  return `${WEEKDAY.format(at)}, ${DATE.format(at)}`
}

/** Returns the label of the opening cash: 'Açılış, dün sayılan'. */
export const openingWords = ({ opened_on, day }: { opened_on: Day | null; day: Day }): string =>
  opened_on === null ? 'Açılış' : `Açılış, ${relativeDay(opened_on, day)} sayılan`

/** Returns the time of a movement, with its date if it was entered before the day on which its day-end was closed. */
export function timeWords({ created_at }: Pick<TillMovement, 'created_at'>, day: Day): string {
  const entered = todayInIstanbul(new Date(created_at))
  const clock = formatClock(created_at)
  return entered === day ? clock : `${formatDay(entered).slice(0, 5)} ${clock}`
}

/** Returns the entry's own day if it was entered on another one: '18.11.2026 tarihli'; else ''. */
export function ownDayWords({ day, created_at }: Pick<TillMovement, 'day' | 'created_at'>): string {
  return todayInIstanbul(new Date(created_at)) === day ? '' : `${formatDay(day)} tarihli`
}

type Named = Pick<TillMovement, 'source' | 'kind' | 'title' | 'kayit_id' | 'is_cancelled' | 'is_reversal'>

/** Returns from whom or for what the money was. */
export function titleWords({ source, title, kayit_id }: Named): string {
  if (title !== '') return title
  if (source === 'expense') return 'Gider'
  return kayit_id === null ? 'Tahsilat' : `Kayıt No ${kayit_id}`
}

/** Returns the kind of a movement that is no plain payment; '' for a payment. */
export function kindWords({ source, kind, title, is_cancelled, is_reversal }: Named): string {
  if (is_cancelled) return 'İptal edildi'
  if (source === 'expense') return is_reversal ? 'Gider düzeltmesi' : title === '' ? '' : 'Gider'
  if (is_reversal) return kind === 'refund' ? 'Tahsilat iptali' : 'İade iptali'
  return kind === 'refund' ? 'İade' : ''
}

/** Returns the word of a difference: 'eksik', 'fazla'; '' for none. */
export const differenceWord = (kurus: Kurus): string => (kurus === 0 ? '' : kurus < 0 ? 'eksik' : 'fazla')
