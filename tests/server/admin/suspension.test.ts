import { describe, expect, test } from 'vitest'

import { legacyLogin, login } from '#server/auth/operations.ts'
import { beginPasskeyLogin, loginWithPasskey } from '#server/auth/passkey-login.ts'
import { legacyClient, pageClient, requests, testApp, testCookies } from '#tests/support/panel/app.ts'
import { anonymous, startSession } from '#tests/support/rows/auth.ts'
import { type Authenticator, ORIGIN, withPasskey } from '#tests/support/security/authenticator.ts'
import { testDatabase } from '#tests/support/database/database.ts'
import { buildUser, type TestUser } from '#tests/support/rows/factories.ts'
import { foldUserName } from '#shared/turkish.ts'
import { expectRefusal } from '#tests/support/rows/refusal.ts'

const db = await testDatabase()

const TOLD =
  'Hesabınız geçici olarak durduruldu. Ödeme bekleniyor. Kayıtlarınız duruyor. Bilgi için destek@ornek.test adresine yazın.'

/** Stores an administrator, and a shop with a member of staff. */
async function setting() {
  const [admin, owner] = [await buildUser(db, { auth: 3 }), await buildUser(db)]
  const member = await buildUser(db, { shop_id: owner.id, role: 'desk' })
  return { admin, owner, member, administration: pageClient(db, admin).admin }
}

const enter = (user: TestUser, password = user.password) =>
  login(anonymous(db), { ...user, password, remember: true, consentGiven: true })

