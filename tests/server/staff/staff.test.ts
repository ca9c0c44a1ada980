import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'

import { resetPassword } from '#server/auth/reset-password.ts'
import { recountTotals } from '#server/stats/recount.ts'
import { addFeedback } from '#server/feedback/operations.ts'
import { updateSettings } from '#server/settings/operations.ts'
import { changePassword } from '#server/settings/password.ts'
import {
  closeMember,
  endMemberSessions,
  listStaff,
  makeMemberLink,
  restoreMember,
  saveMember,
} from '#server/staff/operations.ts'
import { AUTH_ADMIN, MAX_STAFF } from '#shared/options.ts'
import { settingsInput } from '#shared/settings/schema.ts'
import { staffInput } from '#shared/staff/schema.ts'
import { legacyClient, pageClient, testApp, testCookies } from '#tests/support/panel/app.ts'
import { anonymous, secondsLater, sessionsOf, startSession, whoSends } from '#tests/support/rows/auth.ts'
import { testDatabase } from '#tests/support/database/database.ts'
import {
  buildUser,
  DEFAULT_PASSWORD,
  TEST_NOW,
  type TestUser,
  userCtx,
} from '#tests/support/rows/factories.ts'
import { buildMember } from '#tests/support/rows/staff.ts'
import { save } from '#tests/support/rows/kayit.ts'

const db = await testDatabase()
const NOT_FOUND = { code: 'NOT_FOUND', message: 'Çalışan bulunamadı.' }
const NEW = { name_surname: 'Ece Yıldız', new_password: 'dört-nala', role: 'desk' } as const

let made = 0
const store = (owner: TestUser, body: z.input<typeof staffInput> = {}) => {
  made += 1
  const needs = (body.id ?? 0) === 0 ? { ...NEW, username: `buro-${made}` } : {}
  return saveMember(userCtx(db, owner), z.parse(staffInput, { ...needs, ...body }))
}

describe('the staff of a shop', () => {
  test('is stored without e-mail and without figures, and listed by name with its last use', async () => {
    const owner = await buildUser(db)
    const second = await store(owner, { username: 'zeki-1' })
    const first = await store(owner, { username: 'Ayşe-1', sees_figures: true })
    expect(second).toEqual({
      id: second.id,
      username: 'zeki-1',
      name_surname: 'Ece Yıldız',
      role: 'desk',
      sees_figures: false,
      version: 1,
      last_used_at: null,
      sessions: 0,
    })
    await startSession(db, second)
    const list = await listStaff(userCtx(db, owner))
    expect(list.map(({ id }) => id)).toEqual([first.id, second.id])
    expect(list[1]).toMatchObject({ last_used_at: TEST_NOW.toISOString(), sessions: 1 })
  })

  test('logs in with the notice, and sees the shop with its company and licence', async () => {
    const owner = await buildUser(db, {
      company_name: 'Işık Oto',
      company_tel: '0212 555 11 22',
      output_format: 'XLSX',
      license_type: 'Pro',
      license_end_date: '2027-01-31',
      idle_minutes: 30,
      prices_with_vat: true,
    })
    const member = await store(owner)
    const cookies = testCookies(false)
    const page = pageClient(db, null, { cookies })
    const asked = await page.auth.login({
      username: member.username,
      password: NEW.new_password,
      remember: true,
    })
    expect(asked).toMatchObject({ status: 'consent' })
    const { pending } = asked as { pending: string }
    const entered = await page.auth.acceptConsent({ pending, accepted: true })
    expect(entered.user).toMatchObject({
      id: member.id,
      username: member.username,
      name_surname: NEW.name_surname,
      auth: 0,
      rights: ['prices', 'payments', 'quotes', 'remove', 'export'],
      company_name: 'Işık Oto',
      company_tel: '0212 555 11 22',
      output_format: 'XLSX',
      license_type: 'Pro',
      license_end_date: '2027-01-31',
      idle_minutes: 30,
      prices_with_vat: true,
    })
    const consents = await db
      .selectFrom('consents')
      .where('user_id', '=', member.id)
      .select('action')
      .execute()
    expect(consents).toEqual([{ action: 'accepted' }])
  })

  test('works in the records of its shop, with the same old paths', async () => {
    const owner = await buildUser(db)
    const member = await buildMember(db, owner)
    const { id } = await save(userCtx(db, member))
    const row = await db.selectFrom('kayit').where('id', '=', id).select('shop_id').executeTakeFirstOrThrow()
    expect(row.shop_id).toBe(owner.id)
    expect((await pageClient(db, owner).kayit.get({ kayit_id: id })).kayit.id).toBe(id)
    const client = legacyClient(testApp(db), db, member)
    expect((await client.post('getKayit.php', { kayit_id: id })).body).toMatchObject({ success: true })
    expect(await client.get('getStats.php')).toMatchObject({
      status: 403,
      body: {
        success: false,
        message: 'Giderleri ve istatistikleri görme yetkiniz yok. Bu yetkiyi firma sahibi verir.',
      },
    })
  })

  test('keeps what is its own: preferences, sessions, password', async () => {
    const owner = await buildUser(db, { company_name: 'Serçe Otomotiv' })
    const member = await buildMember(db, owner)
    const ctx = userCtx(db, member)
    await pageClient(db, member).settings.savePreferences({ listPreset: 'gundelik' })
    const both = db.selectFrom('users').where('id', 'in', [owner.id, member.id]).orderBy('id')
    const rows = await both.select('preferences').execute()
    expect(rows.map(({ preferences }) => preferences.includes('gundelik'))).toEqual([false, true])
    const change = { current_password: DEFAULT_PASSWORD, new_password: 'Serçe-12345' }
    await expect(changePassword(ctx, change)).rejects.toMatchObject({
      code: 'INVALID',
      field: 'new_password',
    })
    const ofOwner = await startSession(db, owner)
    await changePassword(ctx, { ...change, new_password: 'Ayva-Reçeli-71' })
    expect(await whoSends(db, { cookie: ofOwner })).toBe(owner.id)
  })

  test('writes to the administrators under its own name, and counts for the shop', async () => {
    const owner = await buildUser(db, { company_tel: '0212 555 11 22' })
    const member = await buildMember(db, owner, { name_surname: 'Ece Yıldız' })
    const sent = await addFeedback(userCtx(db, member), { subject: 'Konu', message: 'Bir mesaj yazıyorum.' })
    expect(sent).toMatchObject({ sender_name: 'Ece Yıldız', sender_phone: '0212 555 11 22' })
  })

  test('has no sums of its own in the recount', async () => {
    const owner = await buildUser(db)
    const member = await buildMember(db, owner)
    await save(userCtx(db, member))
    await recountTotals(db)
    const rows = await db
      .selectFrom('status_totals')
      .where('shop_id', 'in', [owner.id, member.id])
      .select('shop_id')
      .distinct()
      .execute()
    expect(rows).toEqual([{ shop_id: owner.id }])
  })
})

