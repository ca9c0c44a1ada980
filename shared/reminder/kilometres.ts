import { addDays } from '#shared/date.ts'
import { type Day, daysBetween } from '#shared/day.ts'

/** A car's kilometres on the day of a visit. */
export type Reading = { day: Day; km: number }

/** No car drives more in a day; a pair of readings beyond it holds a typing error. */
const MOST_PER_DAY = 1_500
/** A day further away than this is no forecast. */
const MOST_DAYS = 3_650
/** The newest readings tell how the car is driven now. */
export const MOST_READINGS = 10

/** Returns one reading a day, the newest `MOST_READINGS` of them, the oldest first; of a day the highest counts. */
function daily(readings: readonly Reading[]): Reading[] {
  const highest = new Map<Day, number>()
  for (const { day, km } of readings) highest.set(day, Math.max(km, highest.get(day) ?? 0))
  return [...highest]
    .map(([day, km]) => ({ day, km }))
    .sort((a, b) => (a.day < b.day ? -1 : 1))
    .slice(-MOST_READINGS)
}

const slopeOf = (a: Reading, b: Reading): number => (b.km - a.km) / daysBetween(a.day, b.day)
const isUsable = (slope: number): boolean => slope >= 0 && slope <= MOST_PER_DAY

/**
 * Returns the kilometres of a day: the median of the slopes between all pairs of readings, so that one wrong reading
 * changes little. Pairs that decrease or are impossibly fast do not count. `null` without a usable pair.
 */
export function kmPerDay(readings: readonly Reading[]): number | null {
  const known = daily(readings)
  const slopes = known
    .flatMap((from, index) => known.slice(index + 1).map((to) => slopeOf(from, to)))
    .filter(isUsable)
    .sort((a, b) => a - b)
  const [low, high] = [slopes[(slopes.length - 1) >> 1], slopes[slopes.length >> 1]]
  return low === undefined || high === undefined ? null : (low + high) / 2
}

/** Returns the newest reading with which half of the others agree, otherwise the newest; `null` without one. */
export function lastReading(readings: readonly Reading[]): Reading | null {
  const known = daily(readings)
  const agrees = (one: Reading) => {
    const slopes = known.filter((other) => other !== one).map((other) => slopeOf(one, other))
    return 2 * slopes.filter(isUsable).length >= slopes.length
  }
  return known.findLast(agrees) ?? known.at(-1) ?? null
}

/**
 * Returns the day on which a car reaches these kilometres. It is the day of its newest reading if that has them already,
 * and `null` where nothing tells how far the car drives, or the day is more than ten years away.
 */
export function dayOfKm(km: number, readings: readonly Reading[]): Day | null {
  const last = lastReading(readings)
  if (last === null) return null
  if (last.km >= km) return last.day
  const rate = kmPerDay(readings)
  if (rate === null || rate === 0) return null
  const days = Math.ceil((km - last.km) / rate)
  return days > MOST_DAYS ? null : addDays(last.day, days)
}
