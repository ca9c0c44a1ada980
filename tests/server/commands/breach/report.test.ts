import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'

import { createSession } from '#server/auth/sessions.ts'
import { beginAttempt } from '#server/auth/throttle.ts'
import { readOptions, breachReport } from '#server/commands/breach/report.ts'
import { reportWords } from '#server/commands/breach/words.ts'
import { recordChange } from '#server/platform/core/changes.ts'
import { foldUserName } from '#shared/turkish.ts'
import { pageClient } from '#tests/support/panel/app.ts'
import { startSession } from '#tests/support/rows/auth.ts'
import { testDatabase } from '#tests/support/database/database.ts'
import { baseCtx, buildUser, TEST_NOW, userCtx } from '#tests/support/rows/factories.ts'
import { buildMember } from '#tests/support/rows/staff.ts'

const db = await testDatabase()
const DAY = { since: new Date('2026-11-21T00:00:00+03:00'), until: new Date('2026-11-21T23:59:59+03:00') }

async function shop(company_name: string) {
  const user = await buildUser(db, { company_name })
  const page = pageClient(db, user)
  const { kayit } = await page.kayit.save({
    info: { musteri_adi_soyadi: 'Ali Usta', plaka: '34 AB 12', giris_tarihi: '2026-11-03' },
  })
  await page.kayit.save({ id: kayit.id, info: { aciklama: 'x' } })
  return { user, ctx: userCtx(db, user) }
}

