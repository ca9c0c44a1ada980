import { type DestinationStream, type Logger, pino } from 'pino'

export type { Logger }

/**
 * JSON lines on standard error, written at once so that a crash loses none. Each call chooses the logged fields:
 * never a body, a query string, a password, a token or a customer's data. `base` is added to each line.
 */
export function createLogger(
  level: string,
  base: Record<string, unknown> | null = null,
  to: DestinationStream = pino.destination({ dest: 2, sync: true }),
): Logger {
  const formatters = { level: (label: string) => ({ level: label }) }
  const timestamp = pino.stdTimeFunctions.isoTime
  return pino({ level, base, timestamp, formatters, serializers: { err: errorForLog } }, to)
}

/** An error's class, code, message and stack; PostgreSQL's `detail` holds row values and is left out. */
export function errorForLog(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { message: String(error) }
  const code = 'code' in error ? String(error.code) : undefined
  // The server's message quotes the value that violated a constraint or type, so only the error's class is logged.
  const fromDatabase = error.name === 'PostgresError'
  return {
    type: error.name,
    code,
    message: fromDatabase ? `SQLSTATE ${code}` : error.message,
    stack: fromDatabase ? error.stack?.split('\n').slice(1).join('\n') : error.stack,
  }
}
