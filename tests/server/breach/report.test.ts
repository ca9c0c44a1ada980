import { describe, expect, test } from 'vitest'

import { readOptions } from '#server/breach/options.ts'
import { breachReport } from '#server/breach/report.ts'
import { reportWords } from '#server/breach/words.ts'
import { recordChange } from '#server/core/changes.ts'
import { pageClient } from '#tests/support/app.ts'
import { startSession } from '#tests/support/auth.ts'
import { testDatabase } from '#tests/support/database.ts'
import { buildUser, TEST_NOW, userCtx } from '#tests/support/factories.ts'

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
          { username: user.username, changes: 2, exports: 1, exported_rows: 17, addresses: ['203.0.113.7'] },
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
      'Bu sürede yedek indirilmedi.',
    ])
      expect(words).toContain(part)
    expect(words).not.toContain('Başka Oto')
  })

  test('a downloaded backup concerns all shops, and outside of the time there is nothing', async () => {
    const { user, ctx } = await shop('Yedek Oto')
    await recordChange(ctx, { noun: 'backup', id: null, verb: 'read', title: 'yedek.tar.gz' })
    const report = await breachReport(db, { ...DAY, shop: user.id })
    expect(report.backups).toMatchObject([{ by: user.username, title: 'yedek.tar.gz' }])
    expect(reportWords(report)).toContain('BÜTÜN firmaların')
    const before = { since: new Date('2025-01-01'), until: new Date('2025-01-02'), shop: user.id }
    expect(await breachReport(db, before)).toMatchObject({ backups: [], shops: [], failed_logins: [] })
  })

  test('who only had a session open is named', async () => {
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
  ])('refuses %j', (given) => {
    expect(() => readOptions(given, TEST_NOW)).toThrow(/Kullanım|tarih/)
  })
})