describe('the report of a breach', () => {
  test('names shop, people, categories, exports and the networks of the time', async () => {
    const { user, ctx } = await shop('Delik Oto')
    const other = await shop('Başka Oto')
    const exported = { noun: 'export', id: null, verb: 'read', title: 'kayitlar.csv' } as const
    await recordChange(ctx, { ...exported, detail: { count: 17, format: 'CSV' } })
    await db
      .insertInto('known_places')
      .values({ user_id: user.id, place: 'address:203.0.113.7', last_login_at: TEST_NOW })
      .execute()
    const report = await breachReport(db, { ...DAY, shop: user.id })
    expect(report.shops).toMatchObject([
      {
        id: user.id,
        name: 'Delik Oto',
        categories: ['kimlik', 'iletişim', 'araç', 'finans'],
        changed: { kayit: 1 },
        exports: [{ by: user.username, title: 'kayitlar.csv', rows: 17 }],
        stored: { records: 1, customers: 1, people: 1 },
        by: [
          {
            username: user.username,
            changes: 2,
            exports: 1,
            exported_rows: 17,
            addresses: [{ address: '203.0.113.7', last_login: TEST_NOW }],
          },
        ],
      },
    ])
    const byName = await breachReport(db, { ...DAY, user: user.username.replaceAll('a', 'A') })
    expect(byName.shops.map(({ id }) => id)).toEqual([user.id])
    const all = (await breachReport(db, DAY)).shops.map(({ id }) => id)
    expect(all).toEqual(expect.arrayContaining([user.id, other.user.id]))
    const words = reportWords(report)
    for (const part of [
      'Delik Oto',
      '1 servis kaydı',
      '17 satır',
      '203.0.113.7',
      'Bu sürede panelden yedek alınmadı ve indirilmedi.',
    ])
      expect(words).toContain(part)
    expect(words).not.toContain('Başka Oto')
  })

  test('a downloaded backup concerns every shop, whichever shop is reported', async () => {
    const { user } = await shop('Yedek Oto')
    const admin = await buildUser(db, { auth: 3 })
    await recordChange(userCtx(db, admin), { noun: 'backup', id: null, verb: 'create' })
    const name = 'yedek.tar.gz'
    await recordChange(userCtx(db, admin), { noun: 'backup', id: null, verb: 'read', title: name })
    const quiet = await buildUser(db, { company_name: 'Sessiz Oto' })
    for (const question of [{ shop: user.id }, { shop: quiet.id }, { user: admin.username }, {}]) {
      const report = await breachReport(db, { ...DAY, ...question })
      expect(report.backups).toMatchObject([
        { by: admin.username, what: 'made' },
        { by: admin.username, what: 'downloaded', title: name },
      ])
      expect(reportWords(report)).toContain('BÜTÜN firmaların')
      const asked = 'shop' in question ? [question.shop] : [user.id, quiet.id]
      expect(report.shops.map(({ id }) => id)).toEqual(expect.arrayContaining(asked))
    }
    const ofOther = await breachReport(db, { ...DAY, user: quiet.username })
    expect(ofOther).toMatchObject({ backups: [], shops: [] })
    const before = { since: new Date('2025-01-01'), until: new Date('2025-01-02'), shop: user.id }
    expect(await breachReport(db, before)).toMatchObject({ backups: [], shops: [], failed_logins: [] })
    await db.deleteFrom('change').where('actor_id', '=', admin.id).execute()
  })

  test('a backup that was only made is named, and concerns no shop yet', async () => {
    const { user } = await shop('Yedeksiz Oto')
    const admin = await buildUser(db, { auth: 3 })
    await recordChange(userCtx(db, admin), { noun: 'backup', id: null, verb: 'create' })
    const report = await breachReport(db, { ...DAY, shop: user.id })
    expect(report.backups).toMatchObject([{ by: admin.username, what: 'made' }])
    expect(reportWords(report)).toContain('Yedek alındı, indirilmedi.')
    const quiet = await buildUser(db)
    expect((await breachReport(db, { ...DAY, shop: quiet.id })).shops).toEqual([])
    await db.deleteFrom('change').where('actor_id', '=', admin.id).execute()
  })

  test("one customer's data as a file names the customer", async () => {
    const { user, ctx } = await shop('Müşteri Oto')
    const read = { noun: 'customer', id: 5, verb: 'read', title: 'Ali Usta' } as const
    await recordChange(ctx, { ...read, detail: { count: 3, format: 'PDF' } })
    const report = await breachReport(db, { ...DAY, shop: user.id })
    expect(report.shops).toMatchObject([
      {
        exports: [{ by: user.username, what: 'customer', title: 'Ali Usta', rows: 3 }],
        by: [{ exports: 1, exported_rows: 3 }],
      },
    ])
    expect(reportWords(report)).toContain('bir müşterinin bütün verileri: Ali Usta  3 kayıt')
  })

  test('the report names changes of accounts, also for the person whose account it was', async () => {
    const { user, ctx } = await shop('Hesap Oto')
    const page = pageClient(db, user)
    const member = await page.staff.save({ username: `ece-${user.id}`, new_password: 'Ayva-Reçeli-71' })
    await page.staff.makeResetLink({ id: member.id })
    const own = { noun: 'user', id: user.id } as const
    for (const verb of ['factor-off', 'passkey-add', 'passkey-remove'] as const)
      await recordChange(ctx, { ...own, verb, title: 'Telefon' })
    const report = await breachReport(db, { ...DAY, shop: user.id })
    const title = `ece-${user.id}`
    expect(report.shops[0]?.accounts).toMatchObject([
      { by: user.username, what: 'create', title },
      { by: user.username, what: 'reset-link', title },
      { what: 'factor-off' },
      { what: 'passkey-add' },
      { what: 'passkey-remove' },
      { what: 'open-link', title },
    ])
    const words = reportWords(report)
    for (const part of ['hesap açıldı', 'parola bağlantısı yapıldı', 'geçiş anahtarı eklendi'])
      expect(words).toContain(part)
    const ofMember = await breachReport(db, { ...DAY, user: title })
    expect(ofMember.shops[0]?.accounts.map(({ what }) => what)).toEqual(['create', 'reset-link', 'open-link'])
  })

  test('logins from new devices, and a login that waits for its code, are named', async () => {
    const { user } = await shop('Cihaz Oto')
    const member = await buildMember(db, user)
    const news = { user_id: member.id, at: TEST_NOW, address: '198.51.100.x', dismissed_at: null }
    const user_agent = 'Mozilla/5.0 (Windows NT 10.0) Firefox/140.0'
    await db
      .insertInto('new_login')
      .values({ ...news, user_agent, method: 'code' })
      .execute()
    await createSession(baseCtx(db), { userId: member.id, kind: 'code', remember: false })
    for (const question of [{ shop: user.id }, { user: member.username }]) {
      const report = await breachReport(db, { ...DAY, ...question })
      const people = report.shops.flatMap(({ by }) => by)
      expect(people.find(({ username }) => username === member.username)).toMatchObject({
        new_devices: [{ address: '198.51.100.x', method: 'code', browser: user_agent }],
        sessions: [{ kind: 'code', method: 'password' }],
      })
      expect(reportWords(report)).toMatch(/YENİ CİHAZDAN GİRİŞ .*198\.51\.100\.x {2}Windows, Firefox/)
      expect(reportWords(report)).toContain('parola doğru, kod bekliyor')
    }
  })

  test('the report finds accesses that were used within the time, whatever came later', async () => {
    const { user } = await shop('Sonra Oto')
    const later = new Date('2026-11-24T09:00:00Z')
    await db
      .insertInto('known_places')
      .values({ user_id: user.id, place: 'address:203.0.113.9', last_login_at: later })
      .execute()
    // A use within the last minute has not been stored yet.
    const since = new Date(TEST_NOW.getTime() + 60_000)
    const { shops } = await breachReport(db, { since, until: DAY.until, shop: user.id })
    expect(shops).toMatchObject([
      {
        by: [{ sessions: [{}], addresses: [{ address: '203.0.113.9', last_login: later }] }],
      },
    ])
  })

  test('failed passwords, codes, links and passkeys are counted separately', async () => {
    const { user } = await shop('Deneme Oto')
    const ctx = baseCtx(db)
    const other = await buildUser(db)
    const key = foldUserName(user.username)
    await beginAttempt(ctx, key)
    await beginAttempt(ctx, key, 'code')
    await beginAttempt(ctx, key, 'code')
    await beginAttempt(ctx, foldUserName(other.username))
    await beginAttempt(ctx, '', 'link')
    await beginAttempt(ctx, '', 'passkey')
    const report = await breachReport(db, { ...DAY, shop: user.id })
    const address = '192.0.2.1'
    expect(report.failed_logins).toEqual([
      { username: '', what: 'passkey', address, count: 1 },
      { username: '', what: 'link', address, count: 1 },
      { username: key, what: 'code', address, count: 2 },
      { username: key, what: 'password', address, count: 1 },
    ])
    expect(reportWords(report)).toContain(`${key}  doğrulama kodu  192.0.2.1  2 deneme`)
  })

  test('the report names a permanently erased shop by its number', async () => {
    const erased = { at: TEST_NOW, kind: 'shop', subject_id: 987_654, by_user: 1, reason: 'x' } as const
    await db
      .insertInto('erasure_register')
      .values({ ...erased, counts: sql<string>`'{}'::jsonb` })
      .execute()
    const report = await breachReport(db, { ...DAY, shop: 987_654 })
    expect(report.erased).toEqual([{ at: TEST_NOW, kind: 'shop', id: 987_654 }])
    expect(reportWords(report)).toContain('firma no 987654')
  })

  test('the report names a shop that was erased after the time, because its traces are gone too', async () => {
    const at = new Date('2026-11-23T12:00:00+03:00')
    const erased = { at, kind: 'shop', subject_id: 987_655, by_user: 1, reason: 'x' } as const
    await db
      .insertInto('erasure_register')
      .values({ ...erased, counts: sql<string>`'{}'::jsonb` })
      .execute()
    const report = await breachReport(db, { ...DAY, shop: 987_655 })
    expect(report.erased).toEqual([{ at, kind: 'shop', id: 987_655 }])
  })

  test('a user or shop that was never there is refused: without traces it would read as if nothing happened', async () => {
    const member = await buildMember(db, await buildUser(db))
    await expect(breachReport(db, { ...DAY, user: 'yok böyle biri' })).rejects.toThrow(
      '"yok böyle biri" adında bir kullanıcı yok.',
    )
    await expect(breachReport(db, { ...DAY, shop: 987_656 })).rejects.toThrow(
      '987656 numaralı bir firma yok.',
    )
    await expect(breachReport(db, { ...DAY, shop: member.id })).rejects.toThrow('numaralı bir firma yok.')
  })

  test('days are written as everywhere in the panel', async () => {
    const [since, until] = [new Date('2026-01-02T00:00:00+03:00'), new Date('2026-02-03T23:59:00+03:00')]
    expect(reportWords(await breachReport(db, { since, until }))).toContain(
      'İhlal raporu: 02.01.2026 00:00 – 03.02.2026 23:59',
    )
  })

  test('the report names a person who only had a session open', async () => {
    const user = await buildUser(db, { company_name: 'Açık Oto' })
    await startSession(db, user)
    const { shops } = await breachReport(db, { ...DAY, shop: user.id })
    expect(shops).toMatchObject([{ categories: [], changed: {}, by: [{ changes: 0, sessions: [{}] }] }])
  })
})

describe('the command line', () => {
  test('days count whole in Istanbul; an instant has its zone', () => {
    const read = readOptions(
      ['--since', '24.11.2026', '--until', '2026-11-24', '--json', '--shop', '7'],
      TEST_NOW,
    )
    expect(read).toEqual({
      since: new Date('2026-11-23T21:00:00Z'),
      until: new Date('2026-11-24T20:59:59.999Z'),
      isJson: true,
      shop: 7,
    })
    expect(readOptions(['--since', '2026-11-20T10:00+03:00'], TEST_NOW)).toEqual({
      since: new Date('2026-11-20T07:00:00Z'),
      until: TEST_NOW,
      isJson: false,
    })
  })

  test.each([
    [[]],
    [['--since']],
    [['--since', 'dün']],
    [['--since', '2026-11-24', '--until', '2026-11-01']],
    [['--since', '2026-11-01', '--user', 'a', '--shop', '1']],
    [['--since', '2026-11-01', '--shop', 'x']],
    [['--nope', '1']],
    [['--since', '2026-11-01', '--user', 'a', '--user', 'b']],
  ])('refuses %j', (given) => {
    expect(() => readOptions(given, TEST_NOW)).toThrow(/Kullanım|tarih/)
  })
})
