import { openSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { threadId } from 'node:worker_threads'

import { pino } from 'pino'
import { inject } from 'vitest'

import { createLogger, errorForLog, type Logger } from '#server/platform/lib/logger.ts'

let file: number | undefined

/** Lines for the check at the end of the run (global-logs.ts). */
function collect(lines: string): void {
  const folder = folderOfRun()
  if (folder === undefined) return
  file ??= openSync(join(folder, `${process.pid}-${threadId}`), 'a')
  writeSync(file, lines)
}

/** None where a project has no such check, and outside of a run of tests: benchmarks and scripts use this too. */
function folderOfRun(): string | undefined {
  try {
    return inject('logs')
  } catch {
    return undefined
  }
}

const collected = createLogger('debug', null, { write: collect })

/** The logger of applications whose log no test reads: checked at the end of the run. */
export const collectedLog = (): Logger => collected

/** The same, which also shows errors: of whole panels, where one explains what a test saw. */
export const shownLog = (): Logger =>
  createLogger('debug', null, {
    write: (line) => {
      collect(line)
      if (/"level":"(error|fatal)"/.test(line)) process.stderr.write(line)
    },
  })

/** A logger and the lines that it has written. */
export function recordingLog(level = 'info'): { log: Logger; lines: Record<string, unknown>[] } {
  const lines: Record<string, unknown>[] = []
  const write = (line: string) => {
    collect(line)
    lines.push(JSON.parse(line) as Record<string, unknown>)
  }
  return { lines, log: pino({ level, base: null, serializers: { err: errorForLog } }, { write }) }
}

/** Level of a panel's process of which a test reads only what is no line of the log. */
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