describe('a suspended shop', () => {
  test('its open pages and tokens are refused with the reason, and count again once it is opened', async () => {
    const { owner, member, administration } = await setting()
    const page = pageClient(db, owner)
    const staff = pageClient(db, member)
    const programs = legacyClient(testApp(db), db, owner)
    const saved = await page.kayit.save({
      info: { musteri_adi_soyadi: 'Ali', plaka: '34 AB 12', giris_tarihi: '2026-11-03' },
    })
    expect((await programs.get('getKayitlar.php')).status).toBe(200)
    await staff.kayit.list({})

    await administration.suspendShop({ id: owner.id, reason: 'Ödeme bekleniyor' })
    for (const one of [page, staff]) {
      await expect(one.kayit.list({})).rejects.toMatchObject({
        code: 'FORBIDDEN',
        message: TOLD,
        field: 'suspended',
      })
      expect(await one.auth.session()).toMatchObject({ user: null, suspended: TOLD })
    }
    for (const call of [programs.get('getKayitlar.php'), programs.post('getSession.php', {})])
      expect(await call).toMatchObject({ status: 403, body: { success: false, message: TOLD } })

    await administration.openShop({ id: owner.id })
    expect((await page.kayit.get({ kayit_id: saved.kayit.id })).kayit.musteri_adi_soyadi).toBe('Ali')
    await staff.kayit.list({})
    expect((await programs.get('getKayitlar.php')).status).toBe(200)
  })

  test('a login says so only after the right password, which does not count as a failure', async () => {
    const { owner, member, administration } = await setting()
    await administration.suspendShop({ id: owner.id, reason: 'Ödeme bekleniyor' })
    for (const user of [owner, member]) {
      await expectRefusal(enter(user, 'yanlış parola'), {
        code: 'INVALID',
        message: 'Kullanıcı adı veya parola hatalı.',
      })
      for (let count = 0; count < 12; count++)
        await expectRefusal(enter(user), { code: 'INVALID', message: TOLD })
      await expectRefusal(legacyLogin(anonymous(db), user), { code: 'INVALID', message: TOLD })
      // The earlier failure stays, because it may be a trace of a breach.
      const failures = db.selectFrom('login_attempts').where('username_key', '=', foldUserName(user.username))
      expect(await failures.select('id').execute()).toHaveLength(1)
    }
    const { status, body } = await requests(testApp(db)).post('login.php', {
      username: owner.username,
      password: owner.password,
    })
    expect({ status, body }).toEqual({ status: 200, body: { success: false, message: TOLD } })
    await administration.openShop({ id: owner.id })
    expect(await enter(owner)).toMatchObject({ status: 'active' })
  })

  test('a passkey of the owner or of staff is refused with the reason too, until it is opened', async () => {
    const { owner, member, administration } = await setting()
    const [ofOwner, ofMember] = [await withPasskey(db, owner), await withPasskey(db, member)]
    const visitor = anonymous(db, { passkeyOrigin: ORIGIN })
    const signedIn = async (device: Authenticator) => {
      const { token, options } = await beginPasskeyLogin(visitor)
      const passkey = device.sign(options)
      return loginWithPasskey(visitor, { token, passkey, remember: true, consentGiven: true })
    }
    await administration.suspendShop({ id: owner.id, reason: 'Ödeme bekleniyor' })
    for (const device of [ofOwner, ofMember])
      await expectRefusal(signedIn(device), { code: 'INVALID', message: TOLD, field: 'pending' })
    await administration.openShop({ id: owner.id })
    // A user who has not accepted the notice is shown it.
    expect((await signedIn(ofOwner)).status).toBe('active')
    expect((await signedIn(ofMember)).status).toBe('consent')
  })

  test('a login that had begun before does not end in the page', async () => {
    const { owner, administration } = await setting()
    const cookies = testCookies()
    const page = pageClient(db, null, { cookies })
    const begun = await page.auth.login({ ...owner, remember: true })
    if (begun.status !== 'consent') throw new Error('no consent step')
    await administration.suspendShop({ id: owner.id, reason: 'Ödeme bekleniyor' })
    await expect(page.auth.acceptConsent({ pending: begun.pending, accepted: true })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      message: TOLD,
    })
    expect(cookies.session).toBeNull()
  })

  test('an administrator cannot suspend the own shop; one of two who suspend each other stays', async () => {
    const { admin, administration } = await setting()
    await expect(administration.suspendShop({ id: admin.id })).rejects.toMatchObject({
      message: 'Kendi firmanızı durduramazsınız.',
    })
    const other = await buildUser(db, { auth: 3 })
    const others = pageClient(db, other).admin
    await others.shops({})
    await administration.suspendShop({ id: other.id })
    await expect(others.suspendShop({ id: admin.id })).rejects.toMatchObject({ code: 'FORBIDDEN' })
  })

  test('staff and deleted shops are not found', async () => {
    const { owner, member, administration } = await setting()
    for (const id of [member.id, 2_000_000_000])
      await expect(administration.suspendShop({ id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await administration.deleteUser({ id: owner.id })
    await expect(administration.openShop({ id: owner.id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })
})

describe('the list of shops', () => {
  test('has staff, last use, licence and storage, and finds suspended and deleted ones', async () => {
    const { owner, member, administration } = await setting()
    const company_name = `Öz Ilgaz ${owner.id}`
    await administration.saveUser({ id: owner.id, company_name })
    await pageClient(db, owner).kayit.save({
      info: { musteri_adi_soyadi: 'Ali', plaka: '34 AB 12', giris_tarihi: '2026-11-03' },
    })
    await startSession(db, member)
    const one = async (state: 'current' | 'suspended' | 'deleted') =>
      (await administration.shops({ q: `ÖZ ILGAZ ${owner.id}`, state })).items
    expect(await one('current')).toMatchObject([
      { id: owner.id, staff: 1, last_used_at: expect.any(String), kayit_sayisi: null, suspended_at: null },
    ])
    expect(await administration.shop({ id: owner.id })).toMatchObject({ kayit_sayisi: 1, logo_bytes: 0 })
    expect(await one('suspended')).toEqual([])
    await administration.suspendShop({ id: owner.id })
    expect(await one('suspended')).toMatchObject([{ id: owner.id }])
    await administration.deleteUser({ id: owner.id })
    expect([await one('current'), await one('suspended')]).toEqual([[], []])
    expect(await one('deleted')).toMatchObject([{ id: owner.id, staff: 0 }])
  })

  test('the sessions of all users of a shop end at once', async () => {
    const { owner, member, administration } = await setting()
    for (const user of [owner, member, member]) await startSession(db, user)
    expect(await administration.endShopSessions({ id: owner.id })).toEqual({ ended: 3 })
    const left = await db
      .selectFrom('sessions')
      .where('user_id', 'in', [owner.id, member.id])
      .selectAll()
      .execute()
    expect(left).toEqual([])
  })
})

describe('licences of several shops', () => {
  const ends = async (ids: number[]) =>
    (
      await db.selectFrom('shops').where('id', 'in', ids).orderBy('id').select('license_end_date').execute()
    ).map((row) => row.license_end_date)
  const shopsOf = (users: TestUser[], version = 1) => users.map(({ id }) => ({ id, version }))

  test('a month or a year from each own end, or one date for all, with a change row each', async () => {
    const { administration } = await setting()
    const shops = [
      await buildUser(db, { license_end_date: '2027-01-31' }),
      await buildUser(db, { license_end_date: '2028-02-29' }),
    ]
    const ids = shops.map(({ id }) => id)
    await administration.changeLicenses({ shops: shopsOf(shops), step: { by: 'month' } })
    expect(await ends(ids)).toEqual(['2027-02-28', '2028-03-29'])
    await administration.changeLicenses({ shops: shopsOf(shops, 2), step: { by: 'year' } })
    expect(await ends(ids)).toEqual(['2028-02-28', '2029-03-29'])
    await administration.changeLicenses({ shops: shopsOf(shops, 3), step: { to: '31.12.2030' } })
    expect(await ends(ids)).toEqual(['2030-12-31', '2030-12-31'])
    const rows = await db
      .selectFrom('change')
      .where('shop_id', 'in', ids)
      .select(['shop_id', 'verb'])
      .execute()
    expect(rows).toHaveLength(6)
  })

  test('one without an end, changed meanwhile or missing: none changes', async () => {
    const { administration } = await setting()
    const [dated, undated] = [
      await buildUser(db, { license_end_date: '2027-01-31', company_name: 'Dolu Oto' }),
      await buildUser(db, { company_name: 'Boş Oto' }),
    ]
    const both = shopsOf([dated, undated])
    await expect(administration.changeLicenses({ shops: both, step: { by: 'year' } })).rejects.toMatchObject({
      message: expect.stringContaining('Boş Oto: lisans bitiş tarihi yok.'),
    })
    await expect(
      administration.changeLicenses({
        shops: [...shopsOf([dated]), { id: undated.id, version: 9 }],
        step: { to: '2030-01-01' },
      }),
    ).rejects.toMatchObject({ code: 'CONFLICT' })
    await expect(
      administration.changeLicenses({
        shops: [...shopsOf([dated]), { id: 2_000_000_000, version: 1 }],
        step: { to: '2030-01-01' },
      }),
    ).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect(await ends([dated.id, undated.id])).toEqual(['2027-01-31', null])
  })
})
