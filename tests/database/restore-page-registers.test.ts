import { readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { afterEach, expect, onTestFinished, test } from 'vitest'

import { findEmbedded } from '#server/platform/db/embedded/server.ts'
import type { PoolTarget } from '#server/platform/db/pool.ts'
import { SESSION_COOKIE } from '#shared/options.ts'
import { startSession } from '#tests/support/rows/auth.ts'
import { withDatabase } from '#tests/support/database/backup.ts'
import { temporaryFolder } from '#tests/support/database/embedded-server.ts'
import { launchMain, type MainProcess } from '#tests/support/panel/main-process.ts'
import { acceptNotice } from '#tests/support/rows/staff.ts'
import { restoring } from '#tests/support/clients/restore.ts'

const ADMIN = { username: 'yonetici', password: 'ilk-parola-2026' }

let panel: MainProcess | undefined
afterEach(async () => {
  panel?.child.kill('SIGKILL')
  await panel?.ended
})

/** Starts a panel on an empty folder and opens its administrator's page. */
async function launch() {
  const dataDir = temporaryFolder()
  onTestFinished(() => rmSync(dataDir, { recursive: true }))
  panel = launchMain({
    DATA_DIR: dataDir,
    ADMIN_USERNAME: ADMIN.username,
    ADMIN_PASSWORD: ADMIN.password,
    LOG_LEVEL: 'info',
  })
  const address = await panel.ready()
  const target = (await findEmbedded(dataDir)) as PoolTarget
  const cookie = await withDatabase(target, async (db) => {
    const admin = await db.selectFrom('users').select('id').executeTakeFirstOrThrow()
    await acceptNotice(db, admin)
    return `${SESSION_COOKIE}=${await startSession(db, admin, { now: new Date() })}`
  })
  const send = (path: string, init: RequestInit) => fetch(new URL(path, address), init)
  const headers = { cookie, 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' }
  const call = async (name: string, input?: object) => {
    const body = input === undefined ? '{}' : JSON.stringify({ json: input })
    const reply = await send(`/oto-servis/api/trpc/${name}`, { method: 'POST', body, headers })
    const { result, error } = (await reply.json()) as {
      result?: { data: { json: Record<string, unknown> } }
      error?: { json: { message: string } }
    }
    return { data: result?.data.json ?? {}, message: error?.json.message ?? '' }
  }
  return { dataDir, target, call, page: restoring({ send, headers: async () => headers }) }
}

const registersOf = (target: PoolTarget) =>
  withDatabase(target, async (db) => ({
    shops: await db.selectFrom('erasure_register').selectAll().execute(),
    consents: await db.selectFrom('consents').selectAll().execute(),
    changes: await db.selectFrom('change').orderBy('id').selectAll().execute(),
  }))

test(
  'a shop that was erased after the backup is erased again, and the registers stay',
  { timeout: 300_000 },
  async () => {
    const { dataDir, target, call, page } = await launch()
    const shop = { username: 'silinecek', email: 'silinecek@ornek.test', new_password: 'Ayva-Reçeli-71' }
    const { id } = (await call('admin.saveUser', shop)).data
    expect((await call('admin.backUp')).message).toBe('')
    await call('admin.deleteUser', { id })
    const erasure = await call('admin.eraseShop', { id, username: shop.username, reason: 'İstek' })
    expect(erasure.message).toBe('')
    const before = await registersOf(target)
    expect([before.shops.length, before.consents.length, before.changes.length > 1]).toEqual([1, 1, true])

    const [name = ''] = readdirSync(join(dataDir, 'backups')).filter((one) => one.includes('-elle'))
    expect(await page.restore({ name })).toMatchObject({ status: 200, result: { users: 2, erased: 1 } })
    expect(await registersOf(target)).toEqual(before)
    await withDatabase(target, async (db) => {
      expect(await db.selectFrom('users').select('username').execute()).toEqual([
        { username: ADMIN.username },
      ])
    })
  },
)

test(
  'a folder that cannot be written refuses a backup and an upload without its name',
  { timeout: 300_000 },
  async () => {
    const { dataDir, call, page } = await launch()
    rmSync(join(dataDir, 'backups'), { recursive: true, force: true })
    writeFileSync(join(dataDir, 'backups'), '')
    const messages = [(await call('admin.backUp')).message, (await page.begin(100)).message ?? '']
    expect(messages).toEqual([
      expect.stringMatching(/^Yedek alınamadı\. /),
      expect.stringMatching(/^Yedek geri yüklenemedi\. /),
    ])
    for (const message of messages) expect(message).not.toMatch(/\/|DATA_DIR|E[A-Z]{4,}/)
    expect(panel?.output.err).toContain(join(dataDir, 'backups'))
  },
)
