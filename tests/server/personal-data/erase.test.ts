import { beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'

import type { UserCtx } from '#server/platform/core/context.ts'
import { getKayit, restoreKayit } from '#server/kayit/operations.ts'
import { eraseCustomer } from '#server/personal-data/erase.ts'
import { listErasures, getStored } from '#server/personal-data/register.ts'
import { rederiveCustomers } from '#server/customer/identify.ts'
import { rederiveKayitlar } from '#server/kayit/rederive.ts'
import { rederiveVehicles } from '#server/vehicle/identify.ts'
import { erasure, erasureCounts, storedData } from '#shared/personal-data/schema.ts'
import { ERASED_CUSTOMER_NAME, ERASED_PLATE } from '#shared/personal-data/rules.ts'
import { legacyClient, pageClient, testApp } from '#tests/support/panel/app.ts'
import { testDatabase } from '#tests/support/database/database.ts'
import { dumpOf, hitsOf } from '#tests/support/database/dump.ts'
import { buildUser, type TestUser, userCtx } from '#tests/support/rows/factories.ts'
import { save } from '#tests/support/rows/kayit.ts'
import { recordingLog } from '#tests/support/panel/log.ts'
import { info, items, linksOf, NAME, plant, WORDS } from '#tests/support/rows/personal-data.ts'
import { countedTotals, storedTotals } from '#tests/support/rows/stats.ts'

const db = await testDatabase()

let owner: TestUser
let ctx: UserCtx

beforeAll(async () => {
  owner = await buildUser(db)
  ctx = userCtx(db, owner)
})

describe('the erasure of a customer', () => {
  test('leaves no trace in any table and in the log, and changes no sum', async () => {
    const { log, lines } = recordingLog()
    const own = userCtx(db, owner, { log })
    const other = await save(own, {
      info: { musteri_adi_soyadi: 'Ali Usta', plaka: '06 ABC 1', giris_tarihi: '2026-11-03' },
      islemler: items,
    })
    const { customer, records, deleted, car } = await plant(db, own)
    // An integrator's call with a key, whose response is stored.
    const client = legacyClient(testApp(db, { log }), db, owner)
    const sent = { info: { ...info, giris_tarihi: '2026-08-03', private_note: undefined }, islemler: [] }
    const { body } = await client.call('submitKayit.php', {
      method: 'POST',
      body: JSON.stringify(sent),
      headers: { 'content-type': 'application/json', 'idempotency-key': 'anahtar-0002' },
    })
    expect(body['success']).toBe(true)
    const before = {
      dump: await dumpOf(db),
      totals: await storedTotals(db, owner.id),
      stats: await pageClient(db, owner).stats.period({ from: '2026-01-01', to: '2026-12-31' }),
      customer: await pageClient(db, owner).customer.get({ id: customer }),
      stored: await getStored(own, { id: customer }),
      log: await db.selectFrom('change').selectAll().execute(),
    }
    const planted = hitsOf(before.dump, WORDS)
    expect(Object.keys(planted).sort()).toEqual([
      'belge',
      'change',
      'customer',
      'data_request',
      'kayit',
      'vehicle',
    ])
    expect(planted).toMatchObject({ kayit: 4, customer: 1, vehicle: 1, belge: 1, data_request: 1 })
    expect(planted['change']).toBeGreaterThanOrEqual(10)
    expect(z.parse(storedData, before.stored)).toMatchObject({
      name: NAME,
      records: 3,
      deleted: 1,
      vehicles: 1,
      shared_vehicles: 0,
      documents: 1,
      requests: 1,
      erased_on: null,
    })

    const counts = await eraseCustomer(own, { id: customer, reason: 'request' })

    expect(hitsOf(await dumpOf(db), WORDS)).toEqual({})
    expect(JSON.stringify(lines)).not.toMatch(new RegExp(WORDS.join('|')))
    expect(lines.some((line) => line['event'] === 'personal data erased')).toBe(true)
    expect(z.parse(erasureCounts, counts)).toEqual({
      records: 3,
      deleted: 1,
      vehicles: 1,
      shared_vehicles: 0,
      documents: 1,
      changes: expect.any(Number),
    })
    expect(counts.changes).toBeGreaterThanOrEqual(planted['change'] ?? 0)
    // Sums, statistics and counts are unchanged, and agree with the rows.
    expect(await storedTotals(db, owner.id)).toEqual(before.totals)
    expect(await countedTotals(db, owner.id)).toEqual(before.totals)
    expect(await pageClient(db, owner).stats.period({ from: '2026-01-01', to: '2026-12-31' })).toEqual(
      before.stats,
    )
    const after = await pageClient(db, owner).customer.get({ id: customer })
    const { visits, total_kurus, years } = before.customer
    const sums = { visits, total_kurus, years }
    expect(after).toMatchObject({ name: ERASED_CUSTOMER_NAME, phone: '', tax_no: '', ...sums })
    const record = await getKayit(own, { kayit_id: records[0] ?? 0 })
    expect(record.kayit).toMatchObject({
      musteri_adi_soyadi: ERASED_CUSTOMER_NAME,
      plaka: ERASED_PLATE,
      arac_marka: 'Volkswagen',
    })
    expect(record.islemler.map(({ fiyat_kurus }) => fiyat_kurus)).toEqual([125_033])
    expect(await pageClient(db, owner).vehicle.get({ id: car })).toMatchObject({
      plate: ERASED_PLATE,
      vin: '',
      engine_no: '',
    })
    // The rows of the log stay, with the actor and the time.
    const log2 = await db.selectFrom('change').selectAll().execute()
    expect(log2.length).toBe(before.log.length + 1)
    const skeleton = (rows: typeof log2) =>
      rows.map(({ title: _title, detail: _detail, ...row }) => row).toSorted((a, b) => a.id - b.id)
    expect(skeleton(log2).slice(0, -1)).toEqual(skeleton(before.log))
    // The erasure cannot be undone.
    await expect(restoreKayit(own, { kayit_id: deleted })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    // The shop's other customer is unchanged.
    expect((await getKayit(own, { kayit_id: other.id })).kayit.musteri_adi_soyadi).toBe('Ali Usta')
    // Derived columns are right: rebuilding finds nothing to write.
    const shop = { db, actor: { shop: owner.id } }
    expect(await rederiveKayitlar(shop)).toEqual({ kayit: 0, islem: 0 })
    expect([await rederiveCustomers(shop), await rederiveVehicles(shop)]).toEqual([0, 0])
    const { items: rows } = await listErasures(own, { page: 1 })
    expect(rows.map((row) => z.parse(erasure, row))).toMatchObject([
      { customer_id: customer, actor_name: owner.username, reason: 'request', counts },
    ])
    expect((await getStored(own, { id: customer })).erased_on).toBe(own.now.toISOString())
  })

  test("touches neither another shop's customer of the same name nor one of the same shop", async () => {
    const theirs = userCtx(db, await buildUser(db))
    await plant(db, theirs)
    const own = userCtx(db, await buildUser(db))
    const { customer } = await plant(db, own)
    const namesake = await save(own, {
      info: {
        musteri_adi_soyadi: NAME,
        plaka: '06 AAA 11',
        musteri_tel: '0533 111 22 33',
        giris_tarihi: '2026-11-04',
      },
    })
    const rowsOf = async (shop: number) => {
      const tables = ['kayit', 'customer', 'vehicle', 'change', 'belge', 'data_request'] as const
      return Promise.all(
        tables.map((table) =>
          db.selectFrom(table).where('shop_id', '=', shop).orderBy('id').selectAll().execute(),
        ),
      )
    }
    const before = await rowsOf(theirs.actor.shop)
    const logOf = (id: number) =>
      db
        .selectFrom('change')
        .where('shop_id', '=', own.actor.shop)
        .where('noun', '=', 'kayit')
        .where('target_id', '=', id)
        .selectAll()
        .execute()
    const log = await logOf(namesake.id)
    await eraseCustomer(own, { id: customer, reason: 'ended' })
    expect(await rowsOf(theirs.actor.shop)).toEqual(before)
    const { kayit } = await getKayit(own, { kayit_id: namesake.id })
    expect([kayit.musteri_adi_soyadi, kayit.plaka]).toEqual([NAME, '06 AAA 11'])
    expect(await logOf(namesake.id)).toEqual(log)
  })

  test('leaves the plate to a car with which another customer came, and takes it from the records', async () => {
    const own = userCtx(db, await buildUser(db))
    const { customer, records, car } = await plant(db, own)
    const buyer = await save(own, {
      info: {
        ...info,
        musteri_adi_soyadi: 'Veli Alıcı',
        musteri_tel: '0544 000 11 22',
        tc_vergino: '',
        giris_tarihi: '2026-11-10',
      },
    })
    expect((await linksOf(db, buyer.id)).vehicle_id).toBe(car)
    expect(await getStored(own, { id: customer })).toMatchObject({ vehicles: 0, shared_vehicles: 1 })
    const counts = await eraseCustomer(own, { id: customer, reason: 'request' })
    expect(counts).toMatchObject({ vehicles: 0, shared_vehicles: 1 })
    const vehicle = await db
      .selectFrom('vehicle')
      .where('id', '=', car)
      .select(['plate', 'vin'])
      .executeTakeFirst()
    expect(vehicle).toEqual({ plate: '34 KNR 987', vin: 'WVWZZZ1JZXW987654' })
    const { kayit } = await getKayit(own, { kayit_id: records[0] ?? 0 })
    expect([kayit.plaka, kayit.sasi_no, kayit.motor_no]).toEqual([ERASED_PLATE, '', ''])
    expect((await getKayit(own, { kayit_id: buyer.id })).kayit.plaka).toBe('34 KNR 987')
  })

  test('takes the numbers of a car once all customers who came with it are erased, in any order', async () => {
    const own = userCtx(db, await buildUser(db))
    const { customer, car } = await plant(db, own)
    const sold = { ...info, musteri_tel: '0544 000 11 22', tc_vergino: '' }
    const buyer = await save(own, {
      info: { ...sold, musteri_adi_soyadi: 'Veli Alıcı', giris_tarihi: '2026-11-10' },
    })
    const third = await save(own, {
      info: { ...sold, musteri_adi_soyadi: 'Kaya Son', musteri_tel: '', giris_tarihi: '2026-11-12' },
    })
    for (const { id } of [buyer, third]) expect((await linksOf(db, id)).vehicle_id).toBe(car)
    const rowsOf = async () => {
      const dump = await dumpOf(db)
      return new Map(
        [...dump].map(([name, rows]) => [
          name,
          rows.filter((row) => row.includes(`"shop_id":${own.actor.shop},`)),
        ]),
      )
    }
    const numbers = ['34 KNR 987', '34KNR987', 'WVWZZZ1JZXW987654', 'MTR98765']
    const erase = async (id: number) => eraseCustomer(own, { id, reason: 'request' })
    expect(await erase(customer)).toMatchObject({ vehicles: 0, shared_vehicles: 1 })
    expect(await erase((await linksOf(db, buyer.id)).customer_id)).toMatchObject({ shared_vehicles: 1 })
    expect(hitsOf(await rowsOf(), numbers)).toMatchObject({ vehicle: 1, kayit: 1 })
    expect(await erase((await linksOf(db, third.id)).customer_id)).toMatchObject({
      vehicles: 1,
      shared_vehicles: 0,
    })
    expect(hitsOf(await rowsOf(), [...numbers, 'Veli', 'Kaya', '544 000'])).toEqual({})
  })

  test('takes those that were merged with the customer and with their cars too', async () => {
    const own = userCtx(db, await buildUser(db))
    const { customer, car } = await plant(db, own)
    const again = await save(own, {
      info: {
        musteri_adi_soyadi: 'Kanarya Hanım',
        plaka: '34 KNR 988',
        musteri_tel: '',
        giris_tarihi: '2026-11-05',
      },
    })
    const { customer_id, vehicle_id } = await linksOf(db, again.id)
    const page = pageClient(db, { ...owner, id: own.actor.shop, username: own.actor.username })
    await page.customer.merge({ id: customer_id, into: customer })
    await page.vehicle.merge({ id: car, into: vehicle_id })
    await eraseCustomer(own, { id: customer_id, reason: 'request' })
    const own2 = (rows: Map<string, string[]>) =>
      new Map(
        [...rows].map(([name, all]) => [
          name,
          all.filter((row) => row.includes(`"shop_id":${own.actor.shop},`)),
        ]),
      )
    expect(hitsOf(own2(await dumpOf(db)), [...WORDS, '34 KNR 988', '34KNR988'])).toEqual({})
  })

  test('is for the owner alone, and after the password', async () => {
    const own = userCtx(db, owner, { session: { id: 0, kind: 'web', confirmedAt: null } })
    const input = { id: 1, reason: 'request' } as const
    await expect(eraseCustomer(own, input)).rejects.toMatchObject({ code: 'UNCONFIRMED' })
    const desk = userCtx(
      db,
      await buildUser(db, { shop_id: owner.id, role: 'desk', email: '', email_key: '' }),
    )
    await expect(eraseCustomer(desk, input)).rejects.toMatchObject({ code: 'FORBIDDEN' })
    await expect(eraseCustomer(ctx, { ...input, id: 2_000_000_000 })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
  })

  test('the erasure of a customer who came a thousand times is one transaction', async () => {
    const own = userCtx(db, await buildUser(db))
    const { customer, records } = await plant(db, own)
    const { id: _, ...row } = await db
      .selectFrom('kayit')
      .where('id', '=', records[0] ?? 0)
      .selectAll()
      .executeTakeFirstOrThrow()
    await db
      .insertInto('kayit')
      .values(Array.from({ length: 1_000 }, () => row))
      .execute()
    const counts = await eraseCustomer(own, { id: customer, reason: 'request' })
    expect(counts.records).toBe(1_002)
    const left = await db
      .selectFrom('kayit')
      .where('shop_id', '=', own.actor.shop)
      .where('musteri_adi_soyadi', '<>', ERASED_CUSTOMER_NAME)
      .select('id')
      .execute()
    expect(left).toEqual([])
  })
})
