import { execFile, fork } from 'node:child_process'
import { rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'

import { findEmbedded } from '#server/platform/db/embedded/server.ts'
import type { PoolTarget } from '#server/platform/db/pool.ts'
import { StartupError } from '#server/platform/lib/startup-error.ts'

import { backupFolder, listBackups, type BackupKind } from './folder.ts'
import { BackupRefusal } from './refusal.ts'
import type { Restored } from './restore.ts'
import { requireRoomFor, Uploads } from './uploads.ts'

export type BackupService = ReturnType<typeof createBackupService>
/** The progress of a restore, in bytes of the file. */
export type RestoreProgress = { done: number; total: number }

export type RestoreTask = { target: PoolTarget; file: string; passphrase: string | undefined }
/** The process reports the bytes of the file that are read, and at the end the result or a refusal. */
export type FromRestore = { read: number } | { restored: Restored } | { refused: string }

const COMMANDS = join(import.meta.dirname, '../../commands')
/** A running restore renews its mark; an older mark was left by a killed process. Both in ms. */
const RENEW_MS = 2_000
const STALE_MS = 15_000
/** Time for which a check of the file counts, in ms, because each request asks. */
const CACHE_MS = 250

/** Makes each backup in a process of its own, so that no request waits while rows are compressed and encrypted. */
export function createBackupService(config: { dataDir: string; backupPassphrase: string | undefined }) {
  const { dataDir, backupPassphrase } = config
  const folder = backupFolder(dataDir)
  const mark = new RestoreMark(folder)
  let running: Promise<void> | undefined
  /** The newest first. */
  const stored = () => listBackups(folder)
  const begin = async (kind: BackupKind) => {
    // An empty variable counts as unset and hides the one of a .env file.
    const env = { DATA_DIR: dataDir, BACKUP_PASSPHRASE: backupPassphrase ?? '', DATABASE_URL: '' }
    const args = [join(COMMANDS, 'backup.ts'), '--kind', kind]
    try {
      await promisify(execFile)(process.execPath, args, { env, windowsHide: true })
    } catch (error) {
      const output = error instanceof Error && 'stderr' in error ? String(error.stderr).trim() : ''
      throw new StartupError(output.split('\n')[0] || 'Yedek alınamadı.')
    }
  }
  return {
    stored,
    /** Returns the path of a stored backup; undefined if none has that name. */
    pathOf: (name: string) => (stored().some((one) => one.name === name) ? join(folder, name) : undefined),
    isRunning: () => running !== undefined,
    /** Makes a backup, or waits for the running one. Throws StartupError with the reason. */
    make: (kind: BackupKind) =>
      (running ??= begin(kind).finally(() => {
        running = undefined
      })),
    /** Whether backups are encrypted, with a passphrase that a restore tries too. */
    hasPassphrase: backupPassphrase !== undefined,
    /** Restores into the database while the panel runs. */
    restores: {
      /** Returns whether a restore is running, in any process of the panel. */
      isRunning: () => mark.isSet(),
      uploads: new Uploads(folder, () => mark.isSet()),
      /** Restores the file and reports the bytes read. Throws BackupRefusal. */
      restore: async (
        { path, passphrase = backupPassphrase }: { path: string; passphrase: string | undefined },
        onProgress: (progress: RestoreProgress) => void,
      ) => {
        const target = await findEmbedded(dataDir)
        if (target === undefined) throw new BackupRefusal('Veritabanı şu anda çalışmıyor.')
        const total = statSync(path).size
        await requireRoomFor(folder, total)
        const remove = mark.set()
        const onRead = (done: number) => onProgress({ done, total })
        return restoreInProcess({ target, file: path, passphrase }, onRead).finally(remove)
      },
    },
  }
}

/** Restores in another process, for memory and health checks. It rolls back if this one dies. Throws BackupRefusal. */
async function restoreInProcess(task: RestoreTask, onRead: (bytes: number) => void): Promise<Restored> {
  const child = fork(join(COMMANDS, 'restore-panel.ts'), [], {
    execArgv: [],
    // Other users could read the passphrase in an environment, so it follows in a message.
    env: {},
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    windowsHide: true,
  })
  let output = ''
  child.stderr?.on('data', (data) => (output += String(data)))
  return new Promise((resolve, reject) => {
    let end = (how: string | number | null) =>
      reject(new Error(`The restore ended early (${how}). ${output.trim()}`))
    child.on('message', (word: FromRestore) => {
      if ('read' in word) onRead(word.read)
      else if ('restored' in word) end = () => resolve(word.restored)
      else end = () => reject(new BackupRefusal(word.refused))
    })
    child.on('error', reject)
    child.on('close', (code, signal) => end(signal ?? code))
    child.send(task)
  })
}

/** A file tells all processes that a restore runs. It only spares callers a wait: the database's locks decide. */
export class RestoreMark {
  readonly #file: string
  #cached = { isSet: false, until: 0 }

  constructor(folder: string) {
    this.#file = join(folder, 'geri-yukleniyor')
  }

  isSet(): boolean {
    if (performance.now() >= this.#cached.until) {
      const stat = statSync(this.#file, { throwIfNoEntry: false })
      const isSet = stat !== undefined && Date.now() - stat.mtimeMs < STALE_MS
      this.#cached = { isSet, until: performance.now() + CACHE_MS }
    }
    return this.#cached.isSet
  }

  /** Removes the mark, at the start also that of a killed panel, because no restore outlives its panel. */
  remove(): void {
    rmSync(this.#file, { force: true })
    this.#cached.until = 0
  }

  /** Sets the mark; returns a function that removes it. */
  set(): () => void {
    writeFileSync(this.#file, '', { mode: 0o600 })
    this.#cached.until = 0
    const renewal = setInterval(() => {
      try {
        utimesSync(this.#file, new Date(), new Date())
      } catch {
        // The restore goes on if the file was removed by hand.
      }
    }, RENEW_MS)
    renewal.unref()
    return () => {
      clearInterval(renewal)
      this.remove()
    }
  }
}

/** Removes the uploads and the mark of a restore that a killed panel has left. */
export function removeLeftovers(folder: string): void {
  new RestoreMark(folder).remove()
  new Uploads(folder, () => false).removeAll()
}
