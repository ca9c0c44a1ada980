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
