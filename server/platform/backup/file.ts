import { createWriteStream, existsSync, statSync } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'

import { codeOf } from '#server/platform/db/errors.ts'
import type { PoolTarget } from '#server/platform/db/pool.ts'
import { StartupError } from '#server/platform/lib/startup-error.ts'

import { reasonOf } from './refusal.ts'
import { type BackupOptions, backUp } from './write.ts'

/** Marks a file that is not complete yet. */
export const PARTIAL = '.part'

/**
 * Backs the database up to a new file that only its owner may read; it gets its name when all of it is on the disk.
 * Throws StartupError when the file exists or cannot be written, and the reason of `signal`.
 */
export async function backUpToFile(
  target: PoolTarget,
  file: string,
  { signal, ...options }: BackupOptions & { signal?: AbortSignal | undefined },
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
    await rm(partial, { force: true })
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
