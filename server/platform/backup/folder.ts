import { chmodSync, createWriteStream, existsSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs'
import { open, rename } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'

import { codeOf } from '#server/platform/db/errors.ts'
import type { PoolTarget } from '#server/platform/db/pool.ts'
import { StartupError } from '#server/platform/lib/startup-error.ts'

import { reasonOf } from './refusal.ts'
import { type BackupOptions, backUp } from './write.ts'

/** A complete backup in the folder. */
export type StoredBackup = ReturnType<typeof listBackups>[number]

export const PARTIAL = '.part'
const NAME = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z-(otomatik|elle|guncelleme)\.tar\.gz(\.age)?$/
/** The age, in ms, at which an incomplete file counts as left by a killed backup. */
const ABANDONED_MS = 86_400_000

export const backupFolder = (dataDir: string): string => join(dataDir, 'backups')

/** Returns the backups in the folder, the newest first. */
export function listBackups(folder: string) {
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

type FileOptions = BackupOptions & { signal?: AbortSignal | undefined }

/** Adds a backup to the folder, then removes those that are no longer kept. Returns its name. Throws StartupError. */
export async function backUpToFolder(
  target: PoolTarget,
  folder: string,
  { kind, ...options }: FileOptions & { kind: BackupKind },
): Promise<string> {
  makeFolder(folder)
  removeAbandoned(folder, options.now)
  const stamp = options.now.toISOString().replace(/\.\d+/, '').replaceAll(/[-:]/g, '')
  const name = `${stamp}-${kind}.tar.gz${options.passphrase === undefined ? '' : '.age'}`
  await backUpToFile(target, join(folder, name), options)
  for (const old of findExpired(listBackups(folder))) rmSync(join(folder, old.name), { force: true })
  return name
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

/** Backs up to a new file of its owner's. Throws StartupError if it exists or fails, and the reason of `signal`. */
export async function backUpToFile(
  target: PoolTarget,
  file: string,
  { signal, ...options }: FileOptions,
): Promise<{ path: string; bytes: number; rows: number }> {
  const path = resolve(file)
  if (existsSync(path)) throw new StartupError(`${path} zaten var; üzerine yazılmaz.`)
  const partial = `${path}.${process.pid}${PARTIAL}`
  try {
    const { tables } = await backUp(target, options, (backup) =>
      pipeline(backup, createWriteStream(partial, { flags: 'wx', mode: 0o600, flush: true }), { signal }),
    )
    await rename(partial, path)
    await syncFolder(dirname(path))
    return { path, bytes: statSync(path).size, rows: tables.reduce((sum, { rows }) => sum + rows, 0) }
  } catch (error) {
    rmSync(partial, { force: true })
    signal?.throwIfAborted()
    if (!(error instanceof Error && 'syscall' in error)) throw error
    throw new StartupError(`${path} yazılamadı (${reasonOf(error) ?? codeOf(error)}).`)
  }
}

/** Puts the file's name on the disk too. Windows cannot do it for a folder. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  await using handle = await open(folder, 'r')
  await handle.sync()
}

/** Backups are made daily, by an administrator, or before an update. */
export const BACKUP_KINDS = ['otomatik', 'elle', 'guncelleme'] as const
export type BackupKind = (typeof BACKUP_KINDS)[number]

/** The age of the newest backup, in ms, after two daily backups were missed. */
export const LATE_MS = 48 * 3_600_000

type Backup = { kind: BackupKind; createdAt: Date }

/** Days, weeks (from Monday) and months with a backup, of each of which the newest automatic one is kept. */
const DAILY = 7
const WEEKLY = 4
const MONTHLY = 6
/** Backups of each other kind that are kept, whatever their age. */
const OTHERS = 5

const DAY_MS = 86_400_000

export function findExpired<T extends Backup>(backups: readonly T[]): T[] {
  const newestFirst = backups.toSorted((a, b) => b.createdAt.getTime() - a.createdAt.getTime())
  const automatic = newestFirst.filter(({ kind }) => kind === 'otomatik')
  const others = BACKUP_KINDS.slice(1).flatMap((kind) =>
    newestFirst.filter((one) => one.kind === kind).slice(0, OTHERS),
  )
  const retained = new Set([
    ...newestOfEach(automatic, dayOf, DAILY),
    ...newestOfEach(automatic, weekOf, WEEKLY),
    ...newestOfEach(automatic, monthOf, MONTHLY),
    ...others,
  ])
  return newestFirst.filter((one) => !retained.has(one))
}

function newestOfEach<T extends Backup>(newestFirst: T[], periodOf: (date: Date) => string, count: number) {
  const periods = Map.groupBy(newestFirst, ({ createdAt }) => periodOf(createdAt))
  return [...periods.values()].slice(0, count).flatMap((backups) => backups.slice(0, 1))
}

const dayOf = (date: Date) => date.toISOString().slice(0, 10)
const monthOf = (date: Date) => date.toISOString().slice(0, 7)
/** The Monday of the week. */
const weekOf = (date: Date) => dayOf(new Date(date.getTime() - ((date.getUTCDay() + 6) % 7) * DAY_MS))
