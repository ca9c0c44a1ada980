import { setTimeout as sleep } from 'node:timers/promises'

import { describe, expect, test } from 'vitest'

import type { UserCtx } from '#server/platform/core/context.ts'
import { fillLinks } from '#server/kayit/fill-links.ts'
import { readLinks } from '#server/kayit/links.ts'
import { mergeRecord } from '#server/kayit/plan-save.ts'
import { purgeOrphans } from '#server/directory/links.ts'
import { testDatabase, waitersIn } from '#tests/support/database/database.ts'
import { buildUser, userCtx } from '#tests/support/rows/factories.ts'
import { save } from '#tests/support/rows/kayit.ts'

const db = await testDatabase()
const TODAY = '2026-11-20'
const shop = async () => userCtx(db, await buildUser(db))

const count = async ({ actor }: UserCtx, table: 'vehicle' | 'customer') =>
  (await db.selectFrom(table).where('shop_id', '=', actor.shop).select('id').execute()).length

const unlinked = async ({ actor }: UserCtx) =>
  db
    .selectFrom('kayit')
    .where('shop_id', '=', actor.shop)
    .where((eb) => eb.or([eb('vehicle_id', 'is', null), eb('customer_id', 'is', null)]))
    .select('id')
    .execute()

test('concurrent records of a new car and customer store each once', async () => {
  const ctx = await shop()
  for (let round = 0; round < 10; round++) {
    const info = {
      plaka: `34 A 10${round}0`,
      musteri_adi_soyadi: `Ad ${round}`,
      musteri_tel: '0532 123 45 67',
    }
    await Promise.all(Array.from({ length: 8 }, () => save(ctx, { info })))
    expect([await count(ctx, 'vehicle'), await count(ctx, 'customer')]).toEqual([round + 1, round + 1])
  }
})

test('a car that loses its last record while another save finds it is never missing', async () => {
  const ctx = await shop()
  const { id } = await save(ctx, { info: { plaka: '34 A 1000', musteri_adi_soyadi: 'Ayşe' } })
  await save(ctx, { info: { plaka: '34 A 1001', musteri_adi_soyadi: 'Ayşe' } })
  for (let round = 0; round < 20; round++) {
    const [from, to] = round % 2 === 0 ? ['34 A 1000', '34 A 1001'] : ['34 A 1001', '34 A 1000']
    const [moved, found] = await Promise.all([
      save(ctx, { id, info: { plaka: to } }),
      // This save also updates the car, for which it waits for the other save.
      save(ctx, { info: { plaka: from, musteri_adi_soyadi: 'Ayşe', arac_model: `Model ${round}` } }),
      purgeOrphans(db, ctx.now),
    ])
    expect([moved.kayit.plaka, found.kayit.plaka]).toEqual([to, from])
    await db.deleteFrom('kayit').where('id', '=', found.id).execute()
  }
  expect(await unlinked(ctx)).toEqual([])
})

test('the records of an older version are linked beside saves, and no call waits forever', async () => {
  const ctx = await shop()
  const infoOf = (number: number) => ({
    plaka: `34 A ${1000 + (number % 40)}`,
    musteri_adi_soyadi: `Ad ${number % 30}`,
    musteri_tel: `0532 123 45 ${10 + (number % 30)}`,
    arac_model: `Model ${number % 7}`,
  })
  for (let number = 0; number < 120; number++) await save(ctx, { info: infoOf(number) })
  await db
    .updateTable('kayit')
    .set({ vehicle_id: null, customer_id: null })
    .where('shop_id', '=', ctx.actor.shop)
    .execute()
  const saves = Array.from({ length: 60 }, (_, number) => save(ctx, { info: infoOf(119 - number) }))
  const [linked] = await Promise.all([fillLinks(db, ctx.now), ...saves])
  expect(linked).toBe(120)
  expect(await unlinked(ctx)).toEqual([])
  expect([await count(ctx, 'vehicle'), await count(ctx, 'customer')]).toEqual([40, 30])
})

