import { type Logger, pino } from 'pino'

export type { Logger }

/**
 * JSON lines on standard output. What is logged is chosen field by field at the call: never a body, a query
 * string, a password, a token or a customer's data.
 */
export function createLogger(level: string): Logger {
  return pino({
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
    serializers: { err: errorForLog },
  })
}

/** An error's class, code, message and stack; PostgreSQL's `detail` holds row values and is left out. */
export function errorForLog(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { message: String(error) }
  const code = 'code' in error ? String(error.code) : undefined
  // A value that broke a constraint or a type is quoted in the server's message: keep its class only.
  const fromDatabase = error.name === 'PostgresError'
  return {
    type: error.name,
    code,
    message: fromDatabase ? `SQLSTATE ${code}` : error.message,
    stack: fromDatabase ? error.stack?.split('\n').slice(1).join('\n') : error.stack,
  }
}
