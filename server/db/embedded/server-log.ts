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
  const written = () => {
    const { size } = fstatSync(file)
    const from = Math.max(before, size - QUOTED_BYTES)
    const bytes = Buffer.alloc(size - from)
    readSync(file, bytes, 0, bytes.length, from)
    return bytes.toString('utf8')
  }
  return { file, written, close: () => closeSync(file) }
}

/** The line that says why a server did not start, without the time and process before it. */
export function reasonIn(written: string): string | undefined {
  const lines = written.trim().split('\n')
  const reason = lines.findLast((line) => /FATAL|PANIC|error while loading/.test(line)) ?? lines.at(-1)
  return reason?.replace(/^.*?(FATAL|PANIC): +/, '') || undefined
}

function rotate(log: string): void {
  const size = statSync(log, { throwIfNoEntry: false })?.size ?? 0
  if (size > LOG_LIMIT_BYTES) renameSync(log, `${log}.1`)
}
