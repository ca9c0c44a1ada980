import { pino } from 'pino'

import type { Logger } from '#server/lib/logger.ts'

/** A logger and the lines that it has written. */
export function recordingLog(level = 'info'): { log: Logger; lines: Record<string, unknown>[] } {
  const lines: Record<string, unknown>[] = []
  const write = (line: string) => void lines.push(JSON.parse(line) as Record<string, unknown>)
  return { lines, log: pino({ level, base: null }, { write }) }
}
