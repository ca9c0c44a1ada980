import { closeSync, openSync, readSync, renameSync, statSync } from 'node:fs'

const LOG_LIMIT_BYTES = 4 * 1024 * 1024
const QUOTED_BYTES = 64 * 1024

/** Returns a function that reads at most the last 64 KB of the log since now. It keeps no file open, for Windows. */
export function writtenSince(path: string): () => string {
  rotate(path)
  const before = sizeOf(path)
  return () => {
    const size = sizeOf(path)
    const from = Math.max(before, size - QUOTED_BYTES)
    if (size <= from) return ''
    const file = openSync(path, 'r')
    try {
      const bytes = Buffer.alloc(size - from)
      readSync(file, bytes, 0, bytes.length, from)
      return bytes.toString('utf8')
    } finally {
      closeSync(file)
    }
  }
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
