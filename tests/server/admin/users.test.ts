import { describe, expect, test } from 'vitest'

import {
  deleteUser,
  endUserSessions,
  getUser,
  listAllUsers,
  listUsers,
  saveUser,
} from '#server/admin/operations.ts'
import { legacyLogin } from '#server/auth/operations.ts'
import { userInput } from '#shared/admin/schema.ts'
import { storeUser, userPage } from '#tests/support/rows/admin.ts'
import { sessionRow, sessionsOf, startSession, anonymous } from '#tests/support/rows/auth.ts'
import { testDatabase } from '#tests/support/database/database.ts'
import { buildUser, userCtx } from '#tests/support/rows/factories.ts'
import { expectRefusal } from '#tests/support/rows/refusal.ts'

const db = await testDatabase()
const admin = async () => userCtx(db, await buildUser(db, { auth: 3 }))

const everyField = {
  username: 'Şükrü.Işık',
  email: 'Sukru@Ornek.Test',
  name_surname: 'Şükrü Işık',
  company_name: 'Işık Oto',
  company_tel: '0 500 224 16 16',
  company_adress: 'Küçük Sanayi',
  license_type: 'Pro',
  license_end_date: '2027-01-31',
  auth: 3,
}

const FEEDBACK = {
  subject: 'Konu',
  message: 'Mesaj',
  search_text: '',
  sender_sort_key: '',
  email_sort_key: '',
  subject_sort_key: '',
  sender_name: '',
  sender_phone: '',
  sender_email: '',
}

const forbidden = { code: 'FORBIDDEN', message: 'Bu işlem için yetkiniz yok.' } as const
const notFound = { code: 'NOT_FOUND', message: 'Kullanıcı bulunamadı.' } as const
const invalid = (message: string, field: string) => ({ code: 'INVALID', message, field }) as const

describe('a new user', () => {
  test('a new user keeps every field, can log in, and no output contains the password', async () => {
    const ctx = await admin()
    const { id, version, created } = await storeUser(ctx, { ...everyField, new_password: ' gizli söz ' })
    expect({ version, created }).toEqual({ version: 1, created: true })
    const stored = (await listAllUsers(ctx)).find((user) => user.id === id)
    expect(stored).toEqual({ id, ...everyField, company_logo: '', version: 1 })
    await legacyLogin(anonymous(db), { username: 'şükrü.ışık', password: ' gizli söz ' })
    const answers = JSON.stringify([await listAllUsers(ctx), await userPage(ctx)])
    expect(answers).not.toMatch(/pass|hash|token|secret|argon/i)
  })

  test('a new user is staff without a licence by default', async () => {
    const ctx = await admin()
    const { id } = await storeUser(ctx)
    const { items } = await userPage(ctx)
    expect(items[0]).toMatchObject({ id, auth: 0, license_type: '', license_end_date: null, version: 1 })
  })

  test('one key creates one user', async () => {
    const ctx = await admin()
    const body = { username: 'anahtar', email: 'anahtar@ornek.test', key: 'kullanici-1' }
    const first = await storeUser(ctx, body)
    const again = await storeUser(ctx, { ...body, name_surname: 'İkinci' })
    expect(again).toMatchObject({ id: first.id, version: 2, created: true })
  })

  test.each([
    [{ username: ' ' }, 'Kullanıcı adı ve e-posta zorunlu.', 'username'],
    [{ username: '\u200B' }, 'Kullanıcı adı ve e-posta zorunlu.', 'username'],
    [{ email: '' }, 'Kullanıcı adı ve e-posta zorunlu.', 'email'],
    [{ email: '', new_password: '' }, 'Kullanıcı adı ve e-posta zorunlu.', 'email'],
    [{ email: 'adres' }, 'Geçersiz e-posta adresi.', 'email'],
    [{ new_password: '' }, 'Yeni kullanıcı için parola zorunlu.', 'new_password'],
    [{ new_password: '    ' }, 'Yeni kullanıcı için parola zorunlu.', 'new_password'],
    [{ new_password: 'abc' }, 'Yeni kullanıcı için parola zorunlu.', 'new_password'],
    [{ new_password: 'x'.repeat(201) }, 'Parola en fazla 200 karakter olabilir.', 'new_password'],
  ])('a new user with %j is refused', async (body, message, field) => {
    const ctx = await admin()
    const before = await listAllUsers(ctx)
    await expectRefusal(storeUser(ctx, body), invalid(message, field))
    expect(await listAllUsers(ctx)).toEqual(before)
  })

  test.each([
    [{ auth: 1 }, 'Yetki, Kullanıcı ya da Admin olmalı.'],
    [{ auth: 'admin' }, 'Yetki, Kullanıcı ya da Admin olmalı.'],
    [{ license_end_date: '31.02.2027' }, 'Geçersiz tarih.'],
    [{ username: 'x'.repeat(201) }, 'Kullanıcı adı en fazla 200 karakter olabilir.'],
    [{ id: -1 }, 'Geçersiz kayıt numarası.'],
  ])('%j does not pass the schema of a user', (body, message) => {
    expect(userInput.safeParse(body).error?.issues[0]?.message).toBe(message)
  })
})

