import { sql } from 'kysely'
import { Migrator } from 'kysely/migration'
import { expect, test } from 'vitest'

import { migrateToLatest } from '#server/platform/db/migrate.ts'
import { allowRequests, REQUEST_ROLE } from '#server/platform/db/request-role.ts'
import { rederiveExpenses } from '#server/expense/queries.ts'
import { islemRow, kayitRow } from '#server/kayit/derived.ts'
import { rebuildOutdated } from '#server/commands/jobs/rebuild.ts'
import { fillLinks } from '#server/kayit/fill-links.ts'
import { allTimeTotals, topOperations } from '#server/stats/queries.ts'
import { recountTotals } from '#server/stats/recount.ts'
import { testDatabase } from '#tests/support/database/database.ts'
import { formerUser, withFormerNames } from '#tests/support/database/former-names.ts'
import { titles } from '#tests/support/rows/expense.ts'
import { TEST_NOW, userCtx } from '#tests/support/rows/factories.ts'
import { storedMemory } from '#tests/support/rows/items.ts'
import { storedTotals } from '#tests/support/rows/stats.ts'

// oxlint-disable-next-line no-restricted-imports -- migrations are next to the server and have no # name.
import { migrations } from '#migrations/index.ts'

const db = await testDatabase()

const fields = {
  musteri_adi_soyadi: 'Ayşe Işık',
  musteri_tel: '0532 123',
  musteri_talebi: '',
  sasi_no: '',
  arac_marka: '',
  arac_model: '',
  km_bilgisi: null,
  model_yili: null,
  motor_no: '',
  tc_vergino: '',
  plaka: '34 A 1',
  aciklama: '',
  private_note: '',
  cikis_tarihi: null,
  kayit_tarihi: '2026-11-21',
}

const one = { count: 1, priced_count: 1, toplam_kurus: 99_999 }

/** Restores the schema from before the totals of months. */
async function beforeTotals(): Promise<void> {
  await sql`drop schema public cascade`.execute(db)
  await sql`create schema public`.execute(db)
  const migrator = new Migrator({ db, provider: { getMigrations: () => Promise.resolve(migrations) } })
  const { error } = await migrator.migrateTo('20261121T0910_postgres_indexes')
  if (error !== undefined) throw error
  // A later migration drops the column, so the present code does not fill it.
  await sql`alter table kayit alter plaka_key set default ''`.execute(db)
}

