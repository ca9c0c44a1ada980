import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, describe, expect, test } from 'vitest'

import { type Check, publicPaths, publicProcedures } from '#tests/support/security/public-operations.ts'
import { legacyPaths } from '#server/transports/legacy/routes.ts'
import { appRouter } from '#server/transports/rpc/app-router.ts'
import { BASE_PATH } from '#shared/base.ts'
import { SESSION_COOKIE } from '#shared/options.ts'
import { testApp, TRPC } from '#tests/support/panel/app.ts'
import { newAddress, secondsLater, startSession } from '#tests/support/rows/auth.ts'
import { testDatabase } from '#tests/support/database/database.ts'
import { buildUser, TEST_NOW, type TestUser } from '#tests/support/rows/factories.ts'
import { publicCalls, sendCall, tracesOf } from '#tests/support/security/public-calls.ts'
import { buildMember } from '#tests/support/rows/staff.ts'

const db = await testDatabase()
const calls = publicCalls(db)
const statements = { ...publicProcedures, ...publicPaths }
const stating = (check: Check) =>
  Object.keys(statements)
    .filter((name) => statements[name]?.[check] === true)
    .map((name) => [name])

const clientDir = mkdtempSync(join(tmpdir(), 'oto-servis-public-'))
mkdirSync(join(clientDir, 'assets'))
for (const file of ['index.html', 'x.svg', 'assets/x']) writeFileSync(join(clientDir, file), 'x')
afterAll(() => rmSync(clientDir, { recursive: true }))

const app = testApp(db, { clientDir })

const TOLD =
  'Hesabınız geçici olarak durduruldu. Ödeme bekleniyor. Kayıtlarınız duruyor. Bilgi için destek@ornek.test adresine yazın.'

/** Stores an owner and a member of the same shop. */
async function shop(): Promise<{ owner: TestUser; member: TestUser }> {
  const owner = await buildUser(db)
  return { owner, member: await buildMember(db, owner) }
}

const prepare = (name: string, person: TestUser) => {
  const call = calls[name]
  if (call === undefined) throw new Error(`${name} has no call in tests/support/security/public-calls.ts`)
  return call(person)
}
const suspend = (id: number) =>
  db
    .updateTable('shops')
    .set({ suspended_at: TEST_NOW, suspended_reason: 'Ödeme bekleniyor' })
    .where('id', '=', id)
    .execute()

/** Returns the address of a route with its placeholders filled in. */
const sample = (path: string) => path.replace(/:file\{.*\}$/, 'x.svg').replaceAll('*', 'x')

describe('the list of public operations', () => {
  test('has exactly the procedures that answer without a session', async () => {
    const answers = await Promise.all(
      Object.keys(appRouter._def.procedures).map(async (name) => {
        const path = `${TRPC}/${name}`
        const statuses = [await sendCall(app, { path }), await sendCall(app, { path, input: {} })]
        return statuses.every(({ status }) => status === 401 || status === 405) ? [] : [name]
      }),
    )
    expect(answers.flat().sort()).toEqual(Object.keys(publicProcedures).sort())
  })

  test('has exactly the other paths that answer without a session', async () => {
    const paths = [...new Set(app.routes.map(({ path }) => path))]
    const old = Object.keys(legacyPaths).flatMap((name) => [`/api/${name}`, `${BASE_PATH}/api/${name}`])
    expect(paths).toEqual(expect.arrayContaining(old))
    const open = await Promise.all(
      paths.map(async (path) => {
        const replies = [await sendCall(app, { path: sample(path) })]
        // The response to an unknown path belongs to no operation.
        if (path.startsWith(`${BASE_PATH}/api/`) || path.startsWith('/api/'))
          replies.push(await sendCall(app, { path: sample(path), input: {} }))
        return replies.every(({ status }) => [401, 404, 405].includes(status)) ? [] : [path]
      }),
    )
    const named = open.flat().map((path) => path.replace(`${BASE_PATH}/api/`, '/api/'))
    expect([...new Set(named)].sort()).toEqual(Object.keys(publicPaths).sort())
  })

  test('gives a reason for every check that is missing', () => {
    const reasons = Object.values(statements).flatMap((statement) => Object.values(statement))
    expect(reasons.filter((reason) => reason !== true && !/^\S.{9,}\.$/.test(reason))).toEqual([])
  })

  test.each(Object.keys(calls))('%s answers when every check passes', async (name) => {
    for (const person of Object.values(await shop()))
      expect(await sendCall(app, await prepare(name, person))).toMatchObject({
        status: 200,
        isRefused: false,
      })
  })

  const withoutCall = Object.keys(statements).filter((name) => !(name in calls))
  test.each(withoutCall)('%s responds to every caller in the same way', async (path) => {
    const { owner } = await shop()
    const cookie = `${SESSION_COOKIE}=${await startSession(db, owner)}`
    await suspend(owner.id)
    const before = await tracesOf(db)
    const plain = await sendCall(app, { path: sample(path) })
    const other = await sendCall(app, { path: sample(path), cookie }, { site: 'cross-site' })
    expect(other).toMatchObject({ status: plain.status, text: plain.text })
    expect(other.headers.getSetCookie()).toEqual([])
    expect(await tracesOf(db)).toEqual(before)
  })
})