describe('a name or an e-mail that is taken', () => {
  test.each(['ALİ.usta', 'ali.usta', 'AlI.Usta', 'ａli.usta'])(
    'a duplicate is refused as %s',
    async (username) => {
      const ctx = await admin()
      const { id } = await storeUser(ctx, { username: 'Ali.Usta' })
      const taken = invalid('Bu kullanıcı adı kullanılıyor.', 'username')
      await expectRefusal(storeUser(ctx, { username }), taken)
      const other = await storeUser(ctx)
      await expectRefusal(storeUser(ctx, { id: other.id, username }), taken)
      await deleteUser(ctx, { id })
      expect(await storeUser(ctx, { id: other.id, username })).toMatchObject({ id: other.id, version: 2 })
      await deleteUser(ctx, { id: other.id })
    },
  )

  test('a taken e-mail is refused in any letter case and is free again after a deletion', async () => {
    const ctx = await admin()
    const { id } = await storeUser(ctx, { email: 'Bilgi@ornek.test' })
    const email = 'BİLGİ@ORNEK.TEST'
    await expectRefusal(storeUser(ctx, { email }), invalid('Bu e-posta kullanılıyor.', 'email'))
    await deleteUser(ctx, { id })
    expect((await storeUser(ctx, { email })).created).toBe(true)
  })
})

test('a user is read with the fields of the list, and an unknown or deleted one is not found', async () => {
  const ctx = await admin()
  const { id } = await storeUser(ctx, { ...everyField, username: 'tek', email: 'tek@ornek.test' })
  expect(await getUser(ctx, { id })).toEqual((await userPage(ctx)).items[0])
  await deleteUser(ctx, { id })
  for (const gone of [id, 9_007_199_254_740_991]) await expectRefusal(getUser(ctx, { id: gone }), notFound)
})

