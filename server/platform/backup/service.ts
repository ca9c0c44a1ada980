import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'

import { StartupError } from '#server/platform/lib/startup-error.ts'

import { createRestores, type Restores } from './restores.ts'
import { backupFolder, type StoredBackup, storedBackups } from './folder.ts'
import type { BackupKind } from './retention.ts'

/** The backups beside the data of an embedded database. */
export type BackupService = {
  /** The newest first. */
  stored: () => StoredBackup[]
  /** Returns the path of a stored backup; undefined if none has that name. */
  pathOf: (name: string) => string | undefined
  isRunning: () => boolean
  /** Makes a backup, or waits for the one that is being made. Throws StartupError with the reason. */
  make: (kind: BackupKind) => Promise<void>
  /** Whether backups are encrypted, with a passphrase that a restore tries too. */
  hasPassphrase: boolean
  restores: Restores
}

const COMMAND = join(import.meta.dirname, '../../commands/backup.ts')

/** Makes each backup in a process of its own, so that no request waits while rows are compressed and encrypted. */
export function createBackupService(config: {
  dataDir: string
  backupPassphrase: string | undefined
}): BackupService {
  const { dataDir, backupPassphrase } = config
  const folder = backupFolder(dataDir)
  let running: Promise<void> | undefined
  const stored = () => storedBackups(folder)
  const begin = async (kind: BackupKind) => {
    // An empty variable counts as unset and hides the one of a .env file.
    const env = { DATA_DIR: dataDir, BACKUP_PASSPHRASE: backupPassphrase ?? '', DATABASE_URL: '' }
    try {
      await promisify(execFile)(process.execPath, [COMMAND, '--kind', kind], { env, windowsHide: true })
    } catch (error) {
      const output = error instanceof Error && 'stderr' in error ? String(error.stderr).trim() : ''
      throw new StartupError(output.split('\n')[0] || 'Yedek alınamadı.')
    }
  }
  return {
    stored,
    pathOf: (name) => (stored().some((one) => one.name === name) ? join(folder, name) : undefined),
    isRunning: () => running !== undefined,
    make: (kind) =>
      (running ??= begin(kind).finally(() => {
        running = undefined
      })),
    hasPassphrase: backupPassphrase !== undefined,
    restores: createRestores({ dataDir, folder, passphrase: backupPassphrase }),
  }
}
