import { expect, test } from 'vitest'
import * as z from 'zod/mini'

import { mergeLinked } from '#server/directory/merge.ts'
import { earlierVisits } from '#server/history/earlier.ts'
import { deleteKayit } from '#server/kayit/operations.ts'
import { earlierVisits as schema } from '#shared/history/schema.ts'
import { testDatabase } from '#tests/support/database/database.ts'
import { buildUser, userCtx } from '#tests/support/rows/factories.ts'
import { save } from '#tests/support/rows/kayit.ts'

const db = await testDatabase()
const DONE = { durum: 'Tamamlandı', cikis_tarihi: '2026-06-01' }
const items = (...names: string[]) =>
  names.map((islem_adi) => ({ islem_adi, islem_adet: 1, fiyat_kurus: 10_000 }))

test('a record knows the earlier visits of its car, the kilometres since and other open work', async () => {
  const ctx = userCtx(db, await buildUser(db))
  const add = async (info: object, ...names: string[]) =>
    (await save(ctx, { info: { plaka: '34 ABC 123', ...info }, islemler: items(...names) })).id
  await add({ giris_tarihi: '2025-01-01', ...DONE, km_bilgisi: 70_000 }, 'Triger')
  const oil = await add({ giris_tarihi: '2025-06-01', ...DONE, km_bilgisi: 80_000 }, 'Yağ', 'Filtre')
  const wrong = await add({
    plaka: '34 ABC 132',
    giris_tarihi: '2025-09-01',
    durum: 'İptal',
    cikis_tarihi: '2025-09-01',
  })
  const gone = await add({ giris_tarihi: '2025-10-01' }, 'Silinen')
  await deleteKayit(ctx, { kayit_id: gone })
  const now = await add({ giris_tarihi: '2026-01-01', km_bilgisi: 88_470 }, 'Balata')
  const later = await add({ giris_tarihi: '2026-02-01' })
  const { vehicle_id: id } = await db
    .selectFrom('kayit')
    .where('id', '=', wrong)
    .select('vehicle_id')
    .executeTakeFirstOrThrow()
  const { vehicle_id: into } = await db
    .selectFrom('kayit')
    .where('id', '=', now)
    .select('vehicle_id')
    .executeTakeFirstOrThrow()
  await mergeLinked(ctx, 'vehicle', { id: id ?? 0, into: into ?? 0 })

  const [found] = await earlierVisits(ctx, { kayit_ids: [now] })
  expect(z.parse(schema, found)).toEqual({
    kayit_id: now,
    vehicle_id: into,
    visits: 3,
    last: [
      { kayit_id: wrong, day: '2025-09-01', toplam_kurus: 0, durum: 'İptal', ilk_islem: '', islem_sayisi: 0 },
      {
        kayit_id: oil,
        day: '2025-06-01',
        toplam_kurus: 20_000,
        durum: 'Tamamlandı',
        ilk_islem: 'Yağ',
        islem_sayisi: 2,
      },
    ],
    km_since: 8_470,
    open_kayit_id: later,
    owed_kurus: 0,
    owed_count: 0,
  })
  expect(await earlierVisits(ctx, { kayit_ids: [gone, 0] })).toEqual([])
  const other = userCtx(db, await buildUser(db))
  expect(await earlierVisits(other, { kayit_ids: [now] })).toEqual([])
})
