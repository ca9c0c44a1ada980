import { execFile } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'

import { sql } from 'kysely'
import { afterAll, expect, onTestFinished, test } from 'vitest'

import { listBackups } from '#server/platform/backup/folder.ts'
import { createBackupService } from '#server/platform/backup/service.ts'
import { readConfig } from '#server/config.ts'
import { lockMigrations, migrateWithin, newestMigration } from '#server/platform/db/migrate.ts'
import { type Running, start } from '#server/commands/start/start.ts'
import { open } from '#tests/support/database/database.ts'
import { startTestServer, temporaryFolder } from '#tests/support/database/embedded-server.ts'
import { buildUser, userCtx } from '#tests/support/rows/factories.ts'
import { save } from '#tests/support/rows/kayit.ts'
import { collectedLog } from '#tests/support/panel/log.ts'

const dataDir = temporaryFolder()
const config = readConfig({ PORT: '0', DATA_DIR: dataDir })
const files = temporaryFolder()
let panel: Running | undefined = await start(config, { log: collectedLog() })
afterAll(async () => {
  await panel?.stop()
  for (const folder of [dataDir, files]) rmSync(folder, { recursive: true })
})

/** Runs `npm run backup` or `npm run restore` without npm; returns its output, or why it failed. */
async function command(name: 'backup' | 'restore', args: string[], env: Record<string, string>) {
  const file = join(import.meta.dirname, `../../server/commands/${name}.ts`)
  try {
    const { stdout } = await promisify(execFile)(process.execPath, [file, ...args], { env, cwd: files })
    return stdout
  } catch (error) {
    return (error as { stderr: string }).stderr
  }
}

/** Returns a data folder for one test, which is removed with its server. */
function otherFolder(): string {
  const folder = temporaryFolder()
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

test('a running panel is backed up to a file, which another machine restores and starts', async () => {
  const db = (panel as Running).maintenance
  const ctx = userCtx(db, await buildUser(db, { username: 'usta' }))
  const { id } = await save(ctx, { info: { plaka: '34 YEDEK 1' } })
  const file = join(files, 'panel.tar.gz')
  expect(await command('backup', [file], { DATA_DIR: dataDir })).toMatch(
    /^Yedek alındı: .*panel\.tar\.gz \(\d+ satır, /,
  )
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(await command('backup', [file], { DATA_DIR: dataDir })).toContain('zaten var; üzerine yazılmaz.')
  expect(await command('restore', [file], { DATA_DIR: dataDir })).toContain('başka bir panel kullanıyor')

  const elsewhere = otherFolder()
  expect(await command('restore', [file], { DATA_DIR: elsewhere })).toContain(
    '2 kullanıcı, 1 kayıt, 0 gider.',
  )
  const restored = await start(readConfig({ PORT: '0', DATA_DIR: elsewhere }), { log: collectedLog() })
  try {
    const row = await restored.maintenance.selectFrom('kayit').where('id', '=', id).select('plaka').execute()
    expect(row).toEqual([{ plaka: '34 YEDEK 1' }])
    expect(restored.login).toBeNull()
  } finally {
    await restored.stop()
  }
  expect(await command('restore', [file], { DATA_DIR: elsewhere })).toContain(
    'Veritabanında kayıtlar ya da birden çok kullanıcı var',
  )
})

test('the command starts a stopped database for its backup, and refuses a folder without one', async () => {
  await panel?.stop()
  panel = undefined
  const file = join(files, 'stopped.tar.gz.age')
  const env = { DATA_DIR: dataDir, BACKUP_PASSPHRASE: 'on iki harften uzun' }
  expect(await command('backup', [file], env)).toContain(', şifreli).')
  expect(existsSync(join(dataDir, 'postgresql/postmaster.pid'))).toBe(false)
  panel = await start(config, { log: collectedLog() })
  const empty = otherFolder()
  expect(await command('backup', ['x.tar.gz'], { DATA_DIR: empty })).toMatch(/klasöründe veritabanı yok\.\n$/)
  expect(readdirSync(empty)).toEqual([])
})

test.each([
  ['backup', [], 'Kullanım: npm run backup -- DOSYA'],
  ['backup', ['a', 'b'], 'Kullanım: npm run backup -- DOSYA'],
  ['backup', [join(files, 'yok/a.tar.gz')], 'yazılamadı (klasör yok)'],
  ['restore', [], 'Kullanım: npm run restore -- DOSYA'],
  ['restore', ['yok.tar.gz'], 'yok.tar.gz bulunamadı.'],
] as const)('%s %j: %s', async (name, args, message) => {
  const output = await command(name, [...args], { DATA_DIR: dataDir })
  expect(output).toContain(message)
  expect(output.trim().split('\n')).toHaveLength(1)
})

test('the panel makes one backup at a time, which only its user may read', async () => {
  const service = createBackupService({ dataDir, backupPassphrase: undefined })
  const both = [service.make('otomatik'), service.make('elle')]
  expect(service.isRunning()).toBe(true)
  await Promise.all(both)
  const [backup, ...rest] = service.stored()
  expect(rest).toEqual([])
  expect(backup).toMatchObject({ kind: 'otomatik', encrypted: false })
  expect(statSync(join(dataDir, 'backups')).mode & 0o777).toBe(0o700)
  expect(readFileSync(service.pathOf(backup?.name ?? '') ?? '').length).toBe(backup?.bytes)
  expect(service.pathOf('../../etc/passwd')).toBeUndefined()
  writeFileSync(join(files, 'backups'), '')
  const refused = createBackupService({ dataDir: files, backupPassphrase: undefined }).make('elle')
  await expect(refused).rejects.toThrow('klasöründe veritabanı yok')
})

test('before a new version changes an old schema, the data is backed up', async () => {
  const old = otherFolder()
  const server = await startTestServer({ dataDir: old })
  const db = open(server.target)
  await db.transaction().execute(async (trx) => {
    await lockMigrations(trx)
    await migrateWithin(trx, '20261123T1010_postgres_orders')
    await sql`insert into users (username, username_key, email, email_key, password_hash, auth)
      values ('eski', 'eski', '', '', 'x', 3)`.execute(trx)
  })
  await db.destroy()
  await server.stop()

  const updated = await start(readConfig({ PORT: '0', DATA_DIR: old }), { log: collectedLog() })
  const newest = await newestMigration(updated.maintenance)
  await updated.stop()
  const backups = listBackups(join(old, 'backups'))
  expect(backups).toMatchObject([{ kind: 'guncelleme' }])

  const elsewhere = otherFolder()
  const file = join(old, 'backups', backups[0]?.name ?? '')
  expect(await command('restore', [file], { DATA_DIR: elsewhere })).toContain('1 kullanıcı, 0 kayıt')
  const restored = await start(readConfig({ PORT: '0', DATA_DIR: elsewhere }), { log: collectedLog() })
  expect(await newestMigration(restored.maintenance)).toBe(newest)
  expect(listBackups(join(elsewhere, 'backups'))).toEqual([])
  await restored.stop()
})
