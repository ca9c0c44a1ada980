import { randomBytes } from 'node:crypto'
import { rmSync, statSync, writeFileSync } from 'node:fs'
import { open, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'

import { codeOf } from '#server/platform/db/errors.ts'
import { formatBytes } from '#shared/bytes.ts'

import { makeFolder, namesIn, PARTIAL } from './folder.ts'
import { BackupRefusal } from './refusal.ts'

/** Time without a new piece, in ms, after which an upload counts as given up. */
const IDLE_MS = 60_000
/** The largest upload, more than a panel of hundreds of shops needs. */
const MAX_BYTES = 5 * 1024 ** 3
/** Bytes of tables and indexes per byte of a backup: 22 as measured with 4,000 records, and a reserve. */
const TABLES_FACTOR = 30
/** Bytes of the restore's log per byte of a backup: 68 as measured, but PostgreSQL keeps only about 1 GB of it. */
const LOG_FACTOR = 70
const MAX_LOG_BYTES = 1.5 * 1024 ** 3

const PREFIX = 'yukleme-'
const ID = /^[0-9a-f]{32}-(\d{1,16})$/

/**
 * Backups that browsers upload in pieces to be restored: each piece is a request with the usual limits of size and time,
 * and any process of the panel may get it. The folder holds one upload at a time, beside the backups.
 */
export class Uploads {
  readonly #folder: string
  readonly #isInUse: () => boolean
  readonly #timers = new Map<string, NodeJS.Timeout>()

  /** `isInUse` tells whether a restore is reading the file. */
  constructor(folder: string, isInUse: () => boolean) {
    this.#folder = folder
    this.#isInUse = isInUse
  }

  /** Makes an empty file, replacing an earlier one; returns its id. Throws BackupRefusal without space for `size`. */
  async begin(size: number): Promise<string> {
    if (size > MAX_BYTES)
      throw new BackupRefusal(`Dosya çok büyük: en fazla ${formatBytes(MAX_BYTES)} olabilir.`)
    makeFolder(this.#folder)
    this.removeAll()
    await requireRoom(this.#folder, size + unpackedBytes(size))
    // Another upload may have begun meanwhile.
    this.removeAll()
    const id = `${randomBytes(16).toString('hex')}-${size}`
    writeFileSync(this.#pathOf(id), '', { flag: 'wx', mode: 0o600 })
    this.#removeWhenIdle(id)
    return id
  }

  /**
   * Adds a piece that begins at byte `at`; returns the size of the file, `undefined` without such a file. A piece that
   * does not continue the file is ignored, and its sender goes on from the returned byte.
   */
  async add({ id, at }: { id: string; at: number }, piece: Uint8Array): Promise<number | undefined> {
    const received = this.#stat(id)?.size
    if (received === undefined) return undefined
    this.#removeWhenIdle(id)
    if (at !== received || at + piece.length > sizeOf(id)) return received
    try {
      const file = await open(this.#pathOf(id), 'r+')
      await pipeline([piece], file.createWriteStream({ start: at }))
    } catch (error) {
      this.remove(id)
      throw codeOf(error) === 'ENOSPC' ? noRoom() : error
    }
    return at + piece.length
  }

  /** Returns the path of a complete file; undefined for any other. */
  complete(id: string): string | undefined {
    return this.#stat(id)?.size === sizeOf(id) ? this.#pathOf(id) : undefined
  }

  remove(id: string): void {
    clearTimeout(this.#timers.get(id))
    this.#timers.delete(id)
    if (ID.test(id)) rmSync(this.#pathOf(id), { force: true })
  }

  /** Removes all uploads, also those of killed processes. */
  removeAll(): void {
    for (const name of namesIn(this.#folder))
      if (name.startsWith(PREFIX)) this.remove(name.slice(PREFIX.length, -PARTIAL.length))
  }

  #pathOf(id: string): string {
    return join(this.#folder, `${PREFIX}${id}${PARTIAL}`)
  }

  #stat(id: string) {
    return ID.test(id) ? statSync(this.#pathOf(id), { throwIfNoEntry: false }) : undefined
  }

  /** The process that got the last piece removes the file; the others find it renewed meanwhile. */
  #removeWhenIdle(id: string): void {
    clearTimeout(this.#timers.get(id))
    const timer = setTimeout(() => {
      const stat = this.#stat(id)
      const isIdle = stat !== undefined && Date.now() - stat.mtimeMs >= IDLE_MS - 1_000
      if (isIdle && !this.#isInUse()) this.remove(id)
      else this.#timers.delete(id)
    }, IDLE_MS)
    timer.unref()
    this.#timers.set(id, timer)
  }
}

/** Throws BackupRefusal unless the disk has space to restore a backup of that size. */
export const requireRoomFor = (folder: string, backupBytes: number): Promise<void> =>
  requireRoom(folder, unpackedBytes(backupBytes))

const unpackedBytes = (bytes: number): number =>
  bytes * TABLES_FACTOR + Math.min(bytes * LOG_FACTOR, MAX_LOG_BYTES)

async function requireRoom(folder: string, bytes: number): Promise<void> {
  const { bavail, bsize } = await statfs(folder)
  if (bavail * bsize < bytes) throw noRoom(bytes)
}

const noRoom = (bytes?: number): BackupRefusal =>
  new BackupRefusal(
    `Diskte yeterli yer yok${bytes === undefined ? '' : `: yaklaşık ${formatBytes(bytes)} gerekiyor`}.`,
  )

const sizeOf = (id: string): number => Number(ID.exec(id)?.[1] ?? Number.NaN)