describe('a changed user', () => {
  test('fields that are not sent stay, and a blank password keeps password and sessions', async () => {
    const ctx = await admin()
    const { id } = await storeUser(ctx, { ...everyField, username: 'sabit', email: 'sabit@ornek.test' })
    await startSession(db, { id })
    await storeUser(ctx, { id, company_name: 'Yeni Ad', new_password: '', license_end_date: null })
    const stored = (await listAllUsers(ctx)).find((user) => user.id === id)
    expect(stored).toMatchObject({
      ...everyField,
      username: 'sabit',
      email: 'sabit@ornek.test',
      company_name: 'Yeni Ad',
      license_end_date: null,
    })
    expect(await sessionsOf(db, { id })).toHaveLength(1)
    await legacyLogin(anonymous(db), { username: 'sabit', password: 'dört-nala' })
  })

  test.each([[{ new_password: 'başka bir söz' }], [{ auth: 3 }]])(
    'a change of %j ends every session of the user',
    async (change) => {
      const ctx = await admin()
      const user = await buildUser(db)
      for (const kind of ['web', 'legacy', 'pending'] as const) await startSession(db, user, { kind })
      await storeUser(ctx, { id: user.id, ...change })
      expect(await sessionsOf(db, user)).toEqual([])
    },
  )

  test('a change of oneself keeps the current session', async () => {
    const user = await buildUser(db, { auth: 3 })
    const token = await startSession(db, user)
    await startSession(db, user)
    const session = { id: (await sessionRow(db, token))?.id ?? 0, kind: 'web' as const }
    await storeUser(userCtx(db, user, { session }), { id: user.id, new_password: 'başka bir söz' })
    expect((await sessionsOf(db, user)).map(({ id }) => id)).toEqual([session.id])
  })

  test('a change of an older version is refused, and an unknown user is not found', async () => {
    const ctx = await admin()
    const { id, version } = await storeUser(ctx)
    await storeUser(ctx, { id, version, name_surname: 'İlk' })
    await expectRefusal(storeUser(ctx, { id, version, name_surname: 'Geç' }), {
      code: 'CONFLICT',
      message: 'Bu kayıt siz düzenlerken değiştirildi.',
    })
    expect((await userPage(ctx)).items[0]).toMatchObject({ id, name_surname: 'İlk', version: version + 1 })
    await deleteUser(ctx, { id })
    for (const gone of [id, 9_007_199_254_740_991])
      await expectRefusal(storeUser(ctx, { id: gone, name_surname: 'Yok' }), notFound)
  })

  test('a change is applied once per key, except for the password, of which nothing is stored to compare', async () => {
    const ctx = await admin()
    const { id, version } = await storeUser(ctx)
    const change = { id, version, name_surname: 'Ali Usta', key: 'kullanici-formu-1', new_password: '' }
    const first = await storeUser(ctx, change)
    expect(await storeUser(ctx, change)).toEqual(first)
    const withPassword = { ...change, version: first.version, new_password: 'başka bir söz' }
    await storeUser(ctx, withPassword)
    await expect(storeUser(ctx, withPassword)).rejects.toMatchObject({ code: 'CONFLICT' })
    const keys = await db
      .selectFrom('idempotency_keys')
      .where('shop_id', '=', ctx.actor.shop)
      .selectAll()
      .execute()
    expect(keys).toMatchObject([{ target_id: id, target_version: first.version }])
  })

  test('a user without an e-mail may stay without one, and an existing e-mail cannot be emptied', async () => {
    const ctx = await admin()
    const { id } = await storeUser(ctx)
    await db.updateTable('users').set({ email: '', email_key: '' }).where('id', '=', id).execute()
    const listed = (await listAllUsers(ctx)).find((user) => user.id === id)
    const { version } = await storeUser(ctx, { ...listed, license_end_date: null })
    expect((await userPage(ctx)).items[0]).toEqual({ ...listed, version })
    await storeUser(ctx, { id, email: 'artik@ornek.test' })
    const required = invalid('Kullanıcı adı ve e-posta zorunlu.', 'email')
    await expectRefusal(storeUser(ctx, { id, email: '' }), required)
  })

  test('a common password, or one made of the names, is refused', async () => {
    const ctx = await admin()
    const common = invalid('Bu parola çok bilinen parolalardan. Başka bir parola seçin.', 'new_password')
    await expectRefusal(storeUser(ctx, { new_password: 'Password1' }), common)
    const { id } = await storeUser(ctx, { company_name: 'Işık Oto' })
    const ofNames = invalid(
      'Parola kullanıcı ya da firma adına çok benziyor. Başka bir parola seçin.',
      'new_password',
    )
    await expectRefusal(storeUser(ctx, { id, new_password: 'ışıkoto-34' }), ofNames)
    const renamed = { id, company_name: 'Boğaz Motor', new_password: 'bogazmotor1' }
    await expectRefusal(storeUser(ctx, renamed), ofNames)
    expect(await getUser(ctx, { id })).toMatchObject({ company_name: 'Işık Oto' })
  })

  test('a password that no login accepts is refused', async () => {
    const ctx = await admin()
    const { id, version } = await storeUser(ctx)
    const short = invalid('Parola en az 4 karakter olmalı.', 'new_password')
    await expectRefusal(storeUser(ctx, { id, new_password: 'abc' }), short)
    const tooShort = invalid('Yeni parola en az 8 karakter olmalı.', 'new_password')
    await expectRefusal(storeUser(ctx, { id, new_password: 'yediser' }), tooShort)
    expect((await userPage(ctx)).items[0]).toMatchObject({ id, version })
  })
})

