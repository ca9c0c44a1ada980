import type { Kysely } from 'kysely'
import { expect } from 'vitest'

import { recordExport } from '#server/change/list.ts'
import type { UserCtx } from '#server/platform/core/context.ts'
import type { DB } from '#server/platform/db/schema.ts'
import { customerHistoryBook, vehicleHistoryBook } from '#server/history/export.ts'
import { deleteKayit } from '#server/kayit/operations.ts'
import type { appRouter } from '#server/transports/rpc/app-router.ts'
import { ERASED_CUSTOMER_NAME } from '#shared/personal-data/rules.ts'

import { save } from './kayit.ts'

/** The customer's name, and below every identifying text in each spelling in which it is stored. */
export const NAME = 'Kanarya Özgünoğlu'
export const WORDS = [
  'Kanarya',
  'KANARYA',
  'kanarya',
  '5329876543',
  '532 987',
  '32109876544',
  '34 KNR 987',
  '34KNR987',
  'WVWZZZ1JZXW987654',
  'MTR98765',
  'Gizli dilek',
  'Uzun açıklama',
  'Özel düşünce',
  'eski-adres',
  'ruhsat-fotograf',
]
export const info = {
  musteri_adi_soyadi: NAME,
  musteri_tel: '0532 987 65 43',
  tc_vergino: '32109876544',
  plaka: '34 KNR 987',
  sasi_no: 'WVWZZZ1JZXW987654',
  motor_no: 'MTR98765',
  musteri_talebi: 'Gizli dilek',
  aciklama: 'Uzun açıklama',
  private_note: 'Özel düşünce',
  arac_marka: 'Volkswagen',
  giris_tarihi: '2026-11-03',
}
export const items = [{ islem_adi: 'Yağ değişimi', islem_adet: 2, fiyat_kurus: 125_033 }]

export const linksOf = (db: Kysely<DB>, id: number) =>
  db
    .selectFrom('kayit')
    .where('id', '=', id)
    .select(['customer_id', 'vehicle_id'])
    .$narrowType<{ customer_id: number; vehicle_id: number }>()
    .executeTakeFirstOrThrow()

/** Stores everything that a shop can hold of a customer: changed, deleted and purged records, files, a request. */
export async function plant(
  db: Kysely<DB>,
  own: UserCtx,
): Promise<{ customer: number; records: number[]; deleted: number; car: number }> {
  const { id } = await save(own, { info, islemler: items, key: 'anahtar-0001' })
  await save(own, { id, info: { musteri_adi_soyadi: 'Kanarya Eski', aciklama: 'eski-adres' } })
  await save(own, { id, info: { musteri_adi_soyadi: NAME, aciklama: 'Uzun açıklama' } })
  const second = await save(own, { info: { ...info, giris_tarihi: '2026-10-05' }, islemler: items })
  const deleted = await save(own, { info: { ...info, giris_tarihi: '2026-09-05' }, islemler: items })
  await deleteKayit(own, { kayit_id: deleted.id })
  const purged = await save(own, { info, islemler: items })
  await deleteKayit(own, { kayit_id: purged.id })
  await db.deleteFrom('kayit').where('id', '=', purged.id).execute()
  await db
    .insertInto('belge')
    .values({
      shop_id: own.actor.shop,
      kayit_id: id,
      ad: 'ruhsat-fotograf.jpg',
      tur: 'image/jpeg',
      boyut: 1,
      url: '/ruhsat-fotograf.jpg',
    })
    .execute()
  const { customer_id: customer, vehicle_id: car } = await linksOf(db, id)
  await db
    .insertInto('data_request')
    .values({
      shop_id: own.actor.shop,
      received_on: '2026-11-01',
      kind: 'erasure',
      note: `${NAME} aradı`,
      customer_id: customer,
      created_at: own.now,
    })
    .execute()
  await recordExport(own, await customerHistoryBook(own, { id: customer, format: 'CSV' }), 'CSV')
  await recordExport(own, await vehicleHistoryBook(own, { id: car, format: 'CSV' }), 'CSV')
  return { customer, records: [id, second.id], deleted: deleted.id, car }
}

type Setting = {
  caller: ReturnType<typeof appRouter.createCaller>
  /** A customer of the shop. */
  id: number
}

/** Returns a call of each procedure of the personal data, to be run in this order. */
export function personalDataCalls(setting: () => Setting): Record<string, () => Promise<unknown>> {
  const calls = () => setting().caller.personalData
  const request = { received_on: '2026-11-02', kind: 'erasure' } as const
  return {
    'personalData.stored': async () =>
      expect(await calls().stored({ id: setting().id })).toMatchObject({ records: 1 }),
    'personalData.saveRequest': () => calls().saveRequest({ ...request, key: 'basvuru-0009' }),
    'personalData.requests': async () => expect(await calls().requests({})).toMatchObject({ open: 1 }),
    'personalData.request': async () => {
      const { items: found } = await calls().requests({})
      expect(await calls().request({ id: found[0]?.id ?? 0 })).toMatchObject(request)
    },
    'personalData.saveRetention': () => calls().saveRetention({ change_months: 36, anonymise_years: null }),
    'personalData.retention': async () =>
      expect(await calls().retention()).toMatchObject({ change_months: 36 }),
    'personalData.erase': async () => {
      const { id, caller } = setting()
      await calls().erase({ id, reason: 'request' })
      expect(await caller.customer.get({ id })).toMatchObject({ name: ERASED_CUSTOMER_NAME, visits: 1 })
    },
    'personalData.erasures': async () =>
      expect((await calls().erasures({})).items).toMatchObject([{ customer_id: setting().id }]),
  }
}