describe('each check that an operation states', () => {
  test.each(stating('own origin'))('own origin: %s refuses another site', async (name) => {
    const { owner } = await shop()
    const call = await prepare(name, owner)
    const other = `${SESSION_COOKIE}=${await startSession(db, await buildUser(db))}`
    const before = await tracesOf(db)
    for (const cookie of [undefined, other])
      for (const site of ['cross-site', 'same-site', 'none']) {
        const sent = { ...call, ...(cookie !== undefined && { cookie }) }
        expect(await sendCall(app, sent, { site })).toMatchObject({ status: 403 })
      }
    expect(await tracesOf(db)).toEqual(before)
    expect(await sendCall(app, call)).toMatchObject({ status: 200, isRefused: false })
  })

  test.each(stating('throttle'))('throttle: %s refuses an address with too many failures', async (name) => {
    const address = newAddress()
    const { owner } = await shop()
    const call = await prepare(name, owner)
    await exhaust(address)
    const reply = await sendCall(app, call, { address })
    expect(reply).toMatchObject({ status: 429 })
    expect(Number(reply.headers.get('retry-after'))).toBeGreaterThan(0)
    // The call still works from another address, because a refusal uses nothing up.
    expect(await sendCall(app, call)).toMatchObject({ status: 200, isRefused: false })
  })

  test.each(stating('suspended'))(
    'suspended: %s refuses owner and staff with the reason, and forgets nothing',
    async (name) => {
      const { owner, member } = await shop()
      for (const person of [owner, member]) {
        const address = newAddress()
        const call = await prepare(name, person)
        await fail(person, address)
        await suspend(owner.id)
        const before = await tracesOf(db)
        const reply = await sendCall(app, call, { address })
        expect(reply).toMatchObject({ isRefused: true, text: expect.stringContaining(TOLD) })
        expect(await tracesOf(db)).toEqual(before)
        await db.updateTable('shops').set({ suspended_at: null }).where('id', '=', owner.id).execute()
      }
    },
  )

  test.each(stating('deleted'))(
    'deleted: %s refuses a closed user and staff of a closed shop',
    async (name) => {
      const closeUser = ({ id }: TestUser) =>
        db.updateTable('users').set({ deleted_at: TEST_NOW }).where('id', '=', id).execute()
      const closeShop = ({ shop_id = 0 }: TestUser) =>
        db.updateTable('shops').set({ closed_at: TEST_NOW }).where('id', '=', shop_id).execute()
      for (const [who, close] of [
        ['owner', closeUser],
        ['member', closeUser],
        ['member', closeShop],
      ] as const) {
        const made = await shop()
        const person = made[who]
        const call = await prepare(name, person)
        await suspend(made.owner.id)
        // Closing an account also ends its links and sessions; each of them must fail even if it were left.
        await close(person)
        const before = await tracesOf(db, ['login_attempts'])
        const reply = await sendCall(app, call)
        expect(reply.isRefused).toBe(true)
        expect(reply.text).not.toContain('durduruldu')
        expect(await tracesOf(db, ['login_attempts'])).toEqual(before)
      }
    },
  )

  test.each(stating('single use'))('single use: %s succeeds once', async (name) => {
    const { owner } = await shop()
    const call = await prepare(name, owner)
    expect(await sendCall(app, call)).toMatchObject({ status: 200, isRefused: false })
    expect(await sendCall(app, call)).toMatchObject({ status: 400 })
  })

  test.each(stating('expiry'))('expiry: %s refuses a token that is too old', async (name) => {
    const { owner } = await shop()
    const call = await prepare(name, owner)
    const late = testApp(db, { clock: () => secondsLater(25 * 3_600) })
    expect(await sendCall(late, call)).toMatchObject({ isRefused: true })
  })
})

/** Stores a hundred failures and a hundred open challenges, as many as an address may have. */
async function exhaust(address: string): Promise<void> {
  const tried = Array.from({ length: 100 }, (_, index) => index)
  await db
    .insertInto('login_attempts')
    .values(
      tried.map((index) => ({ username_key: `yok-${index}`, address, place: '', created_at: TEST_NOW })),
    )
    .execute()
  const expires_at = secondsLater(300)
  await db
    .insertInto('passkey_challenge')
    .values(
      tried.map((index) => {
        const bytes = Buffer.from(`${address} ${index}`.padEnd(32))
        return { token_hash: bytes, challenge: bytes, address, session_id: null, expires_at }
      }),
    )
    .execute()
}

/** Stores failed logins under the user's name, from this address and another one. */
async function fail({ username: username_key }: TestUser, address: string): Promise<void> {
  const rows = [address, newAddress()].map((from) => ({
    username_key,
    address: from,
    place: '',
    created_at: TEST_NOW,
  }))
  await db.insertInto('login_attempts').values(rows).execute()
}
