import { beforeEach, describe, expect, test } from 'vitest'

import type { UserCtx } from '#server/platform/core/context.ts'
import { getKayit } from '#server/kayit/operations.ts'
import { relink } from '#server/kayit/relink.ts'
import { eraseCustomer } from '#server/personal-data/erase.ts'
import { ERASED_CUSTOMER_NAME } from '#shared/personal-data/rules.ts'
import { testDatabase } from '#tests/support/database/database.ts'
import { buildUser, userCtx } from '#tests/support/rows/factories.ts'
import { save } from '#tests/support/rows/kayit.ts'
import { linksOf } from '#tests/support/rows/personal-data.ts'

const db = await testDatabase()
const AYSE = { musteri_adi_soyadi: 'Ayşe Kanarya', musteri_tel: '0532 987 65 43', plaka: '34 KNR 987' }
const ALI = { musteri_adi_soyadi: 'Ali Serçe', musteri_tel: '0533 123 45 67', plaka: '06 SRC 123' }

let ctx: UserCtx
beforeEach(async () => {
  ctx = userCtx(db, await buildUser(db))
})

const logOf = async (word: string) =>
  (
    await db
      .selectFrom('change')
      .where('shop_id', '=', ctx.actor.shop)
      .orderBy('id')
      .select(['id', 'target_id', 'title', 'detail'])
      .execute()
  ).filter(({ title, detail }) => `${title} ${detail}`.includes(word))
const erase = (id: number) => eraseCustomer(ctx, { id, reason: 'request' })
const nameIn = async (id: number) => (await getKayit(ctx, { kayit_id: id })).kayit.musteri_adi_soyadi

/** Stores a record of Ayşe's that the shop has moved to Ali by hand, and one of each that stays. */
async function moved() {
  const own = await save(ctx, { info: AYSE })
  const his = await save(ctx, { info: ALI })
  const record = await save(ctx, { info: AYSE })
  // One change names her by the name alone, the next ones also by the phone.
  await save(ctx, { id: record.id, info: { aciklama: 'bir not' } })
  await save(ctx, { id: record.id, info: { musteri_tel: '0532 987 65 44' } })
  await save(ctx, { id: record.id, info: { musteri_tel: AYSE.musteri_tel } })
  const [ayse, ali] = [await linksOf(db, own.id), await linksOf(db, his.id)].map(
    ({ customer_id }) => customer_id,
  )
  await relink(ctx, 'customer', { kayit_id: record.id, id: ali ?? 0 })
  return { ayse: ayse ?? 0, ali: ali ?? 0, own: own.id, his: his.id, record: record.id }
}

describe('a record that was moved by hand from one customer to another', () => {
  test("the first one's erasure leaves the record, and nothing of them in the change log", async () => {
    const { ayse, own, his, record } = await moved()
    const his2 = await logOf('Serçe')
    expect((await logOf('Kanarya')).map(({ target_id }) => target_id)).toContain(record)
    await erase(ayse)
    expect([await nameIn(own), await nameIn(record), await nameIn(his)]).toEqual([
      ERASED_CUSTOMER_NAME,
      AYSE.musteri_adi_soyadi,
      ALI.musteri_adi_soyadi,
    ])
    for (const word of ['Kanarya', '987']) expect(await logOf(word)).toEqual([])
    expect(await logOf('Serçe')).toEqual(his2)
  })

  test("the other one's erasure takes the record with its changes, and nothing else of the first one", async () => {
    const { ali, own, his, record } = await moved()
    const before = (await logOf('Kanarya')).filter(({ target_id }) => target_id === own)
    await erase(ali)
    expect([await nameIn(own), await nameIn(record), await nameIn(his)]).toEqual([
      AYSE.musteri_adi_soyadi,
      ERASED_CUSTOMER_NAME,
      ERASED_CUSTOMER_NAME,
    ])
    expect(await logOf('Serçe')).toEqual([])
    expect(await logOf('Kanarya')).toEqual(before)
    expect(before).toHaveLength(1)
  })

  test('both leave nothing, in either order', async () => {
    const { ayse, ali } = await moved()
    await erase(ayse)
    await erase(ali)
    for (const word of ['Kanarya', 'Serçe', '987', '123']) expect(await logOf(word)).toEqual([])
  })
})

test("a family's phone does not take the texts of the one who stays", async () => {
  const her = await save(ctx, { info: AYSE })
  const husband = { ...AYSE, musteri_adi_soyadi: 'Can Kanarya', plaka: '34 KNR 988' }
  const his = await save(ctx, { info: { ...husband, musteri_tel: '' } })
  await save(ctx, { id: his.id, info: { musteri_tel: AYSE.musteri_tel } })
  const before = (await logOf('')).filter(({ target_id }) => target_id === his.id)
  expect(before.at(-1)?.detail).toContain(AYSE.musteri_tel)
  await erase((await linksOf(db, her.id)).customer_id)
  expect((await logOf('')).filter(({ target_id, title }) => target_id === his.id && title !== '')).toEqual(
    before,
  )
})

test('a plate that is on another car by now names that one', async () => {
  const old = await save(ctx, { info: { ...AYSE, sasi_no: 'WVWZZZ1JZXW987654', giris_tarihi: '2025-01-02' } })
  const next = await save(ctx, {
    info: { ...ALI, plaka: AYSE.plaka, sasi_no: 'VF1RFB00X57123456', giris_tarihi: '2026-01-02' },
  })
  const [sold, bought] = [await linksOf(db, old.id), await linksOf(db, next.id)]
  expect(sold.vehicle_id).not.toBe(bought.vehicle_id)
  const before = await logOf('Serçe')
  expect(before).toHaveLength(1)
  await erase(sold.customer_id)
  expect(await logOf('Serçe')).toEqual(before)
})

describe('a customer without a record after a move by hand', () => {
  const stored = async (table: 'customer' | 'vehicle') =>
    JSON.stringify(await db.selectFrom(table).where('shop_id', '=', ctx.actor.shop).selectAll().execute())

  test('goes with the erasure: the same customer and car stood there once more', async () => {
    const { id: kayit_id } = await save(ctx, { info: AYSE })
    const away = await relink(ctx, 'customer', { kayit_id })
    await relink(ctx, 'customer', { kayit_id, id: away.before })
    await relink(ctx, 'vehicle', { kayit_id })
    expect((await stored('customer')).match(/Ayşe Kanarya/g)).toHaveLength(2)
    expect((await stored('vehicle')).match(/34 KNR 987/g)).toHaveLength(2)
    await erase(away.before)
    expect(await stored('customer')).not.toMatch(/Kanarya|987/)
    expect(await stored('vehicle')).not.toContain('KNR')
    expect(await logOf('Kanarya')).toEqual([])
  })

  test('stays where the customer has come again since', async () => {
    const { id: kayit_id } = await save(ctx, { info: AYSE })
    const { before, after } = await relink(ctx, 'customer', { kayit_id })
    const other = await save(ctx, { info: { ...ALI, plaka: '06 SRC 9' }, customer_id: before })
    await erase(after)
    expect(await linksOf(db, other.id)).toMatchObject({ customer_id: before })
    expect(await stored('customer')).toContain('Ali Serçe')
  })
})
