import { buffer } from 'node:stream/consumers'

import { type Kysely, sql } from 'kysely'

import { storedTables } from '#server/platform/backup/catalog.ts'
import { backUp } from '#server/platform/backup/write.ts'
import type { PoolTarget } from '#server/platform/db/pool.ts'
import type { DB } from '#server/platform/db/schema.ts'
import { seedRecords } from '#server/commands/demo/seed.ts'
import { linkUnlinked } from '#server/kayit/fill-links.ts'

import { open } from './database.ts'
import { buildUser } from '#tests/support/rows/factories.ts'

export const BACKUP_NOW = new Date('2026-11-24T09:30:00Z')

/** Fills a shop with records, cars, customers, expenses, totals, and texts that COPY has to escape. */
export async function fill(target: PoolTarget, count = 40): Promise<PoolTarget> {
  await withDatabase(target, async (db) => {
    const user = await buildUser(db, { company_name: 'Ters \\ bölü\tsekme\nsatır \\N "tırnak"' })
    await seedRecords(db, { shopId: user.id, seed: 7, count, today: '2026-11-24' })
    await linkUnlinked({ db, actor: { shop: user.id } })
    await sql`insert into logo (shop_id, png, width, height)
      values (${user.id}, '\\x89504e470d0a1a0a00ff', 1, 1)`.execute(db)
  })
  return target
}

export async function withDatabase<T>(target: PoolTarget, work: (db: Kysely<DB>) => Promise<T>): Promise<T> {
  const db = open(target)
  try {
    return await work(db)
  } finally {
    await db.destroy()
  }
}

/** Returns a digest of the rows of each table, independent of the order in which they are stored. */
export const digests = (target: PoolTarget) =>
  withDatabase(target, async (db) => {
    const found: Record<string, string> = {}
    for (const { name } of await storedTables(db)) {
      const { rows } = await sql<{ digest: string }>`
        select count(*) || ' ' || coalesce(md5(string_agg(t::text, '|' order by t::text)), '') as digest
        from ${sql.table(name)} t`.execute(db)
      found[name] = rows[0]?.digest ?? ''
    }
    return found
  })

export async function backedUp(target: PoolTarget, passphrase?: string): Promise<Buffer> {
  let bytes = Buffer.alloc(0)
  await backUp(target, { now: BACKUP_NOW, passphrase }, async (stream) => {
    bytes = await buffer(stream)
  })
  return bytes
}

export async function* inPieces(bytes: Buffer, size = 16_384): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}
