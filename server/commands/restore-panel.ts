import { once } from 'node:events'
import { createReadStream } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { dirname } from 'node:path'

import { BackupRefusal } from '#server/platform/backup/refusal.ts'
import { restore } from '#server/platform/backup/restore.ts'
import type { FromRestore, RestoreTask } from '#server/platform/backup/service.ts'
import { codeOf } from '#server/platform/db/errors.ts'
import { eraseAgain } from '#server/commands/jobs/erase-again.ts'
import { runTask } from '#server/commands/start/run.ts'

/** The pause between two reports of the bytes that are read, in ms. */
const PAUSE_MS = 200
const DISK_FULL = '53100'

const tell = (message: FromRestore): void => void process.send?.(message)

// A panel with the embedded database starts this and goes on running (platform/backup/service.ts).
const [{ target, file, passphrase }] = (await once(process, 'message')) as [RestoreTask]
await runTask(async (stop) => {
  // The process ends with its panel at once; the database then rolls back.
  stop.addEventListener('abort', () => process.exit(1))
  try {
    const { bavail, bsize } = await statfs(dirname(file))
    const options = { passphrase, ownDatabase: true, eraseAgain, maxBytes: bavail * bsize }
    const backup = createReadStream(file, { signal: stop })
    const reports = setInterval(() => tell({ read: backup.bytesRead }), PAUSE_MS)
    const restored = await restore(target, backup, options).finally(() => clearInterval(reports))
    tell({ read: backup.bytesRead })
    tell({ restored })
  } catch (error) {
    stop.throwIfAborted()
    if (codeOf(error) === DISK_FULL) tell({ refused: 'Diskte yer kalmadı; yedek geri yüklenemedi.' })
    else if (error instanceof BackupRefusal) tell({ refused: error.message })
    else throw error
  }
  return ''
})
