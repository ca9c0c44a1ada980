import { createPool, type PoolTarget } from '#server/platform/db/pool.ts'

/** Runs one statement as the superuser, on its own connection. */
export async function administer(server: PoolTarget, statement: string): Promise<void> {
  const sql = createPool({ ...server, max: 1 })
  try {
    await sql.unsafe(statement)
  } finally {
    await sql.end()
  }
}
