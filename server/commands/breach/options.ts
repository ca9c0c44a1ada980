import { parseArgs } from 'node:util'

import { StartupError } from '#server/platform/lib/startup-error.ts'
import { addDays, parseDay, startOfDay } from '#shared/date.ts'

import type { BreachQuestion } from './report.ts'

const USAGE =
  'Kullanım: npm run breach-report -- --since TARİH [--until TARİH] [--user KULLANICI | --shop NO] [--json]'

const OPTIONS = {
  since: { type: 'string' },
  until: { type: 'string' },
  user: { type: 'string' },
  shop: { type: 'string' },
  json: { type: 'boolean', default: false },
} as const

/** Reads the options; a day counts whole, in Istanbul. Throws StartupError with the usage or the wrong date. */
export function readOptions(args: readonly string[], now: Date): BreachQuestion & { isJson: boolean } {
  const { since: from, until: to, user, shop, json: isJson } = parse(args)
  if (from === undefined || (user !== undefined && shop !== undefined)) throw new StartupError(USAGE)
  if (shop !== undefined && !/^[1-9]\d{0,14}$/.test(shop)) throw new StartupError(USAGE)
  const since = instantOf(from, 'begin')
  const until = to === undefined ? now : instantOf(to, 'end')
  if (since > until) throw new StartupError('--since, --until tarihinden sonra olamaz.')
  return { since, until, isJson, user, shop: shop === undefined ? undefined : Number(shop) }
}

function parse(args: readonly string[]) {
  try {
    const { values, tokens } = parseArgs({ args: [...args], options: OPTIONS, tokens: true })
    // Of two users the parser would silently take the last.
    const names = tokens.map((token) => (token.kind === 'option' ? token.name : ''))
    if (new Set(names).size === names.length) return values
  } catch {
    // The usage below says what is wrong.
  }
  throw new StartupError(USAGE)
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
