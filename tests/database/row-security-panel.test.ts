import { rmSync } from 'node:fs'

import { sql } from 'kysely'
import { afterAll, describe, expect, onTestFinished, test } from 'vitest'

import { readConfig } from '#server/config.ts'
import { openDatabase } from '#server/platform/db/database.ts'
import { migrateToLatest } from '#server/platform/db/migrate.ts'
import { start } from '#server/commands/start/start.ts'
import { temporaryFolder } from '#tests/support/database/embedded-server.ts'
import { collectedLog } from '#tests/support/panel/log.ts'

const dataDir = temporaryFolder()
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

/** Returns the role of requests and its rights, in an embedded server that was started with this setting. */
async function startedWith(rowSecurity: boolean) {
  const { db, maintenance, allowRequests, close } = await openDatabase({ dataDir, rowSecurity })
  try {
    await migrateToLatest(maintenance)
    expect(await allowRequests()).toBeNull()
    const { rows } = await sql`select current_user as role, rolsuper as super, rolbypassrls as bypasses,
      has_table_privilege('kayit', 'insert') as stores, has_table_privilege('kysely_migration', 'insert') as migrates
      from pg_roles where rolname = current_user`.execute(db)
    return rows[0]
  } finally {
    await close()
  }
}

describe('ROW_SECURITY of the embedded server', () => {
  const requests = { role: 'oto_requests', super: false, stores: true, migrates: false }

  test.for([false, true, true, false])('is printed at the start: %s', async (rowSecurity) => {
    expect(await startedWith(rowSecurity)).toEqual({ ...requests, bypasses: !rowSecurity })
  })

  test('a panel with row-level security is ready', async () => {
    const env = { PORT: '0', DATA_DIR: dataDir, ROW_SECURITY: 'on' }
    const panel = await start(readConfig(env), { log: collectedLog() })
    onTestFinished(() => panel.stop())
    const response = await fetch(new URL('/readyz', panel.address))
    expect([response.status, await response.json()]).toEqual([200, { status: 'ready' }])
  })
})
