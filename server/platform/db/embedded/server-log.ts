import { closeSync, fstatSync, openSync, readSync, renameSync, statSync } from 'node:fs'

/** The server's log, opened for one start. */
export type StartLog = {
  /** File descriptor that the server writes to. */
  file: number
  /** Returns what was written since it was opened, at most the last 64 KB. */
  written: () => string
  close: () => void
}

const LOG_LIMIT_BYTES = 4 * 1024 * 1024
const QUOTED_BYTES = 64 * 1024

/** Opens the log for a start. Another start may rotate it meanwhile without an effect on this one. */
export function openStartLog(path: string): StartLog {
  rotate(path)
  const file = openSync(path, 'a+', 0o600)
  const before = fstatSync(file).size
  const written = () => readBetween(file, before, fstatSync(file).size)
  return { file, written, close: () => closeSync(file) }
}

/**
 * Returns a function that returns what was written to the log after this call. Holds no file open: on Windows no
 * other process could then write to it.
 */
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

/** The line with the reason why a server did not start, without its time and process. */
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
    // Windows moves no file that a process has open: a later start rotates it.
    if (process.platform !== 'win32') throw error
  }
}
