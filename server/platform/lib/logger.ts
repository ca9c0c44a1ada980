import { type DestinationStream, type Logger, pino } from 'pino'

export type { Logger }

/** Time for which usual lines wait for others, in ms: one write for each line took a seventh of a request's CPU. */
const JOIN_MS = 10
/** Bytes of a write: a longer one into a pipe may be divided by those of other processes. */
const MAX_JOINED = 4_096
const USUAL = /^\{"level":"(?:info|debug|trace)"/

/**
 * Returns a logger of JSON lines on standard error. Usual lines wait `JOIN_MS` for others; a warning, an error or the
 * exit writes all waiting lines, so only a killed process loses some. Each call chooses the logged fields: never a
 * body, a query string, a password, a token or a customer's data. `base` is added to each line.
 */
export function createLogger(
  level: string,
  base: Record<string, unknown> | null = null,
  to: DestinationStream = joined(pino.destination({ dest: 2, sync: true })),
): Logger {
  const formatters = { level: (label: string) => ({ level: label }) }
  const timestamp = pino.stdTimeFunctions.isoTime
  return pino({ level, base, timestamp, formatters, serializers: { err: errorForLog } }, to)
}

/** Writes several lines at once to `to`. */
function joined(to: DestinationStream): DestinationStream {
  let waiting = ''
  let timer: NodeJS.Timeout | undefined
  const flush = () => {
    clearTimeout(timer)
    timer = undefined
    if (waiting !== '') to.write(waiting)
    waiting = ''
  }
  process.on('exit', flush)
  return {
    write: (line) => {
      if (Buffer.byteLength(waiting) + Buffer.byteLength(line) > MAX_JOINED) flush()
      waiting += line
      if (!USUAL.test(line)) flush()
      else timer ??= setTimeout(flush, JOIN_MS).unref()
    },
  }
}

/** Returns an error's class, code, message and stack, without PostgreSQL's `detail`, which holds row values. */
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
