import { type Logger, pino } from 'pino'

export type { Logger }

/**
 * JSON lines on standard error, written at once so that a crash loses none. What is logged is chosen field by
 * field at the call: never a body, a query string, a password, a token or a customer's data.
 */
export function createLogger(level: string): Logger {
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
    serializers: { err: errorForLog },
  }
  return pino(options, pino.destination({ dest: 2, sync: true }))
}

/** An error's class, code, message and stack; PostgreSQL's `detail` holds row values and is left out. */
function errorForLog(error: unknown): Record<string, unknown> {
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
