import { once } from 'node:events'
import { createReadStream } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { dirname } from 'node:path'

import { BackupRefusal } from '#server/platform/backup/refusal.ts'
import { restore } from '#server/platform/backup/restore.ts'
import type { FromRestore, RestoreTask } from '#server/platform/backup/restore-process.ts'
import { eraseAgain } from '#server/commands/jobs/erase-again.ts'
import { runTask } from '#server/commands/start/run.ts'

/** Between two words about the progress, in ms. */
const PAUSE_MS = 200

const tell = (word: FromRestore): void => void process.send?.(word)

// Started by a panel with the embedded database, which goes on running (platform/backup/restore-process.ts).
const [{ target, file, passphrase }] = (await once(process, 'message')) as [RestoreTask]
await runTask(async (stop) => {
  // With its panel, whatever it is doing: the database rolls back what was not committed.
  stop.addEventListener('abort', () => process.exit(1))
  try {
    const { bavail, bsize } = await statfs(dirname(file))
    const options = { passphrase, ownDatabase: true, eraseAgain, room: bavail * bsize }
    tell({ restored: await restore(target, counted(file, stop), options) })
  } catch (error) {
    stop.throwIfAborted()
    if (isDiskFull(error)) tell({ refused: 'Diskte yer kalmadı; yedek geri yüklenemedi.' })
    else if (error instanceof BackupRefusal) tell({ refused: error.message })
    else throw error
  }
  return ''
})

function isDiskFull(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '53100'
}

async function* counted(path: string, signal: AbortSignal): AsyncGenerator<Buffer> {
  let read = 0
  let told = 0
  for await (const chunk of createReadStream(path, { signal }) as AsyncIterable<Buffer>) {
    read += chunk.length
    const now = performance.now()
    if (now - told > PAUSE_MS) {
      tell({ read })
      told = now
    }
    yield chunk
  }
  tell({ read })
}
