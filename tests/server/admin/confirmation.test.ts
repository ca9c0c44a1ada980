import { describe, expect, test } from 'vitest'

import type { BackupService } from '#server/platform/backup/service.ts'
import { appRouter } from '#server/transports/rpc/app-router.ts'
import { backupsOf } from '#tests/support/rows/admin.ts'
import { legacyClient, pageClient, requests, testApp, testCookies } from '#tests/support/panel/app.ts'
import { secondsLater, startSession } from '#tests/support/rows/auth.ts'
import { testDatabase } from '#tests/support/database/database.ts'
import { buildUser, TEST_NOW, type TestUser } from '#tests/support/rows/factories.ts'

const db = await testDatabase()

const REFUSED = { code: 'PRECONDITION_REQUIRED', message: 'Bu işlem için parolanızı yeniden girin.' }
const NEW_USER = { email: 'yeni@ornek.test', new_password: 'dört-nala' }

type Page = ReturnType<typeof pageClient>
/** A user, a deleted shop, and a member of staff whose account is closed. */
type Target = TestUser & { gone: TestUser; closed: TestUser }

/** Every call that needs the password, made for `target`. */
const CONFIRMED: Record<string, (page: Page, target: Target) => Promise<unknown>> = {
  'admin.saveUser': (page, { id }) => page.admin.saveUser({ id, company_name: 'Değişti' }),
  'admin.saveUser (new)': (page, { username }) =>
    page.admin.saveUser({ ...NEW_USER, username: `${username}-yeni`, email: `${username}@yeni.test` }),
  'admin.deleteUser': (page, { id }) => page.admin.deleteUser({ id }),
  'admin.endSessions': (page, { id }) => page.admin.endSessions({ id }),
  'admin.makeResetLink': (page, { id }) => page.admin.makeResetLink({ id }),
  'admin.switchOffFactor': (page, { id }) => page.admin.switchOffFactor({ id }),
  'admin.endShopSessions': (page, { id }) => page.admin.endShopSessions({ id }),
  'admin.suspendShop': (page, { id }) => page.admin.suspendShop({ id, reason: 'Ödeme bekleniyor' }),
  'admin.openShop': (page, { id }) => page.admin.openShop({ id }),
  'admin.changeLicenses': (page, { id }) =>
    page.admin.changeLicenses({ shops: [{ id, version: 1 }], step: { to: '2027-01-31' } }),
  'admin.eraseShop': (page, { gone: { id, username } }) =>
    page.admin.eraseShop({ id, username, reason: 'İstek' }),
  'admin.eraseMember': (page, { closed: { id } }) => page.admin.eraseMember({ id, reason: 'İstek' }),
  'admin.backUp': (page) => page.admin.backUp(),
  'settings.beginFactor': (page) => page.settings.beginFactor(),
  'settings.switchOffFactor': (page) => page.settings.switchOffFactor(),
  'settings.requireConfirmed': (page) => page.settings.requireConfirmed(),
}

/** Changes without a password: their deletions can be undone or concern only an upload. */
const UNASKED = ['admin.deleteFeedback', 'admin.cancelUpload']
/** Calls that need a panel without records: tests/server/admin/restore.test.ts. */
const ELSEWHERE = ['admin.beginUpload']

/** Returns everything that the calls change: the users, their sessions and links, and the backups. */
async function stored(backups: BackupService, admin: TestUser): Promise<string> {
  const [users, factors, sessions, links] = await Promise.all([
    db.selectFrom('users').selectAll().orderBy('id').execute(),
    db.selectFrom('shops').selectAll().orderBy('id').execute(),
    db.selectFrom('second_factors').selectAll().orderBy('user_id').execute(),
    db.selectFrom('sessions').selectAll().where('user_id', '<>', admin.id).orderBy('id').execute(),
    db.selectFrom('reset_links').selectAll().orderBy('user_id').execute(),
  ])
  return JSON.stringify({ users, factors, sessions, links, backups: backups.stored() })
}

