import { createWriteStream, existsSync, statSync } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'

import type { PoolTarget } from '#server/platform/db/pool.ts'
import { StartupError } from '#server/platform/lib/startup-error.ts'

import { reasonOf } from './refusal.ts'
import { type BackupOptions, backUp } from './write.ts'

export type WrittenFile = { path: string; bytes: number; rows: number }

/** A file under this name is not complete yet. */
export const PARTIAL = '.part'

/**
 * Backs the database up to a new file that only its owner may read; it gets its name when all of it is on the disk.
 * Throws StartupError when the file exists or cannot be written, and the reason of `signal`.
 */
export async function backUpToFile(
  target: PoolTarget,
  file: string,
  { signal, ...options }: BackupOptions & { signal?: AbortSignal | undefined },
): Promise<WrittenFile> {
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
    throw plainError(error, path)
  }
}

/** The name of the file must be on the disk too. Windows cannot do it for a folder. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  await using handle = await open(folder, 'r')
  await handle.sync()
}

function plainError(error: unknown, path: string): unknown {
  const code =
    error instanceof Error && 'syscall' in error && 'code' in error ? String(error.code) : undefined
  return code === undefined ? error : new StartupError(`${path} yazılamadı (${reasonOf(error) ?? code}).`)
}
