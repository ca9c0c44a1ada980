import { describe, expect, test } from 'vitest'

import { mergeLinked } from '#server/directory/merge.ts'
import { earlierVisits } from '#server/history/earlier.ts'
import { getCustomer, getVehicle } from '#server/history/details.ts'
import { countBook, deleteKayit, getKayit, restoreKayit } from '#server/kayit/operations.ts'
import { setStatus } from '#server/kayit/status.ts'
import { paymentsOf } from '#server/payment/operations.ts'
import type { UserCtx } from '#server/platform/core/context.ts'
import { findEverywhere } from '#server/search/operations.ts'
import { stageMessages } from '#shared/kayit/stage-messages.ts'
import { messages } from '#shared/messages.ts'

import { testDatabase } from '#tests/support/database/database.ts'
import { buildUser, userCtx } from '#tests/support/rows/factories.ts'
import { list, save } from '#tests/support/rows/kayit.ts'
import { reverse, take } from '#tests/support/rows/payment.ts'
import { expectRefusal } from '#tests/support/rows/refusal.ts'
import { arrive, quoteAgain } from '#tests/support/rows/stages.ts'

const db = await testDatabase()
const shop = async () => userCtx(db, await buildUser(db))
const mechanic = (ctx: UserCtx): UserCtx => ({ ...ctx, actor: { ...ctx.actor, rights: [] } })

const TIME = { day: '2026-11-24', start: 630, minutes: 60 }
const oil = { islem_adi: 'Yağ', islem_adet: 2, fiyat_kurus: 10_005 }
const quote = (ctx: UserCtx, info = {}) => save(ctx, { stage: 'quote', info, islemler: [oil] })
const linksOf = (ctx: UserCtx, id: number) =>
  ctx.db
    .selectFrom('kayit')
    .where('shop_id', '=', ctx.actor.shop)
    .where('id', '=', id)
    .select(['vehicle_id', 'customer_id'])
    .$narrowType<{ vehicle_id: number; customer_id: number }>()
    .executeTakeFirstOrThrow()

