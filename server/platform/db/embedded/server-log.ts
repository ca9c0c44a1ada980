import { closeSync, fstatSync, openSync, readSync, renameSync, statSync } from 'node:fs'

const LOG_LIMIT_BYTES = 4 * 1024 * 1024
const QUOTED_BYTES = 64 * 1024

/**
 * Opens the log for one start: `file` is the descriptor that the server writes to, and `written` returns at most the
 * last 64 KB since then. Another start may rotate the log meanwhile without an effect on this one.
 */
export function openStartLog(path: string) {
  rotate(path)
  const file = openSync(path, 'a+', 0o600)
  const before = fstatSync(file).size
  const written = () => readBetween(file, before, fstatSync(file).size)
  return { file, written, close: () => closeSync(file) }
}

/** Reads the log from here on. It keeps no file open, because Windows would then let nobody else write to it. */
export function writtenSince(path: string): () => string {
  rotate(path)
  const before = sizeOf(path)
  return () => {
    const size = sizeOf(path)
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

/** Returns the reason why a server did not start, without the time and process of its line. */
export function reasonIn(written: string): string | undefined {
  const lines = written.trim().split('\n')
  const reason = lines.findLast((line) => /FATAL|PANIC|error while loading/.test(line)) ?? lines.at(-1)
  return reason?.replace(/^.*?(FATAL|PANIC): +/, '') || undefined
}

const sizeOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0

function rotate(log: string): void {
  if (sizeOf(log) <= LOG_LIMIT_BYTES) return
  try {
    renameSync(log, `${log}.1`)
  } catch (error) {
    // Windows moves no file that a process has open; a later start rotates it.
    if (process.platform !== 'win32') throw error
  }
}