describe('saving', () => {
  test.each([
    [{ username: ' ' }, 'username', 'Kullanıcı adı zorunludur.'],
    [{ new_password: '' }, 'new_password', 'Yeni kullanıcı için parola zorunlu.'],
    [{ new_password: 'kısa123' }, 'new_password', 'Yeni parola en az 8 karakter olmalı.'],
    [
      { new_password: 'parola1234' },
      'new_password',
      'Bu parola çok bilinen parolalardan. Başka bir parola seçin.',
    ],
    [
      { new_password: 'kanaryaotomotiv1' },
      'new_password',
      'Parola kullanıcı ya da firma adına çok benziyor. Başka bir parola seçin.',
    ],
  ])('%o is refused', async (body, field, message) => {
    const owner = await buildUser(db, { company_name: 'Kanarya Otomotiv' })
    await expect(store(owner, body)).rejects.toMatchObject({ code: 'INVALID', field, message })
    expect(await listStaff(userCtx(db, owner))).toEqual([])
  })

  test('a name is taken once in the installation, in any spelling', async () => {
    const [owner, other] = [await buildUser(db), await buildUser(db, { username: 'IŞIL-oto' })]
    const taken = { code: 'INVALID', field: 'username', message: 'Bu kullanıcı adı kullanılıyor.' }
    await expect(store(owner, { username: 'ışıl-OTO' })).rejects.toMatchObject(taken)
    const member = await store(other)
    await expect(store(owner, { username: member.username })).rejects.toMatchObject(taken)
  })

  test('a repeated key makes one member, and a stale version is a conflict', async () => {
    const owner = await buildUser(db)
    const body = { username: `tek-${owner.id}`, key: 'anahtar-1234' }
    const first = await store(owner, body)
    expect((await store(owner, body)).id).toBe(first.id)
    expect(await listStaff(userCtx(db, owner))).toHaveLength(1)
    const { version } = await store(owner, { id: first.id, name_surname: 'Ece' })
    await expect(
      store(owner, { id: first.id, version: version - 1, name_surname: 'Efe' }),
    ).rejects.toMatchObject({
      code: 'CONFLICT',
    })
  })

  test('a changed right or password ends the sessions; a changed name does not', async () => {
    const owner = await buildUser(db)
    const { id } = await store(owner)
    const token = await startSession(db, { id })
    await store(owner, { id, name_surname: 'Efe' })
    expect(await whoSends(db, { cookie: token })).toBe(id)
    await store(owner, { id, sees_figures: true })
    expect(await whoSends(db, { cookie: token })).toBeNull()
    const again = await startSession(db, { id })
    await store(owner, { id, new_password: 'üç-dört-beş' })
    expect(await whoSends(db, { cookie: again })).toBeNull()
  })

  test('a shop has at most fifty', async () => {
    const owner = await buildUser(db)
    for (let number = 1; number < MAX_STAFF; number += 1) await buildMember(db, owner)
    await store(owner)
    await expect(store(owner)).rejects.toMatchObject({ message: 'Bir firmada en fazla 50 çalışan olabilir.' })
  })
})