describe('a quote', () => {
  test('is valid for 15 days or until the sent day, and has no day and status of a visit', async () => {
    const ctx = await shop()
    const info = { giris_tarihi: '2026-11-20', cikis_tarihi: '2026-11-20', durum: 'Tamamlandı' }
    const made = await save(ctx, { stage: 'quote', info })
    const stored = { giris_tarihi: null, cikis_tarihi: null, durum: 'Devam Ediyor' }
    expect(made).toMatchObject({ stage: 'quote', quote_valid_until: '2026-12-06', kayit: stored })
    const { id } = made
    expect(await getKayit(ctx, { kayit_id: id })).toMatchObject({ stage: 'quote', kayit: stored })
    const later = await save(ctx, { id, info, quote_valid_until: '2027-01-31' })
    expect(later).toMatchObject({ quote_valid_until: '2027-01-31', kayit: stored })
    expect(await save(ctx, { id, info: {} })).toMatchObject({ quote_valid_until: '2027-01-31' })
    expect(await save(ctx, { id, info: {}, quote_valid_until: null })).toMatchObject({
      quote_valid_until: null,
    })
  })

  test('needs a name but no car; an appointment needs neither; a visit has no stage', async () => {
    const ctx = await shop()
    const nothing = { musteri_adi_soyadi: '', plaka: '' }
    expect(await quote(ctx, { plaka: '' })).toMatchObject({ stage: 'quote' })
    const field = 'info.musteri_adi_soyadi'
    const refused = { code: 'INVALID', message: messages.customerRequired, field } as const
    await expectRefusal(quote(ctx, nothing), refused)
    expect(
      await save(ctx, {
        stage: 'appointment',
        appointment: TIME,
        info: { ...nothing, musteri_talebi: 'Balata' },
      }),
    ).toMatchObject({ stage: 'appointment' })
    expect(await save(ctx)).not.toHaveProperty('stage')
    expect(await save(ctx, { stage: 'visit' })).not.toHaveProperty('stage')
  })

  test('keeps its stage in every later save, whatever is sent', async () => {
    const ctx = await shop()
    const { id } = await quote(ctx)
    expect(await save(ctx, { id, stage: 'visit', info: { aciklama: 'Not' } })).toMatchObject({
      stage: 'quote',
    })
    const visit = await save(ctx)
    expect(await save(ctx, { id: visit.id, stage: 'quote', info: {} })).not.toHaveProperty('stage')
  })

  test('is in the list of quotes only, and counted there', async () => {
    const ctx = await shop()
    const { id } = await quote(ctx, { plaka: '34 TKL 01' })
    const visit = await save(ctx)
    const idsIn = async (input: Parameters<typeof list>[1]) =>
      (await list(ctx, input)).items.map(({ kayit_id }) => kayit_id)
    expect(await idsIn({})).toEqual([visit.id])
    expect(await idsIn({ q: 'tkl' })).toEqual([])
    expect(await idsIn({ stage: 'quote' })).toEqual([id])
    expect(await idsIn({ stage: 'quote', q: 'tkl' })).toEqual([id])
    expect(await idsIn({ stage: 'quote', q: 'abc' })).toEqual([])
    expect(await idsIn({ stage: 'appointment' })).toEqual([])
    expect(await list(ctx, { stage: 'quote' })).toMatchObject({
      total: 1,
      toplam_kurus: 20_010,
      items: [{ quote_valid_until: '2026-12-06' }],
    })
    expect(await countBook(ctx)).toMatchObject({ total: 1, quotes: 1 })
  })

  test('is sorted by its own day and by the last day of its prices', async () => {
    const ctx = await shop()
    const made: number[] = []
    for (const [kayit_tarihi, quote_valid_until] of [
      ['2026-11-02', '2026-12-01'],
      ['2026-11-03', null],
      ['2026-11-01', '2026-12-02'],
    ] as const)
      made.push((await save(ctx, { stage: 'quote', info: { kayit_tarihi }, quote_valid_until })).id)
    const orderBy = async (sort: 'giris_tarihi' | 'cikis_tarihi', dir: 'asc' | 'desc') =>
      (await list(ctx, { stage: 'quote', sort, dir })).items.map(({ kayit_id }) => made.indexOf(kayit_id))
    expect(await orderBy('giris_tarihi', 'desc')).toEqual([1, 0, 2])
    expect(await orderBy('giris_tarihi', 'asc')).toEqual([2, 0, 1])
    expect(await orderBy('cikis_tarihi', 'asc')).toEqual([1, 0, 2])
  })

  test('is found everywhere with its stage, also by its number', async () => {
    const ctx = await shop()
    const { id } = await quote(ctx, { musteri_adi_soyadi: 'Şükrü Öz' })
    const hit = expect.objectContaining({ id, stage: 'quote' })
    expect((await findEverywhere(ctx, { q: 'şükrü' })).records.items).toEqual([hit])
    expect((await findEverywhere(ctx, { q: 'sukru' })).records).toEqual({ items: [hit], similar: true })
    expect((await findEverywhere(ctx, { q: `#${id}` })).records.items).toEqual([hit])
    const visit = await save(ctx, { info: { musteri_adi_soyadi: 'Şükrü Er' } })
    const { items } = (await findEverywhere(ctx, { q: 'şükrü' })).records
    expect(items.map((one) => [one.id, one.stage])).toEqual([
      [visit.id, undefined],
      [id, 'quote'],
    ])
  })

  test('stands on the page of its car and customer as what is to come, also after a merge', async () => {
    const ctx = await shop()
    const { id } = await quote(ctx, { plaka: '34 TKL 02' })
    const visit = await save(ctx, { info: { plaka: '34 TKL 03', musteri_adi_soyadi: 'Mert Can' } })
    const { vehicle_id, customer_id } = await linksOf(ctx, id)
    const upcoming = [expect.objectContaining({ kayit_id: id, stage: 'quote', ilk_islem: 'Yağ' })]
    expect(await getVehicle(ctx, { id: vehicle_id })).toMatchObject({ visits: 0, last_day: null, upcoming })
    expect(await getCustomer(ctx, { id: customer_id })).toMatchObject({ visits: 0, upcoming })
    const into = await linksOf(ctx, visit.id)
    await mergeLinked(ctx, 'vehicle', { id: vehicle_id, into: into.vehicle_id })
    expect(await getVehicle(ctx, { id: vehicle_id })).toMatchObject({ visits: 1, upcoming })
    expect(await getVehicle(mechanic(ctx), { id: vehicle_id })).toMatchObject({ upcoming: [] })
  })

  test('shows the earlier visits of its car', async () => {
    const ctx = await shop()
    const visit = await save(ctx)
    const { id } = await quote(ctx)
    expect(await earlierVisits(ctx, { kayit_ids: [id] })).toMatchObject([
      { visits: 1, last: [{ kayit_id: visit.id }], open_kayit_id: visit.id },
    ])
  })

  test('describes no known customer before it is a visit', async () => {
    const ctx = await shop()
    const { id } = await save(ctx, { info: { musteri_tel: '0532 111 22 33', arac_model: 'Egea' } })
    const { version, ...made } = await quote(ctx, { musteri_tel: '0532 111 22 33', arac_model: 'Doblo' })
    const { vehicle_id } = await linksOf(ctx, made.id)
    expect(vehicle_id).toBe((await linksOf(ctx, id)).vehicle_id)
    expect(await getVehicle(ctx, { id: vehicle_id })).toMatchObject({ model: 'Egea', visits: 1 })
    await arrive(ctx, { id: made.id, version })
    expect(await getVehicle(ctx, { id: vehicle_id })).toMatchObject({ model: 'Doblo', visits: 2 })
  })

  test('leaves its car unchanged if its form names another one', async () => {
    const ctx = await shop()
    const { id } = await save(ctx, { info: { plaka: '34 ABC 001' } })
    const other = await save(ctx, { info: { plaka: '34 ABC 002' } })
    const made = await quote(ctx, { plaka: '34 ABC 001' })
    await arrive(ctx, { id: made.id, version: made.version, info: { plaka: '34 ABC 002' } })
    const { vehicle_id } = await linksOf(ctx, id)
    expect(await getVehicle(ctx, { id: vehicle_id })).toMatchObject({ plate: '34 ABC 001', visits: 1 })
    expect((await linksOf(ctx, made.id)).vehicle_id).toBe((await linksOf(ctx, other.id)).vehicle_id)
  })

  test('takes no payment and no status', async () => {
    const ctx = await shop()
    const { id, version } = await quote(ctx)
    await expectRefusal(take(ctx, { kayit_id: id, start: '2026-11-01' }), {
      code: 'INVALID',
      message: stageMessages.paymentOfVisit,
    })
    const kayitlar = [{ kayit_id: id, version, durum: 'Tamamlandı' }]
    await expectRefusal(setStatus(ctx, { kayitlar, key: 'durum-0001' }), {
      code: 'INVALID',
      message: stageMessages.statusOfVisit,
    })
    expect(await getKayit(ctx, { kayit_id: id })).toMatchObject({ version })
  })

  test('can be deleted and restored', async () => {
    const ctx = await shop()
    const { id } = await quote(ctx)
    await deleteKayit(ctx, { kayit_id: id })
    expect((await list(ctx, { stage: 'quote' })).total).toBe(0)
    await restoreKayit(ctx, { kayit_id: id })
    expect((await list(ctx, { stage: 'quote' })).total).toBe(1)
    expect(await countBook(ctx)).toMatchObject({ total: 0, quotes: 1 })
  })
})