describe('new records at the same time', () => {
  const ayse = { plaka: '34 B 1000', musteri_adi_soyadi: 'Ayşe', musteri_tel: '0532 765 43 21' }

  /** Runs `work` while another transaction is between the locks of a new record for `info` and its commit. */
  async function beside<T>(ctx: UserCtx, info: typeof ayse, work: () => Promise<T>): Promise<T> {
    const working = Promise.withResolvers<T>()
    const locked = Promise.withResolvers<void>()
    const holding = db.transaction().execute(async (trx) => {
      await readLinks({ ...ctx, db: trx }, mergeRecord(null, { id: 0, info }, TODAY), {
        locksIdentities: true,
      })
      locked.resolve()
      await working.promise
    })
    await locked.promise
    try {
      return await work()
    } finally {
      working.resolve(undefined as T)
      await holding
    }
  }

  /** Returns whether the save starts to wait for a lock of another transaction before it is stored. */
  async function isWaiting(saving: Promise<unknown>): Promise<boolean> {
    const stored = saving.then(() => true)
    for (;;) {
      if ((await waitersIn(db)) > 0) return true
      if (await Promise.race([stored, sleep(5).then(() => false)])) return false
    }
  }

  test.each([
    ['another car and customer', { ...ayse, plaka: '34 B 1001', musteri_tel: '0532 765 43 22' }],
    ['a customer without a phone', { plaka: '34 B 1002', musteri_adi_soyadi: 'Ali', musteri_tel: '' }],
  ])('one of %s does not wait', async (_, info) => {
    const ctx = await shop()
    const { kayit } = await beside(ctx, ayse, () => save(ctx, { info }))
    expect(kayit.plaka).toBe(info.plaka)
  })

  test.each([
    ['the same plate', { plaka: '34b1000', musteri_adi_soyadi: 'Ali', musteri_tel: '' }],
    ['the same customer', { ...ayse, plaka: '34 B 1003' }],
  ])('one of %s waits', async (_, info) => {
    const ctx = await shop()
    let saving: Promise<unknown> = Promise.resolve()
    const waits = await beside(ctx, ayse, () => isWaiting((saving = save(ctx, { info }))))
    expect(waits).toBe(true)
    await saving
  })

  test('a change of a link, which needs all links, waits', async () => {
    const ctx = await shop()
    const { id } = await save(ctx, { info: { plaka: '34 B 1004' } })
    let saving: Promise<unknown> = Promise.resolve()
    const waits = await beside(ctx, ayse, () =>
      isWaiting((saving = save(ctx, { id, info: { plaka: '34 B 1005' } }))),
    )
    expect(waits).toBe(true)
    await saving
  })

  test('records of one car, by its plate and by its chassis number, lose none of its facts', async () => {
    const ctx = await shop()
    for (let round = 0; round < 10; round++) {
      const [plaka, sasi_no] = [`34 B 2${100 + round}`, `WVWZZZ1JZXW0001${10 + round}`]
      await save(ctx, { info: { plaka, sasi_no } })
      await Promise.all([
        save(ctx, { info: { plaka, sasi_no: '', arac_marka: 'Fiat' } }),
        save(ctx, { info: { plaka: '', sasi_no, arac_model: `Egea ${round}` } }),
      ])
      const car = await db
        .selectFrom('vehicle')
        .where('shop_id', '=', ctx.actor.shop)
        .where('plate', '=', plaka)
        .select(['vin', 'make', 'model', 'search_name', 'visits'])
        .executeTakeFirstOrThrow()
      const model = `Egea ${round}`
      // The search text of the car combines both.
      expect(car).toEqual({ vin: sasi_no, make: 'Fiat', model, search_name: `fiat egea ${round}`, visits: 3 })
    }
    expect(await count(ctx, 'vehicle')).toBe(10)
  })

  test('repeated with other inputs, they are changed and no call waits forever', async () => {
    const ctx = await shop()
    const saved = (round: number, aciklama: string) =>
      save(ctx, { key: `anahtar-${round}`, info: { plaka: `34 B ${3000 + round}`, aciklama } })
    const rounds = Array.from({ length: 8 }, (_, round) => round)
    const first = await Promise.all(rounds.map((round) => saved(round, 'ilk')))
    const again = await Promise.all(rounds.map((round) => saved(7 - round, 'sonra')))
    expect(again.map(({ id }) => id).toReversed()).toEqual(first.map(({ id }) => id))
    expect(again.every(({ kayit }) => kayit.aciklama === 'sonra')).toBe(true)
    expect(await count(ctx, 'vehicle')).toBe(8)
  })
})
