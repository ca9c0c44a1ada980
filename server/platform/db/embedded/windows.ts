import { readdirSync, renameSync, rmdirSync } from 'node:fs'

import { codeOf } from '#server/platform/db/errors.ts'

const RENAME_LIMIT_MS = 10_000
/** Exit codes of a program whose libraries are missing (STATUS_DLL_NOT_FOUND, STATUS_INVALID_IMAGE_FORMAT). */
const NO_LIBRARY = ['3221225781', '3221225595']

/**
 * Returns the message for a failed initdb on Windows that reported only an exit code or another path: it reads paths in
 * the system's code page and replaces letters outside it by similar ones. Undefined for any other failure.
 */
export function windowsReason(error: unknown, output: string): string | undefined {
  if (NO_LIBRARY.includes(codeOf(error)))
    return 'Microsoft Visual C++ Redistributable (x64) kurulu değil: https://aka.ms/vs/17/release/vc_redist.x64.exe'
  if (/could not open file ".*\.password"/.test(output))
    return 'adında Windows’un dil ayarında olmayan harfler var; DATA_DIR ile başka bir klasör verin'
  return undefined
}

/** Renames a folder to a free or empty one. On Windows retries for 10 s, because virus scanners hold files open. */
export function renameFolder(from: string, to: string): void {
  const deadline = Date.now() + RENAME_LIMIT_MS
  for (;;) {
    try {
      renameSync(from, to)
      return
    } catch (error) {
      const canRetry = ['EPERM', 'EACCES', 'EBUSY'].includes(codeOf(error)) && process.platform === 'win32'
      if (!canRetry || isFull(to) || Date.now() > deadline) throw error
    }
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100)
  }
}

/** Returns whether the folder has content; removes an empty one. */
function isFull(folder: string): boolean {
  try {
    if (readdirSync(folder).length > 0) return true
    rmdirSync(folder)
  } catch {
    // There is no folder.
  }
  return false
}

/** Windows' own programs do not run without these variables. */
const SYSTEM_VARIABLES = ['SystemRoot', 'ComSpec', 'PATH', 'TEMP', 'TMP', 'APPDATA']

/** Returns the environment of PostgreSQL's programs on Windows, with English messages because we parse them. */
export function windowsEnvironment(): Record<string, string | undefined> {
  // oxlint-disable-next-line no-restricted-properties -- they are the system's, not our configuration
  const { env } = process
  return { LC_ALL: 'C', ...Object.fromEntries(SYSTEM_VARIABLES.map((name) => [name, env[name]])) }
}
