import { openDatabase } from '#server/platform/db/database.ts'
import { findEmbedded } from '#server/platform/db/embedded/server.ts'
import { parseDatabaseUrl } from '#server/platform/db/database-url.ts'
import type { PoolTarget } from '#server/platform/db/pool.ts'

type Place = { databaseUrl: string | undefined; dataDir: string }

/**
 * Where the database is that a backup reads: the panel's while that runs, otherwise one that is started for the time
 * of the backup. Throws StartupError.
 */
export async function openSource(
  { databaseUrl, dataDir }: Place,
  signal: AbortSignal,
): Promise<AsyncDisposable & { target: PoolTarget }> {
  const running = databaseUrl === undefined ? await findEmbedded(dataDir) : parseDatabaseUrl(databaseUrl)
  if (running !== undefined) return { target: running, [Symbol.asyncDispose]: () => Promise.resolve() }
  const database = await openDatabase({ dataDir, signal })
  return { target: database.target, [Symbol.asyncDispose]: () => database.close() }
}
