import { existsSync } from 'node:fs'

import { StartupError } from '#server/platform/lib/startup-error.ts'

/** Patterns match the operating system's errors as Node and PostgreSQL report them. */
const MESSAGES: readonly (readonly [RegExp, (folder: string) => string])[] = [
  [
    /permission denied|operation not permitted/i,
    (folder) => `${folder} klasöründe ya da içindeki bir dosyada okuma veya yazma izni yok`,
  ],
  [/read-only file system/i, (folder) => `${folder} klasörü salt okunur; yazılabilir bir klasör verin`],
  [/no space left|quota exceeded/i, (folder) => `${folder} klasörünün diskinde yer kalmadı`],
]

/** Returns the Turkish message for an operating system error about the folder; undefined for any other reason. */
export function storageRefusal(reason: string, folder: string): string | undefined {
  return MESSAGES.find(([symptom]) => symptom.test(reason))?.[1](folder)
}

/** Returns a StartupError for a file or folder that could not be read or written, and any other error unchanged. */
export function plainStorageError(error: unknown, folder: string): unknown {
  if (error instanceof StartupError || !(error instanceof Error && 'code' in error)) return error
  const message = storageRefusal(error.message, folder)
  if (message === undefined) return error
  // The reader does not know a folder that we were about to create.
  const path = 'path' in error && existsSync(String(error.path)) ? `: ${String(error.path)}` : ''
  return new StartupError(`DATA_DIR: ${message} (${String(error.code)}${path}).`)
}
