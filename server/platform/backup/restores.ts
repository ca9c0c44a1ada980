import { rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { findEmbedded } from '#server/platform/db/embedded/server.ts'

import { BackupRefusal } from './refusal.ts'
import type { Restored } from './restore.ts'
import { restoreInProcess } from './restore-process.ts'
import { requireRoomFor, Uploads } from './uploads.ts'

/** A running restore renews its mark; an older mark was left by a killed process. Both in ms. */
const RENEW_MS = 2_000
const STALE_MS = 15_000
/** How long a look at the file counts, in ms, because each request asks. */
const CACHE_MS = 250

/** A file tells all processes that a restore runs. It only spares callers a wait: the database's locks decide. */
export class RestoreMark {
  readonly #file: string
  #cached = { isSet: false, until: 0 }

  constructor(folder: string) {
    this.#file = join(folder, 'geri-yukleniyor')
  }

  isSet(): boolean {
    const now = performance.now()
    if (now >= this.#cached.until) this.#cached = { isSet: this.#isFresh(), until: now + CACHE_MS }
    return this.#cached.isSet
  }

  /** Also called at the start for the mark of a killed panel, because no restore outlives its panel. */
  remove(): void {
    rmSync(this.#file, { force: true })
    this.#cached.until = 0
  }

  /** Sets the mark; returns a function that removes it. */
  set(): () => void {
    writeFileSync(this.#file, '', { mode: 0o600 })
    this.#cached.until = 0
    const renewal = setInterval(() => this.#renew(), RENEW_MS)
    renewal.unref()
    return () => {
      clearInterval(renewal)
      this.remove()
    }
  }

  #isFresh(): boolean {
    const stat = statSync(this.#file, { throwIfNoEntry: false })
    return stat !== undefined && Date.now() - stat.mtimeMs < STALE_MS
  }

  #renew(): void {
    try {
      const now = new Date()
      utimesSync(this.#file, now, now)
    } catch {
      // The restore goes on if the file was removed by hand.
    }
  }
}

/** Restores into the embedded database while the panel runs. */
export type Restores = {
  /** Whether one is running, in any process of the panel. */
  isRunning: () => boolean
  uploads: Pick<Uploads, 'begin' | 'add' | 'complete' | 'remove'>
  /** Restores the file; reports how much of it is read. Throws BackupRefusal. */
  restore: (
    file: { path: string; passphrase: string | undefined },
    onProgress: (progress: RestoreProgress) => void,
  ) => Promise<Restored>
}
/** In bytes of the file. */
export type RestoreProgress = { done: number; total: number }

type Options = { dataDir: string; folder: string; passphrase: string | undefined }

/** `passphrase` is the default for a restore without one. */
export function createRestores({ dataDir, folder, passphrase: ownPassphrase }: Options): Restores {
  const mark = new RestoreMark(folder)
  return {
    isRunning: () => mark.isSet(),
    uploads: new Uploads(folder, () => mark.isSet()),
    restore: async ({ path, passphrase = ownPassphrase }, onProgress) => {
      const target = await findEmbedded(dataDir)
      if (target === undefined) throw new BackupRefusal('Veritabanı şu anda çalışmıyor.')
      const total = statSync(path).size
      await requireRoomFor(folder, total)
      const remove = mark.set()
      try {
        return await restoreInProcess({ target, file: path, passphrase }, (done) =>
          onProgress({ done, total }),
        )
      } finally {
        remove()
      }
    },
  }
}

/** Removes the uploads and the mark of a restore that a killed panel has left. */
export function removeLeftovers(folder: string): void {
  new RestoreMark(folder).remove()
  new Uploads(folder, () => false).removeAll()
}
