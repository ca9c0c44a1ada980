import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'

import { migrateToLatest, pendingMigrations } from '#server/db/migrate.ts'

import { testDatabase } from '#tests/support/database.ts'

const db = await testDatabase()

describe('the schema', () => {
  it('is current, and migrating again changes nothing', async () => {
    expect(await pendingMigrations(db)).toEqual([])
    await migrateToLatest(db)
    expect(await pendingMigrations(db)).toEqual([])
  })
  it('answers', async () => {
    const { rows } = await sql`select 1 as one`.execute(db)
    expect(rows).toEqual([{ one: 1 }])
  })
})
