import { statSync } from 'node:fs'

import { findEmbedded } from '#server/platform/db/embedded/server.ts'

import { BackupRefusal } from './refusal.ts'
import type { Restored } from './restore.ts'
import { RestoreMark } from './restore-mark.ts'
import { restoreInProcess } from './restore-process.ts'
import { requireRoomFor, Uploads } from './uploads.ts'

/** Restores into the embedded database while the panel runs. */
export type Restores = {
  /** Whether one is running, in any process of the panel. */
  isRunning: () => boolean
  uploads: Pick<Uploads, 'begin' | 'add' | 'complete' | 'remove'>
  /** Restores the file; tells how much of it is read. Throws BackupRefusal. */
  restore: (file: RestoreFile, onProgress: (progress: RestoreProgress) => void) => Promise<Restored>
}
export type RestoreFile = { path: string; passphrase: string | undefined }
/** In bytes of the file. */
export type RestoreProgress = { done: number; total: number }

type Place = { dataDir: string; folder: string; passphrase: string | undefined }

export function createRestores({ dataDir, folder, passphrase: own }: Place): Restores {
  const mark = new RestoreMark(folder)
  return {
    isRunning: () => mark.isSet(),
    uploads: new Uploads(folder, () => mark.isSet()),
    restore: async ({ path, passphrase = own }, onProgress) => {
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

/** Removes what a panel that was killed left of uploads and of a restore. */
export function removeLeftovers(folder: string): void {
  new RestoreMark(folder).remove()
  new Uploads(folder, () => false).removeAll()
}