describe('closing', () => {
  test('ends the sessions, frees the name, and is undone within thirty days', async () => {
    const owner = await buildUser(db)
    const member = await store(owner)
    const token = await startSession(db, member)
    const ctx = userCtx(db, owner)
    await closeMember(ctx, { id: member.id })
    expect(await whoSends(db, { cookie: token })).toBeNull()
    expect(await listStaff(ctx)).toEqual([])
    await expect(closeMember(ctx, { id: member.id })).rejects.toMatchObject(NOT_FOUND)
    await restoreMember(ctx, { id: member.id })
    await restoreMember(ctx, { id: member.id })
    expect(await listStaff(ctx)).toHaveLength(1)
    await closeMember(ctx, { id: member.id })
    await store(await buildUser(db), { username: member.username })
    await expect(restoreMember(ctx, { id: member.id })).rejects.toMatchObject({ field: 'username' })
    const late = userCtx(db, owner, { now: secondsLater(31 * 86_400) })
    await expect(restoreMember(late, { id: member.id })).rejects.toMatchObject(NOT_FOUND)
  })

  test('can be limited to the sessions', async () => {
    const owner = await buildUser(db)
    const member = await store(owner)
    await startSession(db, member)
    const mine = await startSession(db, owner)
    expect(await endMemberSessions(userCtx(db, owner), { id: member.id })).toEqual({ ended: 1 })
    expect(await sessionsOf(db, member)).toEqual([])
    expect(await whoSends(db, { cookie: mine })).toBe(owner.id)
  })
})

test('a link sets a new password of a member, under the rules of the shop', async () => {
  const owner = await buildUser(db, { company_name: 'Martı Otomotiv' })
  const member = await store(owner)
  const { token } = await makeMemberLink(userCtx(db, owner), { id: member.id })
  const ctx = anonymous(db)
  await expect(resetPassword(ctx, { token, new_password: 'martıotomotiv1' })).rejects.toMatchObject({
    field: 'new_password',
  })
  await expect(resetPassword(ctx, { token, new_password: 'Ayva-Reçeli-71' })).resolves.toMatchObject({
    username: member.username,
  })
})

test("the shop's idle limit ends the sessions of staff too", async () => {
  const owner = await buildUser(db)
  const token = await startSession(db, await buildMember(db, owner))
  await updateSettings(userCtx(db, owner), z.parse(settingsInput, { idle_minutes: 15 }))
  expect(await whoSends(db, { cookie: token }, secondsLater(16 * 60))).not.toBeNull()
  expect(await whoSends(db, { cookie: token }, secondsLater(40 * 60))).toBeNull()
})

test('a key returns no result of another member’s call', async () => {
  const owner = await buildUser(db)
  const member = await buildMember(db, owner)
  const app = testApp(db)
  const sent = { title: 'Kira', amount: '100', spend_date: '2026-11-01' }
  const key = { 'idempotency-key': 'ayni-anahtar-1' }
  const first = await legacyClient(app, db, owner).post('expenseUpsert.php', sent, key)
  expect(first.body).toMatchObject({ success: true })
  expect((await legacyClient(app, db, member).post('expenseUpsert.php', sent, key)).status).toBe(403)
})

test('the database keeps a user from being both an owner and staff, or an administrator of staff', async () => {
  const owner = await buildUser(db)
  await expect(buildMember(db, owner, { auth: AUTH_ADMIN })).rejects.toMatchObject({ code: '23514' })
  await expect(buildMember(db, owner, { role: 'owner' })).rejects.toMatchObject({ code: '23514' })
  const asDesk = db.updateTable('users').set({ role: 'desk' }).where('id', '=', owner.id)
  await expect(asDesk.execute()).rejects.toMatchObject({ code: '23514' })
})