test('the migration to totals counts existing entries and makes them sortable and searchable', async () => {
  await beforeTotals()
  const users = [await formerUser(db, 'ilk'), await formerUser(db, 'ikinci')]
  for (const { id } of users)
    for (const [giris_tarihi, durum, deleted_at] of [
      ['2026-10-31', 'Tamamlandı', null],
      ['2026-11-01', 'İptal', null],
      ['2026-11-30', 'iptal edildi', null],
      ['2026-11-30', '', TEST_NOW],
      [null, 'Devam Ediyor', null],
    ] as const) {
      const line = { islem_adi: 'Yağ', islem_adet: 3, fiyat_kurus: 33_333 }
      // Later migrations add the private note and more search texts.
      const {
        private_note: _,
        search_phone: __,
        search_plain: ___,
        ...row
      } = kayitRow(id, { ...fields, giris_tarihi, durum }, [line])
      const kayit = await db
        .insertInto('kayit')
        .values(withFormerNames('kayit', { ...row, deleted_at }))
        .returning('id')
        .executeTakeFirstOrThrow()
      await db
        .insertInto('islem')
        .values(
          [line, { ...line, islem_adi: 'Şasi' }].map((item, position) => {
            // A later migration adds the kind.
            const { kind: ____, ...added } = islemRow({ shop_id: id, id: kayit.id }, item, position)
            return withFormerNames('islem', added)
          }),
        )
        .execute()
    }
  for (const { id } of users)
    for (const [title, spend_date, deleted] of [
      ['Şube', '2026-11-01', false],
      ['Çay', '2026-12-31', false],
      ['Silinen', '2026-11-02', true],
    ] as const)
      await sql`insert into expense (user_id, title, amount_kurus, spend_date, ara, deleted_at)
        values (${id}, ${title}, 1250, ${spend_date}, 'eski', ${deleted ? TEST_NOW : null})`.execute(db)

  await migrateToLatest(db)
  await allowRequests(db, REQUEST_ROLE)
  for (const user of users) {
    expect(await storedTotals(db, user.id)).toEqual({
      days: [
        { month: '2026-10-01', day: '2026-10-31', durum: 'Tamamlandı', ...one },
        { month: '2026-11-01', day: '2026-11-01', durum: 'İptal', ...one },
        { month: '2026-11-01', day: '2026-11-21', durum: 'Devam Ediyor', ...one },
        { month: '2026-11-01', day: '2026-11-30', durum: 'iptal edildi', ...one },
      ],
      operations: [
        { month: '2026-10-01', islem_adi_upper: 'YAĞ', count: 3, gelir_kurus: 99_999 },
        { month: '2026-10-01', islem_adi_upper: 'ŞASİ', count: 3, gelir_kurus: 99_999 },
        { month: '2026-11-01', islem_adi_upper: 'YAĞ', count: 9, gelir_kurus: 199_998 },
        { month: '2026-11-01', islem_adi_upper: 'ŞASİ', count: 9, gelir_kurus: 199_998 },
      ],
      statuses: [
        { month: '2026-10-01', durum: 'Tamamlandı', count: 1, toplam_kurus: 99_999, spent_kurus: 0 },
        { month: '2026-11-01', durum: '', count: 0, toplam_kurus: 0, spent_kurus: 1_250 },
        { month: '2026-11-01', durum: 'Devam Ediyor', count: 1, toplam_kurus: 99_999, spent_kurus: 0 },
        { month: '2026-11-01', durum: 'iptal edildi', count: 1, toplam_kurus: 99_999, spent_kurus: 0 },
        { month: '2026-11-01', durum: 'İptal', count: 1, toplam_kurus: 99_999, spent_kurus: 0 },
        { month: '2026-12-01', durum: '', count: 0, toplam_kurus: 0, spent_kurus: 1_250 },
      ],
      makes: [
        { month: '2026-10-01', arac_marka: '', count: 1, gelir_kurus: 99_999 },
        { month: '2026-11-01', arac_marka: '', count: 3, gelir_kurus: 199_998 },
      ],
    })
  }
  for (const { id } of users)
    expect(await allTimeTotals({ db, actor: { shop: id } })).toEqual({
      toplam_kayit_sayisi: 4,
      toplam_gelir_kurus: 299_997,
      toplam_gider_kurus: 2_500,
    })
  const texts = await db.selectFrom('kayit').select(['search_phone', 'search_plain']).distinct().execute()
  expect(texts).toEqual([{ search_phone: '0532123', search_plain: 'ayse isik' }])
  expect(await fillLinks(db, TEST_NOW)).toBe(10)
  for (const { id } of users) expect(await rederiveExpenses({ db, actor: { shop: id } })).toBe(3)
  await rebuildOutdated(db, TEST_NOW)
  for (const { id } of users) {
    const names = await storedMemory(db, id)
    const last = { last_day: '2026-11-30', uses: 4, price_kurus: 33_333, quantity: 3 }
    expect(names).toMatchObject([
      { name_key: 'YAĞ', name: 'Yağ', search_text: ' yag', ...last },
      { name_key: 'ŞASİ', name: 'Şasi', search_text: ' sasi', ...last },
    ])
  }
  for (const { id } of users) {
    const top = await topOperations({ db, actor: { shop: id } }, { month: '2026-11-01' })
    expect(top.map((row) => row.islem_adi_upper)).toEqual(['ŞASİ', 'YAĞ'])
    const kept = [await storedTotals(db, id), await storedMemory(db, id)]
    await recountTotals(db)
    expect([await storedTotals(db, id), await storedMemory(db, id)]).toEqual(kept)
  }

  for (const user of users) {
    expect(await rederiveExpenses({ db, actor: { shop: user.id } })).toBe(0)
    const ctx = userCtx(db, user)
    expect(await titles(ctx, { sort: 'title', dir: 'asc' })).toEqual(['Çay', 'Şube'])
    expect(await titles(ctx, { q: 'ŞUBE' })).toEqual(['Şube'])
  }
})
