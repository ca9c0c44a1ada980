import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'

import { sql } from 'kysely'
import { afterEach, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'

import { findEmbedded } from '#server/platform/db/embedded/server.ts'
import type { PoolTarget } from '#server/platform/db/pool.ts'
import { SESSION_COOKIE } from '#shared/options.ts'
import { startSession } from '#tests/support/rows/auth.ts'
import { hashPassword } from '#server/auth/password-hash.ts'
import { backedUp, fill, withDatabase } from '#tests/support/database/backup.ts'
import { testDatabases } from '#tests/support/database/database.ts'
import { temporaryFolder } from '#tests/support/database/embedded-server.ts'
import { buildUser } from '#tests/support/rows/factories.ts'
import { launchMain, type MainProcess } from '#tests/support/panel/main-process.ts'
import { isShort } from '#tests/long-form.ts'
import { restoring } from '#tests/support/clients/restore.ts'

const databases = testDatabases()
const ADMIN = { username: 'yeni-yonetici', password: 'ilk-parola-2026' }
const OWNER = { username: 'usta', password: 'eski-parola-2026' }

/** Stores a shop with `count` records, whose owner is an administrator. */
async function shop(count: number): Promise<PoolTarget> {
  const source = await databases.migrated()
  const password_hash = await hashPassword(OWNER.password)
  await withDatabase(source, (db) => buildUser(db, { username: OWNER.username, password_hash, auth: 3 }))
  return fill(source, count)
}

const backups: Record<'plain' | 'secret', Buffer> = {
  plain: Buffer.alloc(0),
  secret: Buffer.alloc(0),
}
beforeAll(async () => {
  const small = await shop(12)
  backups.plain = await backedUp(small)
  backups.secret = await backedUp(small, 'on iki harften uzun')
})

type Init = { method?: string; body?: BodyInit; headers?: Record<string, string> }

let panel: MainProcess | undefined
afterEach(async () => {
  panel?.child.kill('SIGKILL')
  await panel?.ended
})

function newFolder(): string {
  const folder = temporaryFolder()
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

async function launch(dataDir: string, env: Record<string, string> = {}) {
  const { username, password } = ADMIN
  panel = launchMain({
    DATA_DIR: dataDir,
    ADMIN_USERNAME: username,
    ADMIN_PASSWORD: password,
    LOG_LEVEL: 'info',
    ...env,
  })
  const address = await panel.ready()
  const send = (path: string, init: Init = {}) =>
    // Each request has its own connection, so that any worker may get it.
    fetch(new URL(path, address), { ...init, headers: { connection: 'close', ...init.headers } })
  const login = async (user: { username: string; password: string }) => {
    const body = new URLSearchParams(user)
    const reply = await send('/api/login.php', { method: 'POST', body })
    return ((await reply.json()) as { token?: string }).token
  }
  const token = (await login(ADMIN)) ?? ''
  const as = (session: string) => ({ 'session-id': session })
  const list = async (session: string) => {
    const reply = await send('/api/getKayitlar.php', { headers: as(session) })
    return { status: reply.status, body: (await reply.json()) as Record<string, unknown> }
  }
  const pageOf = async (user: string) => {
    const headers = await pageHeaders(dataDir, user)
    return restoring({ send, headers: async () => headers })
  }
  return { send, login, list, token, page: await pageOf(username), pageOf }
}

/** Headers of a page whose user has just entered the password: a token of login.php may not restore. */
async function pageHeaders(dataDir: string, username: string): Promise<Record<string, string>> {
  const token = await withDatabase(await target(dataDir), async (db) => {
    const found = db.selectFrom('users').where('username', '=', username).select('id')
    return startSession(db, await found.executeTakeFirstOrThrow(), { now: new Date() })
  })
  return { cookie: `${SESSION_COOKIE}=${token}`, 'sec-fetch-site': 'same-origin' }
}

/** Files of uploads and restores beside the backups that the panel makes by itself. */
const left = (dataDir: string) =>
  readdirSync(join(dataDir, 'backups')).filter((name) => !name.endsWith('-otomatik.tar.gz'))
const target = async (dataDir: string) => (await findEmbedded(dataDir)) as PoolTarget
const usersIn = async (dataDir: string) =>
  withDatabase(await target(dataDir), (db) => db.selectFrom('users').select('username').execute())

describe('a panel restores while it runs', { timeout: 600_000 }, () => {
  test.each(isShort ? ['2'] : ['1', '2'])(
    'a panel with WORKERS=%s continues with the restored data',
    async (WORKERS) => {
      const dataDir = newFolder()
      const { send, login, list, token, page, pageOf } = await launch(dataDir, { WORKERS })
      // The connections of the workers have prepared statements from before the restore.
      for (let round = 0; round < 8; round++) expect((await list(token)).status).toBe(200)
      const { result } = await page.restore({ upload: await page.upload(backups.plain) })
      expect(result).toMatchObject({ created_at: '2026-11-24T09:30:00.000Z', users: 2, kayit: 12 })
      expect(left(dataDir)).toEqual([])
      const owner = (await login(OWNER)) ?? ''
      for (let round = 0; round < 8; round++) {
        expect((await list(token)).status).toBe(401)
        expect((await list(owner)).status).toBe(200)
        expect((await send('/readyz')).status).toBe(200)
      }
      expect(await login(ADMIN)).toBeUndefined()
      const line =
        panel?.output.err.split('\n').find((one) => one.includes('"event":"backup restored"')) ?? '{}'
      expect(JSON.parse(line)).toMatchObject({ level: 'warn', userId: 1, address: '127.0.0.1' })
      // A restore over existing records is refused.
      const again = await pageOf(OWNER.username)
      expect(await again.begin(100)).toMatchObject({ status: 409 })
      expect((await again.restore({ name: 'x' })).status).toBe(409)
    },
  )

  test('a refused file leaves data and session, and a valid one can be restored afterwards', async () => {
    const dataDir = newFolder()
    const { list, token, page } = await launch(dataDir)
    const { plain, secret } = backups
    const refused = async (file: Uint8Array, passphrase?: string) =>
      (await page.restore({ upload: await page.upload(file) }, passphrase)).refusal
    const refusals = [
      [await refused(plain.subarray(0, -9)), 'Yedek bozuk ya da eksik.'],
      [await refused(secret, 'başka bir parola'), 'Yedek bu parolayla açılamadı.'],
    ]
    if (!isShort)
      refusals.push(
        [await refused(Buffer.from('PK a zip')), 'Yedek bir yedek dosyası değil.'],
        [await refused(secret), 'Yedek şifreli; parolası gerekli.'],
      )
    for (const [message, expected] of refusals) expect(message).toBe(expected)
    expect((await list(token)).status).toBe(200)
    expect(await usersIn(dataDir)).toEqual([{ username: ADMIN.username }])
    expect(left(dataDir)).toEqual([])
    const { result } = await page.restore({ upload: await page.upload(secret) }, 'on iki harften uzun')
    expect(result).toMatchObject({ kayit: 12 })
  })

  test('other callers get a message meanwhile, and a killed panel has the old state again', async () => {
    const dataDir = newFolder()
    const large = await backedUp(await shop(1_000))
    const { list, token, page } = await launch(dataDir)
    const reply = page.restore({ upload: await page.upload(large) }).catch(() => 'cut')
    const db = await target(dataDir)
    const isLocked = () =>
      withDatabase(db, async (db) => {
        const { rows } = await sql`select from pg_locks join pg_class c on c.oid = relation
          where c.relname = 'kayit' and mode = 'AccessExclusiveLock' and granted`.execute(db)
        return rows.length > 0
      })
    await vi.waitUntil(isLocked, { timeout: 60_000, interval: 5 })
    const child = restoringProcess()
    process.kill(child, 'SIGSTOP')
    expect(await isLocked()).toBe(true)
    expect(await list(token)).toMatchObject({
      status: 503,
      body: { message: 'Yedek geri yükleniyor; birkaç dakika sonra tekrar deneyin.' },
    })
    panel?.child.kill('SIGKILL')
    await panel?.ended
    process.kill(child, 'SIGCONT')
    expect(await reply).toBe('cut')
    await expect.poll(isLocked, { timeout: 30_000 }).toBe(false)
    const next = await launch(dataDir)
    expect((await next.list(next.token)).status).toBe(200)
    expect(await usersIn(dataDir)).toEqual([{ username: ADMIN.username }])
    expect(left(dataDir)).toEqual([])
  })
})

/** Returns the id of the process that restores for the panel. */
function restoringProcess(): number {
  const parent = panel?.child.pid
  const children = readFileSync(`/proc/${parent}/task/${parent}/children`, 'utf8').split(' ').filter(Boolean)
  const found = children.find((pid) =>
    readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('commands/restore-panel'),
  )
  return Number(found)
}
