/** Returns a time of day: 630 → '10:30'. */
export const clockOf = (minute: number): string =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`

/** Returns the minutes of '17:00', '17.00', '1700' or '17'; `null` for any other text. */
export function minuteOf(clock: string): number | null {
  const [, hour, minute = '0'] = /^(\d{1,2})(?:[:.]?([0-5]\d))?$/.exec(clock.trim()) ?? []
  return hour !== undefined && Number(hour) < 24 ? Number(hour) * 60 + Number(minute) : null
}
