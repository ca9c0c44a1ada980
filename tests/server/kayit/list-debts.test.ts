import * as fc from '#tests/support/setup/fast-check.ts'
import { expect, test } from 'vitest'

import { kayitBook } from '#server/kayit/export.ts'
import { countBook } from '#server/kayit/operations.ts'
import { saveAccountsStart } from '#server/payment/operations.ts'
import { kayitExportInput } from '#shared/export/schema.ts'
import { OWED_STATES } from '#shared/options.ts'
import { testDatabase } from '#tests/support/database/database.ts'
import { cellsOf, inputOf } from '#tests/support/documents/export.ts'
import { buildUser, userCtx } from '#tests/support/rows/factories.ts'
import { allKayit, list, names, save } from '#tests/support/rows/kayit.ts'
import { take } from '#tests/support/rows/payment.ts'
import { buildMember } from '#tests/support/rows/staff.ts'

const db = await testDatabase()

const DONE = { durum: 'Tamamlandı', cikis_tarihi: '2026-11-05', giris_tarihi: '2026-11-05' }

/** Returns a shop whose accounts started in November, with the ids of its records by their names. */
async function shop({ start = '2026-11-01' }: { start?: string | null } = {}) {
  const owner = await buildUser(db)
  const ctx = userCtx(db, owner)
  const add = async (name: string, info: object = {}, fiyat_kurus = 50_000) => {
    const islemler = [{ islem_adi: 'Balata', islem_adet: 1, fiyat_kurus }]
    return (await save(ctx, { info: { musteri_adi_soyadi: name, ...DONE, ...info }, islemler })).id
  }
  const ids = {
    unpaid: await add('ödemedi'),
    partly: await add('kısmen', { cikis_tarihi: '2026-11-06' }, 70_000),
    paid: await add('ödedi', { cikis_tarihi: '2026-11-07' }),
    over: await add('fazla', { cikis_tarihi: '2026-11-08' }),
    before: await add('eski', { cikis_tarihi: '2026-10-31', giris_tarihi: '2026-10-31' }),
    cancelled: await add('iptal', { durum: 'İptal' }),
    here: await add('içeride', { durum: 'Devam Ediyor', cikis_tarihi: '' }),
  }
  if (start !== null) await saveAccountsStart(ctx, { start })
  const payments = [
    [ids.partly, 20_001],
    [ids.paid, 50_000],
    [ids.over, 50_001],
    [ids.here, 5_000],
  ] as const
  if (start !== null)
    for (const [kayit_id, amount_kurus] of payments) await take(ctx, { kayit_id, amount_kurus })
  return { owner, ctx, ids }
}

test('rows show what their customers owe since the accounts started, and nothing else', async () => {
  const { ctx } = await shop()
  const { items } = await list(ctx)
  const rests = items.flatMap(({ musteri_adi_soyadi, rest_kurus }) =>
    rest_kurus === undefined ? [] : [[musteri_adi_soyadi, rest_kurus]],
  )
  expect(rests).toEqual([
    ['ödemedi', 50_000],
    ['kısmen', 49_999],
  ])
  expect(items.every((row) => !('paid_kurus' in row))).toBe(true)
  for (const row of await allKayit(ctx)) expect(row).not.toHaveProperty('rest_kurus')
})

test('the list is filtered by unpaid and partly paid records, and sums their rests', async () => {
  const { ctx } = await shop()
  const unpaid = await list(ctx, { owed: 'unpaid' })
  expect(unpaid).toMatchObject({ total: 1, toplam_kurus: 50_000, rest_kurus: 50_000 })
  expect(unpaid.items[0]?.musteri_adi_soyadi).toBe('ödemedi')
  const partial = await list(ctx, { owed: 'partial' })
  expect(partial).toMatchObject({ total: 1, toplam_kurus: 70_000, rest_kurus: 49_999 })
  expect(await countBook(ctx)).toMatchObject({ total: 7, owed: { unpaid: 1, partial: 1 } })
  expect(await list(ctx)).not.toHaveProperty('rest_kurus')
})