/** Stores an administrator whose session had its password confirmed `secondsAgo`, and a user with a session. */
async function setting(secondsAgo: number | null) {
  const [admin, user] = [await buildUser(db, { auth: 3 }), await buildUser(db)]
  const gone = await buildUser(db, { deleted_at: TEST_NOW })
  const closed = await buildUser(db, { shop_id: user.id, role: 'desk', deleted_at: TEST_NOW })
  const target: Target = { ...user, gone, closed }
  await startSession(db, target)
  const token = await startSession(db, admin)
  const confirmed_at = secondsAgo === null ? null : secondsLater(-secondsAgo)
  await db.updateTable('sessions').set({ confirmed_at }).where('user_id', '=', admin.id).execute()
  const backups = backupsOf([1])
  const app = testApp(db, { backups })
  const cookies = { ...testCookies(), session: { token, remember: true } }
  return { admin, target, token, backups, app, page: pageClient(db, admin, { app, cookies }) }
}

describe.each(Object.entries(CONFIRMED))('%s', (_name, call) => {
  test.each([
    ['was never typed', null],
    ['was typed ten minutes ago', 600],
  ])('is refused when the password %s, and stores nothing', async (_when, secondsAgo) => {
    const { admin, target, backups, page } = await setting(secondsAgo)
    const before = await stored(backups, admin)
    await expect(call(page, target)).rejects.toMatchObject(REFUSED)
    expect(await stored(backups, admin)).toBe(before)
  })

  test('works within ten minutes of the login, and again after the password was typed', async () => {
    const { target, page } = await setting(599)
    await call(page, target)
    const later = await setting(600)
    await expect(call(later.page, later.target)).rejects.toMatchObject(REFUSED)
    await later.page.settings.confirmPassword({ password: later.admin.password })
    await call(later.page, later.target)
  })

  test("the confirmation of the same user's other session does not count", async () => {
    const { admin, target, app, page } = await setting(600)
    const elsewhere = pageClient(db, admin, { app })
    await elsewhere.settings.confirmPassword({ password: admin.password })
    await expect(call(page, target)).rejects.toMatchObject(REFUSED)
  })
})

test('every change of an administrator is in one of the lists', () => {
  const kinds = appRouter._def.procedures as unknown as Record<string, { _def: { type: string } }>
  const changes = Object.keys(kinds).filter(
    (name) => name.startsWith('admin.') && kinds[name]?._def.type === 'mutation',
  )
  const listed = new Set([
    ...Object.keys(CONFIRMED).map((name) => name.split(' ')[0]),
    ...UNASKED,
    ...ELSEWHERE,
  ])
  expect(changes.filter((name) => !listed.has(name))).toEqual([])
})

describe('the download of a backup', () => {
  const download = ({ app, token, backups }: Awaited<ReturnType<typeof setting>>) =>
    requests(app).get(`/oto-servis/api/backup?name=${backups.stored()[0]?.name ?? ''}`, {
      cookie: `session_id=${token}`,
    })

  test('is refused with the message until the password was typed', async () => {
    const one = await setting(600)
    const { status, text, body } = await download(one)
    expect({ status, message: body['message'] }).toEqual({ status: 403, message: REFUSED.message })
    expect(text).not.toContain('yedek')
    await one.page.settings.confirmPassword({ password: one.admin.password })
    expect(await download(one)).toMatchObject({ status: 200, text: 'yedek' })
  })
})