describe('a quote that becomes a visit', () => {
  test('is a visit of today with the changes of its form, which asks for the car', async () => {
    const ctx = await shop()
    const { id, version } = await quote(ctx, { plaka: '' })
    await expectRefusal(arrive(ctx, { id, version }), {
      code: 'INVALID',
      message: messages.plateOrChassisRequired,
      field: 'info.plaka',
    })
    const visit = await arrive(ctx, { id, version, info: { plaka: '34 TKL 04' }, islemler: [oil, oil] })
    expect(visit).toMatchObject({
      version: version + 1,
      kayit: { plaka: '34 TKL 04', giris_tarihi: '2026-11-21', cikis_tarihi: null, durum: 'Devam Ediyor' },
    })
    expect(visit).not.toHaveProperty('stage')
    expect(await list(ctx, {})).toMatchObject({ total: 1, toplam_kurus: 40_020 })
    expect(await countBook(ctx)).toMatchObject({ total: 1, open: 1, quotes: 0 })
  })

  test('cannot become one again, and needs its present version', async () => {
    const ctx = await shop()
    const { id, version } = await quote(ctx)
    await save(ctx, { id, version, info: { aciklama: 'Not' } })
    await expectRefusal(arrive(ctx, { id, version }), { code: 'CONFLICT', message: messages.kayitChanged })
    await arrive(ctx, { id, version: version + 1 })
    await expectRefusal(arrive(ctx, { id }), { code: 'CONFLICT', message: stageMessages.alreadyVisit })
    expect(await getKayit(ctx, { kayit_id: id })).toMatchObject({ version: version + 2 })
  })

  test('returns the visit to a repeated call with its key', async () => {
    const ctx = await shop()
    const { id, version } = await quote(ctx)
    const call = { id, version, key: 'kayda-cevir-0001' }
    const visit = await arrive(ctx, call)
    expect(await arrive(ctx, call)).toEqual(visit)
  })

  test('becomes a quote again as long as it is open and unpaid', async () => {
    const ctx = await shop()
    const made = await quote(ctx)
    const { id } = made
    const visit = await arrive(ctx, { id, version: made.version })
    const again = await quoteAgain(ctx, id, visit.version)
    expect(again).toMatchObject({ stage: 'quote', version: 3, kayit: { giris_tarihi: null } })
    expect(await countBook(ctx)).toMatchObject({ total: 0, quotes: 1 })
    await expectRefusal(quoteAgain(ctx, id, 3), { code: 'CONFLICT', message: stageMessages.notVisit })
    const paid = await arrive(ctx, { id, version: 3 })
    await take(ctx, { kayit_id: id, start: '2026-11-01' })
    await expectRefusal(quoteAgain(ctx, id, paid.version), {
      code: 'INVALID',
      message: stageMessages.hasPayments,
    })
    const [entry] = (await paymentsOf(ctx, { kayit_id: id })).payments
    await reverse(ctx, { id: entry?.id ?? 0 })
    await expectRefusal(quoteAgain(ctx, id, paid.version), {
      code: 'INVALID',
      message: stageMessages.hasPayments,
    })
    const closed = await save(ctx, { info: { durum: 'Tamamlandı', cikis_tarihi: '2026-11-21' } })
    await expectRefusal(quoteAgain(ctx, closed.id, closed.version), {
      code: 'INVALID',
      message: stageMessages.isClosed,
    })
  })
})