describe('a deleted user', () => {
  test('a deleted user is logged out at once, and the data of the shop stays', async () => {
    const ctx = await admin()
    const user = await buildUser(db)
    await startSession(db, user)
    await db
      .insertInto('feedback')
      .values({ ...FEEDBACK, shop_id: user.id })
      .execute()
    await deleteUser(ctx, { id: user.id })
    expect(await sessionsOf(db, user)).toEqual([])
    await expectRefusal(legacyLogin(anonymous(db), user), {
      code: 'INVALID',
      message: 'Kullanıcı adı veya parola hatalı.',
    })
    expect((await listAllUsers(ctx)).some(({ id }) => id === user.id)).toBe(false)
    const kept = await db.selectFrom('feedback').where('shop_id', '=', user.id).select('id').execute()
    expect(kept).toHaveLength(1)
    await expectRefusal(deleteUser(ctx, { id: user.id }), notFound)
  })

  test('administrators cannot delete themselves', async () => {
    const ctx = await admin()
    const own = { id: ctx.actor.shop }
    await expectRefusal(deleteUser(ctx, own), invalid('Kendi hesabınızı silemezsiniz.', 'id'))
    const demotion = storeUser(ctx, { ...own, auth: 0 })
    await expectRefusal(demotion, invalid('Kendi yönetici yetkinizi kaldıramazsınız.', 'auth'))
    expect((await listAllUsers(ctx)).find(({ id }) => id === own.id)).toMatchObject({ auth: 3 })
  })
})

test('every operation itself checks the role, and a former administrator is refused', async () => {
  const staff = userCtx(db, await buildUser(db))
  const list = { q: '', sort: 'id', dir: 'asc', page: 1, size: 10 } as const
  const saving = { id: 0, new_password: 'dört-nala', username: 'x', email: 'x@y' }
  await expectRefusal(listUsers(staff, list), forbidden)
  await expectRefusal(listAllUsers(staff), forbidden)
  await expectRefusal(getUser(staff, { id: 1 }), forbidden)
  await expectRefusal(saveUser(staff, saving), forbidden)
  await expectRefusal(deleteUser(staff, { id: 1 }), forbidden)
  await expectRefusal(endUserSessions(staff, { id: 1 }), forbidden)
  const demoted = userCtx(db, { ...(await buildUser(db)), auth: 3 })
  const target = await buildUser(db)
  await expectRefusal(storeUser(demoted, { id: target.id, auth: 3 }), forbidden)
  await expectRefusal(storeUser(demoted), forbidden)
  await expectRefusal(deleteUser(demoted, { id: target.id }), forbidden)
  await expectRefusal(endUserSessions(demoted, { id: target.id }), forbidden)
  const stored = await db.selectFrom('users').where('id', '=', target.id).selectAll().executeTakeFirst()
  expect(stored).toMatchObject({ auth: 0, deleted_at: null, version: 1 })
})
