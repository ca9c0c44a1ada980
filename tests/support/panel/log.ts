import { openSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { threadId } from 'node:worker_threads'

import { pino } from 'pino'
import { inject } from 'vitest'

import { createLogger, errorForLog, type Logger } from '#server/platform/lib/logger.ts'

let file: number | undefined

/** Writes lines for the check at the end of the run (global-logs.ts). */
function collect(lines: string): void {
  const folder = folderOfRun()
  if (folder === undefined) return
  file ??= openSync(join(folder, `${process.pid}-${threadId}`), 'a')
  writeSync(file, lines)
}

/** Returns the folder of the run's logs. Projects without that check, benchmarks and scripts have none. */
function folderOfRun(): string | undefined {
  try {
    return inject('logs')
  } catch {
    return undefined
  }
}

const collected = createLogger('debug', null, { write: collect })

/** Returns the logger of applications whose log no test reads; it is checked at the end of the run. */
export const collectedLog = (): Logger => collected

/** Returns a logger that is checked likewise and also shows errors: for whole panels, where they explain a failure. */
export const shownLog = (): Logger =>
  createLogger('debug', null, {
    write: (line) => {
      collect(line)
      if (/"level":"(error|fatal)"/.test(line)) process.stderr.write(line)
    },
  })

/** Returns a logger and the lines that it has written. */
export function recordingLog(level = 'info'): { log: Logger; lines: Record<string, unknown>[] } {
  const lines: Record<string, unknown>[] = []
  const write = (line: string) => {
    collect(line)
    lines.push(JSON.parse(line) as Record<string, unknown>)
  }
  return { lines, log: pino({ level, base: null, serializers: { err: errorForLog } }, { write }) }
}

/** The log level of a panel's process whose log lines no test reads. */
export const COLLECTED_LEVEL = 'info'

/**
 * Reads the standard error of a panel's process: lines of its log are collected, and given to `onText` only with
 * `withLog`; others always are.
 */
export function followErrors(stream: Readable, onText: (text: string) => void, withLog: boolean): void {
  let rest = ''
  stream.setEncoding('utf8')
  stream.on('data', (chunk: string) => {
    const lines = `${rest}${chunk}`.split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines.map((one) => `${one}\n`)) {
      const isLog = line.startsWith('{"level":')
      if (isLog) collect(line)
      if (!isLog || withLog) onText(line)
    }
  })
  stream.on('end', () => onText(rest))
}
