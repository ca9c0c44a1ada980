import { existsSync } from 'node:fs'

import { StartupError } from '#server/lib/startup-error.ts'

/** As the operating system says it, to Node and to PostgreSQL alike. */
const SENTENCES: readonly (readonly [RegExp, (folder: string) => string])[] = [
  [
    /permission denied|operation not permitted/i,
    (folder) => `${folder} klasöründe ya da içindeki bir dosyada okuma veya yazma izni yok`,
  ],
  [/read-only file system/i, (folder) => `${folder} klasörü salt okunur; yazılabilir bir klasör verin`],
  [/no space left|quota exceeded/i, (folder) => `${folder} klasörünün diskinde yer kalmadı`],
]

/** What a refusal of the operating system means for the folder, in plain words; undefined for any other reason. */
export function storageRefusal(reason: string, folder: string): string | undefined {
  return SENTENCES.find(([symptom]) => symptom.test(reason))?.[1](folder)
}

/** The StartupError for a file or folder that could not be read or written; any other error as it is. */
export function plainStorageError(error: unknown, folder: string): unknown {
  if (error instanceof StartupError || !(error instanceof Error && 'code' in error)) return error
  const message = storageRefusal(error.message, folder)
  if (message === undefined) return error
  // A folder that we were about to make has a name that tells nobody anything.
  const path = 'path' in error && existsSync(String(error.path)) ? `: ${String(error.path)}` : ''
  return new StartupError(`DATA_DIR: ${message} (${String(error.code)}${path}).`)
}