test('the filter goes with a search, a status and a period', async () => {
  const { ctx } = await shop()
  const query = { owed: 'unpaid', q: 'ÖDE' } as const
  expect(await list(ctx, query)).toMatchObject({ total: 1, rest_kurus: 50_000 })
  expect(await names(ctx, { owed: 'partial', q: 'ödemedi' })).toEqual([])
  expect(await names(ctx, { owed: 'unpaid', durum: 'Tamamlandı', month: 11, year: 2026 })).toEqual([
    'ödemedi',
  ])
  expect(await list(ctx, { owed: 'unpaid', month: 10, year: 2026 })).toMatchObject({
    total: 0,
    rest_kurus: 0,
  })
  expect(await names(ctx, { owed: 'unpaid', durum: 'Beklemede' })).toEqual([])
  expect(await names(ctx, { owed: 'unpaid', page: 2 })).toEqual([])
})

test('a shop without accounts has no debts', async () => {
  const { ctx } = await shop({ start: null })
  expect((await list(ctx)).items.some((row) => 'rest_kurus' in row)).toBe(false)
  for (const owed of OWED_STATES) expect(await list(ctx, { owed })).toMatchObject({ total: 0, items: [] })
  expect(await countBook(ctx)).not.toHaveProperty('owed')
})

test('a mechanic gets no debts and cannot filter by them', async () => {
  const { owner } = await shop()
  const mechanic = userCtx(db, await buildMember(db, owner, { role: 'mechanic' }))
  expect(JSON.stringify(await list(mechanic))).not.toMatch(/_kurus|owed/)
  expect(await countBook(mechanic)).not.toHaveProperty('owed')
  await expect(list(mechanic, { owed: 'unpaid' })).rejects.toMatchObject({ code: 'FORBIDDEN' })
})

test('the file of a list of debts has the rest of each record and their sum', async () => {
  const { ctx } = await shop()
  const file = async (query: Record<string, string>) => {
    const book = await kayitBook(ctx, inputOf(kayitExportInput, query))
    const [sheet] = book.sheets
    if (sheet === undefined) throw new Error('a book without a sheet')
    const rests = sheet.looks.findIndex(({ title }) => title === 'Kalan (₺)')
    return { about: book.about, rests: rests < 0 ? null : (await cellsOf(sheet)).map((row) => row[rests]) }
  }
  expect(await file({ owed: 'partial' })).toMatchObject({ rests: [49_999] })
  expect((await file({ owed: 'partial' })).about).toContain('Kısmen ödendi')
  expect((await file({ owed: 'unpaid' })).about).toContain('Ödenmedi')
  expect((await file({})).rests).toBe(null)
})

test('the filters, their sums and the marks agree with a plain list for any payments', async () => {
  const { ctx, ids } = await shop()
  const targets = [ids.unpaid, ids.paid, ids.before, ids.here]
  const payment = fc.record({
    kayit_id: fc.constantFrom(...targets),
    amount_kurus: fc.integer({ min: 1, max: 30_000 }),
  })
  await fc.assert(
    fc.asyncProperty(payment, async (body) => {
      await take(ctx, body)
      const { items } = await list(ctx)
      const marked = items.filter(({ rest_kurus }) => rest_kurus !== undefined)
      const states = {
        unpaid: marked.filter((row) => row.rest_kurus === row.toplam_kurus),
        partial: [] as typeof marked,
      }
      states.partial = marked.filter((row) => !states.unpaid.includes(row))
      for (const owed of OWED_STATES) {
        const page = await list(ctx, { owed })
        expect(page.items).toEqual(states[owed])
        expect(page.rest_kurus).toBe(states[owed].reduce((sum, row) => sum + (row.rest_kurus ?? 0), 0))
      }
      const { owed } = await countBook(ctx)
      expect(owed).toEqual({ unpaid: states.unpaid.length, partial: states.partial.length })
    }),
    { numRuns: 12 },
  )
})
