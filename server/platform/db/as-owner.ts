import type { Kysely } from 'kysely'

import { connectRequests, type DatabaseOptions, openDatabase } from './database.ts'
import { findEmbedded } from './embedded/server.ts'
import type { DB } from './schema.ts'

/**
 * The configured database as the owner of its tables, beside the panel or while it stands still: for commands that
 * concern every shop. The role of requests finds no shop's rows under row-level security, and has no rights at all
 * between a restore and the next start. Throws StartupError.
 */
export async function openAsOwner(options: DatabaseOptions): Promise<AsyncDisposable & { db: Kysely<DB> }> {
  const running = options.databaseUrl === undefined ? await findEmbedded(options.dataDir) : undefined
  if (running !== undefined) return connectRequests(running)
  const database = await openDatabase(options)
  return { ...database, db: database.maintenance }
}
