import { execFile } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'

import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { readConfig } from '#server/config.ts'
import { REQUEST_ROLE } from '#server/platform/db/request-role.ts'
import { start } from '#server/commands/start/start.ts'
import { pageClient } from '#tests/support/panel/app.ts'
import { temporaryFolder } from '#tests/support/database/embedded-server.ts'
import { buildUser } from '#tests/support/rows/factories.ts'

const dataDir = temporaryFolder()
const env = { DATA_DIR: dataDir, ROW_SECURITY: 'on' }
const SINCE = ['--since', '2020-01-01']
const STORED = /== Delik Oto[^=]*1 kayıt, 1 müşteri, 1 araç, 1 kullanıcı\n/

/** Runs a command without npm; returns its output, or why it failed. */
async function command(name: 'breach-report' | 'reset-password', args: string[]): Promise<string> {
  const file = join(import.meta.dirname, `../../server/commands/${name}.ts`)
  const { stdout } = await promisify(execFile)(process.execPath, [file, ...args], { env, cwd: dataDir })
  return stdout
}

let besidePanel = ''
beforeAll(async () => {
  const panel = await start(readConfig({ ...env, PORT: '0', LOG_LEVEL: 'silent' }))
  const { maintenance: db } = panel
  const shop = await buildUser(db, { username: 'delik', company_name: 'Delik Oto' })
  const info = { musteri_adi_soyadi: 'Ali Usta', plaka: '34 AB 12', giris_tarihi: '2026-11-03' }
  await pageClient(db, shop).kayit.save({ info })
  besidePanel = await command('breach-report', SINCE)
  // Simulates the state after a restore, before the panel has been started again.
  await sql`revoke all on all tables in schema public from ${sql.id(REQUEST_ROLE)}`.execute(db)
  await panel.stop()
})
afterAll(() => rmSync(dataDir, { recursive: true }))

test('the report has every row under row-level security, while the panel runs and while it is stopped', async () => {
  expect(besidePanel).toMatch(STORED)
  expect(await command('breach-report', SINCE)).toMatch(STORED)
})

test('a link for a password is made while the panel is stopped', async () => {
  expect(await command('reset-password', ['delik'])).toContain('delik için parola bağlantısı')
})
