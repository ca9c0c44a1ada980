import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

import { serve } from '@hono/node-server'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'

import { serverOptions } from '#server/platform/http/server.ts'
import { BASE_PATH } from '#shared/base.ts'
import { AUTH_ADMIN } from '#shared/options.ts'
import { backupsOf } from '#tests/support/rows/admin.ts'
import { testApp } from '#tests/support/panel/app.ts'
import { startSession } from '#tests/support/rows/auth.ts'
import { testDatabase } from '#tests/support/database/database.ts'
import { shopRows } from '#tests/support/rows/derived.ts'
import { buildUser, TEST_NOW, type TestUser } from '#tests/support/rows/factories.ts'

const db = await testDatabase()
let admin: TestUser
beforeAll(async () => void (admin = await buildUser(db, { auth: AUTH_ADMIN })))

/** Starts an application for one test; returns its port. */
async function listening(): Promise<number> {
  const app = testApp(db, { backups: backupsOf([1]) })
  const server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1', serverOptions })
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

type Change = { path: string; body: string }
const procedure = (name: string, input: object) => ({
  path: `${BASE_PATH}/api/trpc/${name}`,
  body: JSON.stringify({ json: input }),
})
const oldPath = (name: string, input: object) => ({
  path: `/api/${name}.php`,
  body: JSON.stringify(input),
})

const NEW_USER = { id: 0, username: 'hirsiz', email: 'hirsiz@ornek.test', new_password: 'dört-nala', auth: 3 }
const INFO = { musteri_adi_soyadi: 'Geç Kalan', plaka: '34 GEC 1' }

/** Changes of every kind: of records, of the account, of others' accounts, over both transports. */
const CHANGES = {
  'kayit.save': procedure('kayit.save', { info: INFO, islemler: [] }),
  'submitKayit.php': oldPath('submitKayit', { info: INFO }),
  'expense.save': procedure('expense.save', {
    id: 0,
    title: 'Kira',
    amount_kurus: 100,
    spend_date: '2026-11-24',
  }),
  'settings.update': procedure('settings.update', { company_name: 'Başkasının', version: 1 }),
  'settings.savePreferences': procedure('settings.savePreferences', {}),
  'item.savePrice': procedure('item.savePrice', { name: 'Yağ', price_kurus: 100, quantity: 1 }),
  'item.deletePrice': procedure('item.deletePrice', { id: 1 }),
  'item.restorePackage': procedure('item.restorePackage', { id: 1 }),
  'feedback.add': procedure('feedback.add', { subject: 'Konu', message: 'Uzunca bir mesaj' }),
  'settings.endSession': procedure('settings.endSession', { id: 1 }),
  'admin.saveUser': procedure('admin.saveUser', NEW_USER),
  'admin.makeResetLink': procedure('admin.makeResetLink', { id: 1 }),
  'admin.deleteFeedback': procedure('admin.deleteFeedback', { id: 1 }),
  'admin.cancelUpload': procedure('admin.cancelUpload', { upload: `${'a'.repeat(32)}-1` }),
  'a piece of a backup': {
    path: `${BASE_PATH}/api/backup/piece?upload=${'a'.repeat(32)}-1&at=0`,
    body: 'bir parça',
  },
  'a restore': {
    path: `${BASE_PATH}/api/backup/restore`,
    body: JSON.stringify({ source: { name: 'kopya' } }),
  },
  'admin.endSessions': procedure('admin.endSessions', { id: 1 }),
}

/** Sends the head and the first bytes of the body, and the rest after `meanwhile`. */
async function held({ path, body }: Change, cookie: string, meanwhile: () => Promise<unknown>) {
  const bytes = Buffer.from(body)
  const headers = {
    cookie,
    'content-type': 'application/json',
    'content-length': bytes.length,
    'sec-fetch-site': 'same-origin',
  }
  const call = request({ port: await listening(), method: 'POST', path, headers })
  const responding = once(call, 'response')
  call.write(bytes.subarray(0, 5))
  // Waits until the session has been looked up.
  await sleep(100)
  await meanwhile()
  call.end(bytes.subarray(5))
  const [response] = (await responding) as [IncomingMessage]
  return { status: response.statusCode, body: await text(response) }
}

const endSessions = () => db.deleteFrom('sessions').where('user_id', '=', admin.id).execute()
const usersAndLinks = async () => [
  await db.selectFrom('users').selectAll().orderBy('id').execute(),
  await db.selectFrom('shops').selectAll().orderBy('id').execute(),
  await db.selectFrom('reset_links').selectAll().execute(),
]

describe('a session that ends while the body of a request is awaited', () => {
  test.each(Object.entries(CHANGES))('%s changes no row', async (_, change) => {
    const token = await startSession(db, admin)
    const [before, others] = [await shopRows(db, admin.id), await usersAndLinks()]
    const { status, body } = await held(change, `session_id=${token}`, endSessions)
    expect([status, body]).toEqual([401, expect.stringContaining('Oturum')])
    expect(await shopRows(db, admin.id)).toEqual(before)
    expect(await usersAndLinks()).toEqual(others)
  })

  test.each([
    ['has expired', { expires_at: new Date(TEST_NOW.getTime() - 1_000) }],
    ['was not used for too long', { last_seen_at: new Date(TEST_NOW.getTime() - 33 * 60_000) }],
  ])('one that %s meanwhile changes nothing', async (_, session) => {
    await db.updateTable('shops').set({ idle_minutes: 30 }).where('id', '=', admin.id).execute()
    onTestFinished(async () => {
      await db.updateTable('shops').set({ idle_minutes: null }).where('id', '=', admin.id).execute()
    })
    const token = await startSession(db, admin)
    const before = await shopRows(db, admin.id)
    const { status } = await held(CHANGES['kayit.save'], `session_id=${token}`, () =>
      db.updateTable('sessions').set(session).where('user_id', '=', admin.id).execute(),
    )
    expect(status).toBe(401)
    expect(await shopRows(db, admin.id)).toEqual(before)
  })

  test('a valid session is served', async () => {
    const token = await startSession(db, admin)
    const { status } = await held(CHANGES['kayit.save'], `session_id=${token}`, () => Promise.resolve())
    expect(status).toBe(200)
  })
})
