import { chmodSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'

import { codeOf } from '#server/platform/db/errors.ts'
import type { PoolTarget } from '#server/platform/db/pool.ts'
import { StartupError } from '#server/platform/lib/startup-error.ts'

import { backUpToFile, PARTIAL } from './file.ts'
import { reasonOf } from './refusal.ts'
import { type BackupKind, expired } from './retention.ts'
import type { BackupOptions } from './write.ts'

/** A complete backup in the folder. */
export type StoredBackup = {
  name: string
  kind: BackupKind
  createdAt: Date
  bytes: number
  encrypted: boolean
}

const NAME = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z-(otomatik|elle|guncelleme)\.tar\.gz(\.age)?$/
/** The age, in ms, at which an incomplete file counts as left by a killed backup. */
const ABANDONED_MS = 86_400_000

/** Returns the folder of the backups beside the embedded database's data. */
export const backupFolder = (dataDir: string): string => join(dataDir, 'backups')

/** Returns the backups in the folder, the newest first. */
export function storedBackups(folder: string): StoredBackup[] {
  return namesIn(folder)
    .flatMap((name) => {
      const [, year, month, day, hour, minute, second, kind, age] = NAME.exec(name) ?? []
      const stat = statSync(join(folder, name), { throwIfNoEntry: false })
      if (kind === undefined || stat === undefined) return []
      const createdAt = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`)
      return [{ name, kind: kind as BackupKind, createdAt, bytes: stat.size, encrypted: age !== undefined }]
    })
    .toSorted((a, b) => b.createdAt.getTime() - a.createdAt.getTime())
}

type FolderOptions = BackupOptions & { kind: BackupKind; signal?: AbortSignal | undefined }

/** Adds a backup to the folder, then removes those that are no longer kept. Throws StartupError. */
export async function backUpToFolder(
  target: PoolTarget,
  folder: string,
  { kind, ...options }: FolderOptions,
): Promise<StoredBackup> {
  makeFolder(folder)
  removeAbandoned(folder, options.now)
  const stamp = options.now.toISOString().replace(/\.\d+/, '').replaceAll(/[-:]/g, '')
  const encrypted = options.passphrase !== undefined
  const name = `${stamp}-${kind}.tar.gz${encrypted ? '.age' : ''}`
  const { bytes } = await backUpToFile(target, join(folder, name), options)
  for (const old of expired(storedBackups(folder))) rmSync(join(folder, old.name), { force: true })
  return { name, kind, createdAt: options.now, bytes, encrypted }
}

/** Returns the names in the folder; none if it cannot be read. */
export function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

/** Makes a folder that only the user who runs the panel may read: it holds customers' data. Throws StartupError. */
export function makeFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    chmodSync(folder, 0o700)
  } catch (error) {
    throw new StartupError(
      `DATA_DIR: ${folder} klasörü oluşturulamadı (${reasonOf(error) ?? codeOf(error)}).`,
    )
  }
}

function removeAbandoned(folder: string, now: Date): void {
  for (const name of namesIn(folder).filter((one) => one.endsWith(PARTIAL))) {
    const stat = statSync(join(folder, name), { throwIfNoEntry: false })
    if (stat !== undefined && now.getTime() - stat.mtimeMs > ABANDONED_MS)
      rmSync(join(folder, name), { force: true })
  }
}
