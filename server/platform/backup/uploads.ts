import { randomBytes } from 'node:crypto'
import { readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { open, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'

import { formatBytes } from '#shared/bytes.ts'

import { PARTIAL } from './file.ts'
import { makeFolder } from './folder.ts'
import { BackupRefusal } from './refusal.ts'

/** A file that gets no piece for so long, in ms, was given up. */
const IDLE_MS = 60_000
/** More than a panel of hundreds of shops has. */
const MOST_BYTES = 5 * 1024 ** 3
/** What a backup of records unpacks to, in times of its bytes: the tables with their indexes 22, measured with 4,000. */
const TABLES = 30
/** The log of the restore (68), of which PostgreSQL keeps about 1 GB. */
const LOG = 70
const MOST_LOG_BYTES = 1.5 * 1024 ** 3

const PREFIX = 'yukleme-'
const ID = /^[0-9a-f]{32}-(\d{1,16})$/

/**
 * Files that browsers upload to be restored, in pieces: each piece is a request like any other, with its limits of size
 * and time, and any process of the panel may get it. One file at a time; beside the backups, readable for their owner.
 */
export class Uploads {
  readonly #folder: string
  readonly #isInUse: () => boolean
  readonly #timers = new Map<string, NodeJS.Timeout>()

  /** `isInUse`: a restore is reading the file. */
  constructor(folder: string, isInUse: () => boolean) {
    this.#folder = folder
    this.#isInUse = isInUse
  }

  /** A new, empty file for so many bytes, in place of an earlier one; its name. Throws BackupRefusal without room. */
  async begin(size: number): Promise<string> {
    if (size > MOST_BYTES)
      throw new BackupRefusal(`Dosya çok büyük: en fazla ${formatBytes(MOST_BYTES)} olabilir.`)
    makeFolder(this.#folder)
    this.removeAll()
    await requireRoom(this.#folder, size + unpacked(size))
    // Another one may have begun meanwhile.
    this.removeAll()
    const id = `${randomBytes(16).toString('hex')}-${size}`
    writeFileSync(this.#pathOf(id), '', { flag: 'wx', mode: 0o600 })
    this.#removeWhenIdle(id)
    return id
  }

  /**
   * Adds a piece that begins at that byte; returns how many bytes there are, `undefined` without such a file. A piece
   * that does not continue what is there is left out: its sender repeats, or goes on from there.
   */
  async add({ id, at }: { id: string; at: number }, piece: Uint8Array): Promise<number | undefined> {
    const received = this.#received(id)
    if (received === undefined) return undefined
    this.#removeWhenIdle(id)
    if (at !== received || at + piece.length > sizeOf(id)) return received
    try {
      const file = await open(this.#pathOf(id), 'r+')
      await pipeline([piece], file.createWriteStream({ start: at }))
    } catch (error) {
      this.remove(id)
      if (error instanceof Error && 'code' in error && error.code === 'ENOSPC') throw noRoom()
      throw error
    }
    return at + piece.length
  }

  /** The path of a complete file. */
  complete(id: string): string | undefined {
    return this.#received(id) === sizeOf(id) ? this.#pathOf(id) : undefined
  }

  remove(id: string): void {
    clearTimeout(this.#timers.get(id))
    this.#timers.delete(id)
    if (ID.test(id)) rmSync(this.#pathOf(id), { force: true })
  }

  /** Also those of processes that were killed. */
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

  #received(id: string): number | undefined {
    return this.#stat(id)?.size
  }

  /** The last process that got a piece removes the file; the others find it renewed meanwhile. */
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

/** Throws BackupRefusal unless there is room to restore a backup of so many bytes. */
export const requireRoomFor = (folder: string, backupBytes: number): Promise<void> =>
  requireRoom(folder, unpacked(backupBytes))

const unpacked = (bytes: number): number => bytes * TABLES + Math.min(bytes * LOG, MOST_LOG_BYTES)

async function requireRoom(folder: string, bytes: number): Promise<void> {
  const { bavail, bsize } = await statfs(folder)
  if (bavail * bsize < bytes) throw noRoom(bytes)
}

const noRoom = (bytes?: number): BackupRefusal =>
  new BackupRefusal(
    `Diskte yeterli yer yok${bytes === undefined ? '' : `: yaklaşık ${formatBytes(bytes)} gerekiyor`}.`,
  )

const sizeOf = (id: string): number => Number(ID.exec(id)?.[1] ?? Number.NaN)

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}
