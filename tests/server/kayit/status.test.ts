import * as fc from '#tests/support/setup/fast-check.ts'
import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'

import type { UserCtx } from '#server/platform/core/context.ts'
import { deleteKayit, getKayit } from '#server/kayit/operations.ts'
import { setStatus } from '#server/kayit/status.ts'
import { statusInput } from '#shared/kayit/status.ts'

import { engine, testDatabase } from '#tests/support/database/database.ts'
import { buildUser, userCtx } from '#tests/support/rows/factories.ts'
import { build, list } from '#tests/support/rows/kayit.ts'
import { expectRefusal } from '#tests/support/rows/refusal.ts'
import { countedTotals, storedTotals } from '#tests/support/rows/stats.ts'

const db = await testDatabase()
const shop = async () => userCtx(db, await buildUser(db))

let keys = 0
type Change = z.input<typeof statusInput>['kayitlar'][number]
const change = (ctx: UserCtx, kayitlar: Change[], key = `anahtar-${++keys}`) =>
  setStatus(ctx, z.parse(statusInput, { kayitlar, key }))
const read = async (ctx: UserCtx, kayit_id: number) => {
  const { kayit, version } = await getKayit(ctx, { kayit_id })
  return { durum: kayit.durum, cikis_tarihi: kayit.cikis_tarihi, version }
}
const oil = { islem_adi: 'Yağ', islem_adet: 2, fiyat_kurus: 10_005 }

describe('the status of records', () => {
  test('a record that is completed without an exit date left today, everything else stays', async () => {
    const ctx = await shop()
    const before = await build(ctx, { giris_tarihi: '2026-11-10', aciklama: 'Not' }, [oil])
    const { id } = before.kayit
    const answer = await change(ctx, [{ kayit_id: id, version: 1, durum: 'Tamamlandı' }])
    const status = { durum: 'Tamamlandı', cikis_tarihi: '2026-11-21' }
    expect(answer).toEqual({ kayitlar: [{ kayit_id: id, version: 2, ...status }] })
    expect(await getKayit(ctx, { kayit_id: id })).toEqual({
      ...before,
      kayit: { ...before.kayit, ...status },
      version: 2,
    })
    expect((await list(ctx, { durum: 'Tamamlandı' })).items).toHaveLength(1)
  })

  test('an exit date that is there stays, and a sent one is stored, so that a change can be undone', async () => {
    const ctx = await shop()
    const { id } = (await build(ctx, { cikis_tarihi: '2026-11-02' })).kayit
    await change(ctx, [{ kayit_id: id, version: 1, durum: 'Tamamlandı' }])
    expect(await read(ctx, id)).toEqual({ durum: 'Tamamlandı', cikis_tarihi: '2026-11-02', version: 2 })
    await change(ctx, [{ kayit_id: id, version: 2, durum: 'Tamamlandı', cikis_tarihi: null }])
    expect(await read(ctx, id)).toEqual({ durum: 'Tamamlandı', cikis_tarihi: null, version: 3 })
  })

  test('a repeated call returns the first result and changes nothing', async () => {
    const ctx = await shop()
    const { id } = (await build(ctx)).kayit
    const changes = [{ kayit_id: id, version: 1, durum: 'Tamamlandı' }]
    const first = await change(ctx, changes, 'tekrar-anahtari')
    expect(await change(ctx, changes, 'tekrar-anahtari')).toEqual(first)
    expect(await read(ctx, id)).toMatchObject({ version: 2 })
    const other = change(ctx, [{ kayit_id: id, version: 2, durum: 'İptal' }], 'tekrar-anahtari')
    await expectRefusal(other, { code: 'INVALID', message: 'Gönderilen bilgiler geçersiz.' })
  })
})

describe('a change that is refused changes nothing', () => {
  const pair = async (ctx: UserCtx) => [(await build(ctx)).kayit.id, (await build(ctx)).kayit.id] as const

  test('a record that has changed since is a conflict, for one and for several', async () => {
    const ctx = await shop()
    const [first, second] = await pair(ctx)
    await change(ctx, [{ kayit_id: second, version: 1, durum: 'Beklemede' }])
    const late = (ids: number[]) => {
      const changes = ids.map((kayit_id) => ({ kayit_id, version: 1, durum: 'Tamamlandı' }))
      return change(ctx, changes)
    }
    await expectRefusal(late([second]), {
      code: 'CONFLICT',
      message: 'Kayıt bu arada değiştirildiği için durum aynı kaldı. Yenilenen listeden tekrar deneyin.',
    })
    await expectRefusal(late([first, second]), {
      code: 'CONFLICT',
      message:
        'Seçilenlerden biri bu arada değiştirildiği için hiçbirinin durumu değişmedi. Yenilenen listeden tekrar deneyin.',
    })
    expect(await read(ctx, first)).toEqual({ durum: 'Devam Ediyor', cikis_tarihi: null, version: 1 })
  })

  test('a deleted record and one of another shop are not found', async () => {
    const ctx = await shop()
    const [first, second] = await pair(ctx)
    await deleteKayit(ctx, { kayit_id: second })
    const foreign = (await build(await shop())).kayit.id
    for (const missing of [second, foreign, 999_999]) {
      const changes = [first, missing].map((kayit_id) => ({ kayit_id, version: 1, durum: 'Tamamlandı' }))
      await expectRefusal(change(ctx, changes), { code: 'NOT_FOUND', message: 'Kayıt bulunamadı.' })
    }
    expect(await read(ctx, first)).toMatchObject({ version: 1 })
  })

  test.each([
    ['no record', [], 'Gönderilen bilgiler geçersiz.'],
    ['a record twice', [1, 1], 'Gönderilen bilgiler geçersiz.'],
    [
      '101 records',
      Array.from({ length: 101 }, (_, id) => id + 1),
      'Tek seferde en fazla 100 kaydın durumu değiştirilebilir.',
    ],
  ])('%s is refused', (_name, ids, message) => {
    const kayitlar = ids.map((kayit_id) => ({ kayit_id, version: 1, durum: 'Tamamlandı' }))
    const { error } = z.safeParse(statusInput, { kayitlar, key: 'anahtar-x' })
    expect(error?.issues.map((issue) => issue.message)).toEqual([message])
  })
})

test('a recount gives the same totals after any changes, one by one or together', async () => {
  const status = fc.constantFrom('Devam Ediyor', 'Tamamlandı', 'İptal', 'Beklemede', '')
  const days = ['2026-11-30', '2026-12-01', null]
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(fc.tuple(fc.nat(2), status), { minLength: 1, maxLength: 3 }), { maxLength: 4 }),
      async (rounds) => {
        const ctx = await shop()
        const ids: number[] = []
        for (const giris_tarihi of days) ids.push((await build(ctx, { giris_tarihi }, [oil])).kayit.id)
        for (const round of rounds) {
          const wanted = new Map(round.map(([place, durum]) => [ids[place] ?? 0, durum]))
          const changes: Change[] = []
          for (const [kayit_id, durum] of wanted)
            changes.push({ kayit_id, durum, version: (await read(ctx, kayit_id)).version })
          await change(ctx, changes)
        }
        const { user } = ctx.actor
        expect(await storedTotals(db, user)).toEqual(await countedTotals(db, user))
      },
    ),
    // On pg-mem the test only checks that it supports the statements.
    { numRuns: engine === 'pg-mem' ? 4 : 15 },
  )
})