test('only a visit becomes a quote: an appointment without a name stays one', async () => {
  const ctx = await shop()
  const info = { musteri_adi_soyadi: '', plaka: '', musteri_tel: '0532 111 22 33' }
  const { id, version } = await save(ctx, { stage: 'appointment', appointment: TIME, info })
  await expectRefusal(quoteAgain(ctx, id, version), { code: 'CONFLICT', message: stageMessages.notVisit })
  expect(await getKayit(ctx, { kayit_id: id })).toMatchObject({ stage: 'appointment' })
})

test('a visit that took a payment becomes no quote by the key that made it', async () => {
  const ctx = await shop()
  const key = 'form-anahtari-0001'
  const { id } = await save(ctx, { key })
  await take(ctx, { kayit_id: id, start: '2026-11-01' })
  await save(ctx, { key, stage: 'quote' })
  expect(await getKayit(ctx, { kayit_id: id })).not.toHaveProperty('stage')
})

test('a mechanic neither lists, makes, changes nor converts quotes', async () => {
  const ctx = await shop()
  const { id, version } = await quote(ctx)
  const visit = await save(ctx)
  const refused = { code: 'FORBIDDEN', message: stageMessages.refused } as const
  const as = mechanic(ctx)
  await expectRefusal(list(as, { stage: 'quote' }), refused)
  await expectRefusal(save(as, { stage: 'quote' }), refused)
  await expectRefusal(save(as, { id, info: { aciklama: 'Not' } }), refused)
  await expectRefusal(arrive(as, { id, version }), refused)
  await expectRefusal(quoteAgain(as, visit.id, visit.version), refused)
  expect(await countBook(as)).not.toHaveProperty('quotes')
  expect(await getKayit(as, { kayit_id: id })).toMatchObject({ stage: 'quote' })
})