describe('the old paths', () => {
  const USER = { username: 'eski-yol', email: 'eski@yol.test', new_password: 'dört-nala' }

  test('a session of login.php stores and deletes users as long as it lives', async () => {
    const { admin, target } = await setting(0)
    const app = testApp(db, { clock: () => secondsLater(3_600) })
    const client = legacyClient(app, db, admin)
    expect((await client.post('admin/user_upsert.php', USER)).body).toMatchObject({ success: true })
    expect((await client.post('admin/user_delete.php', { id: target.id })).body).toMatchObject({
      success: true,
    })
  })

  test("a browser's session does not, there as little as on the page", async () => {
    const { admin, target, app, token, backups } = await setting(600)
    const before = await stored(backups, admin)
    const headers = { cookie: `session_id=${token}`, 'sec-fetch-site': 'same-origin' }
    const { post } = requests(app)
    for (const [path, body] of [
      ['admin/user_upsert.php', { id: target.id, company_name: 'Değişti' }],
      ['admin/user_delete.php', { id: target.id }],
    ] as const)
      expect(await post(path, body, headers)).toMatchObject({
        status: 403,
        body: { success: false, message: REFUSED.message },
      })
    expect(await stored(backups, admin)).toBe(before)
  })
})

describe('typing the password', () => {
  const WRONG = { password: 'yanlış parola' }

  test('a wrong one is reported at its field, and confirms nothing', async () => {
    const { page } = await setting(600)
    await expect(page.settings.confirmPassword(WRONG)).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      message: 'Parola hatalı.',
      field: 'password',
    })
    await expect(page.settings.requireConfirmed()).rejects.toMatchObject(REFUSED)
  })

  test('ten wrong ones are refused like failed logins, with which they are counted', async () => {
    const { admin, page } = await setting(600)
    for (let count = 0; count < 5; count++) {
      await expect(page.settings.confirmPassword(WRONG)).rejects.toMatchObject({ code: 'BAD_REQUEST' })
      await expect(page.auth.login({ ...WRONG, username: admin.username })).rejects.toMatchObject({
        code: 'BAD_REQUEST',
      })
    }
    const right = { password: admin.password }
    for (const call of [
      () => page.settings.confirmPassword(right),
      () => page.auth.login({ ...right, username: admin.username }),
    ])
      await expect(call()).rejects.toMatchObject({
        code: 'TOO_MANY_REQUESTS',
        message: 'Çok fazla başarısız deneme yapıldı. Lütfen biraz sonra tekrar deneyin.',
      })
    await expect(page.settings.requireConfirmed()).rejects.toMatchObject(REFUSED)
  })

  test('the right one resets the count, and without a session there is nothing to confirm', async () => {
    const { admin, page } = await setting(600)
    for (let round = 0; round < 2; round++) {
      for (let count = 0; count < 9; count++)
        await expect(page.settings.confirmPassword(WRONG)).rejects.toMatchObject({ code: 'BAD_REQUEST' })
      await page.settings.confirmPassword({ password: admin.password })
    }
    await expect(
      pageClient(db, null).settings.confirmPassword({ password: admin.password }),
    ).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
  })

  test('a change of the password counts, and so does a login', async () => {
    const { admin, page } = await setting(600)
    const changed = { current_password: admin.password, new_password: 'Bambaşka-2026' }
    await page.settings.changePassword(changed)
    await expect(page.settings.requireConfirmed()).resolves.toBeUndefined()
    const entered = pageClient(db, null, { cookies: testCookies(true) })
    await entered.auth.login({ username: admin.username, password: changed.new_password })
    await expect(entered.settings.requireConfirmed()).resolves.toBeUndefined()
  })

  test('the password counts as typed at the login after the notice is accepted', async () => {
    const { username, password } = await buildUser(db)
    const cookies = testCookies()
    const at = (seconds: number) =>
      pageClient(db, null, { cookies, app: testApp(db, { clock: () => secondsLater(seconds, TEST_NOW) }) })
    const answer = await at(0).auth.login({ username, password })
    const pending = answer.status === 'consent' ? answer.pending : ''
    await at(590).auth.acceptConsent({ pending, accepted: true })
    await at(599).settings.requireConfirmed()
    await expect(at(600).settings.requireConfirmed()).rejects.toMatchObject(REFUSED)
  })
})
