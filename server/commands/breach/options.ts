import { StartupError } from '#server/platform/lib/startup-error.ts'
import { addDays, parseDay, startOfDay } from '#shared/date.ts'

import type { BreachQuestion } from './report.ts'

export const ISTANBUL_INSTANT = new Intl.DateTimeFormat('tr-TR', {
  timeZone: 'Europe/Istanbul',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
})

const USAGE =
  'Kullanım: npm run breach-report -- --since TARİH [--until TARİH] [--user KULLANICI | --shop NO] [--json]'

/**
 * The question of the command line. A day counts whole, in Istanbul; an instant is ISO 8601 with its zone. Throws
 * StartupError with the usage.
 */
export function readOptions(given: readonly string[], now: Date): BreachQuestion & { isJson: boolean } {
  const values = new Map<string, string>()
  const rest = given.filter((argument) => argument !== '--json')
  for (let index = 0; index < rest.length; index += 2) {
    const [name = '', value] = rest.slice(index, index + 2)
    if (!['--since', '--until', '--user', '--shop'].includes(name) || value === undefined || values.has(name))
      throw new StartupError(USAGE)
    values.set(name, value)
  }
  const [from, to, user, shop] = ['--since', '--until', '--user', '--shop'].map((name) => values.get(name))
  if (from === undefined || (user !== undefined && shop !== undefined)) throw new StartupError(USAGE)
  if (shop !== undefined && !/^[1-9]\d{0,14}$/.test(shop)) throw new StartupError(USAGE)
  const since = instantOf(from, 'begin')
  const until = to === undefined ? now : instantOf(to, 'end')
  if (since > until) throw new StartupError('--since, --until tarihinden sonra olamaz.')
  return {
    since,
    until,
    isJson: rest.length < given.length,
    ...(user !== undefined && { user }),
    ...(shop !== undefined && { shop: Number(shop) }),
  }
}

function instantOf(text: string, edge: 'begin' | 'end'): Date {
  const parsed = parseDay(text)
  if (parsed.ok && parsed.day !== null)
    return edge === 'begin'
      ? startOfDay(parsed.day)
      : new Date(startOfDay(addDays(parsed.day, 1)).getTime() - 1)
  const instant = new Date(text)
  if (!/^\d{4}-\d\d-\d\dT.*(Z|[+-]\d\d:?\d\d)$/.test(text) || Number.isNaN(instant.getTime()))
    throw new StartupError(`"${text}" bir tarih değil. Örnek: 24.11.2026 ya da 2026-11-24T14:30+03:00`)
  return instant
}
