import { closeSync, fstatSync, openSync, readSync, renameSync, statSync } from 'node:fs'

/** The server's log, opened for one start. */
export type StartLog = {
  /** For the server to write to. */
  file: number
  /** What was written since it was opened, at most the last 64 KB. */
  written: () => string
  close: () => void
}

const LOG_LIMIT_BYTES = 4 * 1024 * 1024
const QUOTED_BYTES = 64 * 1024

/** Opens the log for a start. Another start that puts it aside as too long changes nothing for this one. */
export function openStartLog(path: string): StartLog {
  rotate(path)
  const file = openSync(path, 'a+', 0o600)
  const before = fstatSync(file).size
  const written = () => readBetween(file, before, fstatSync(file).size)
  return { file, written, close: () => closeSync(file) }
}

/** What is written to the log from now on. Holds no file open: on Windows nobody else could then write to it. */
export function writtenSince(path: string): () => string {
  rotate(path)
  const before = statSync(path, { throwIfNoEntry: false })?.size ?? 0
  return () => {
    const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0
    if (size <= before) return ''
    const file = openSync(path, 'r')
    try {
      return readBetween(file, before, size)
    } finally {
      closeSync(file)
    }
  }
}

function readBetween(file: number, begin: number, end: number): string {
  const from = Math.max(begin, end - QUOTED_BYTES)
  const bytes = Buffer.alloc(end - from)
  readSync(file, bytes, 0, bytes.length, from)
  return bytes.toString('utf8')
}

/** The line that says why a server did not start, without the time and process before it. */
export function reasonIn(written: string): string | undefined {
  const lines = written.trim().split('\n')
  const reason = lines.findLast((line) => /FATAL|PANIC|error while loading/.test(line)) ?? lines.at(-1)
  return reason?.replace(/^.*?(FATAL|PANIC): +/, '') || undefined
}

function rotate(log: string): void {
  const size = statSync(log, { throwIfNoEntry: false })?.size ?? 0
  if (size <= LOG_LIMIT_BYTES) return
  try {
    renameSync(log, `${log}.1`)
  } catch (error) {
    // Windows moves no file that somebody has open: it is moved at another start.
    if (process.platform !== 'win32') throw error
  }
}
