import { expect, test } from 'vitest'
import * as z from 'zod/mini'

import { getKayit } from '#server/kayit/operations.ts'
import { kayitInput } from '#shared/kayit/schema.ts'
import { testDatabase } from '#tests/support/database/database.ts'
import { buildUser, userCtx } from '#tests/support/rows/factories.ts'
import { build, save } from '#tests/support/rows/kayit.ts'

const db = await testDatabase()

const many = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    islem_adi: `İşlem ${index}`,
    islem_adet: 4,
    fiyat_kurus: 30_000,
  }))

test('1,000 items are stored, changed and reordered; 1,001 are refused', async () => {
  const ctx = userCtx(db, await buildUser(db))
  const { kayit, islemler } = await build(ctx, {}, many(1000))
  expect(islemler.map((item) => item.islem_adi)).toEqual(many(1000).map((item) => item.islem_adi))
  const reversed = islemler.toReversed().map((item) => ({ ...item, islem_adet: 5 }))
  await save(ctx, { id: kayit.id, info: {}, islemler: reversed })
  expect((await getKayit(ctx, { kayit_id: kayit.id })).islemler).toEqual(reversed)

  const { error } = z.safeParse(kayitInput, { info: {}, islemler: many(1001) })
  const message = 'Bir kayda en fazla 1.000 işlem eklenebilir.'
  expect(error?.issues).toMatchObject([{ message, path: ['islemler'] }])
})
