import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'

import { deleteKayit } from '#server/kayit/operations.ts'
import type { UserCtx } from '#server/platform/core/context.ts'
import { remindersOf } from '#server/reminder/car.ts'
import { listReminders } from '#server/reminder/list.ts'
import { noteOpened, removeReminder, setSold } from '#server/reminder/operations.ts'
import { stageMessages } from '#shared/kayit/stage-messages.ts'
import { messages } from '#shared/messages.ts'
import { reminderMessages } from '#shared/reminder/messages.ts'
import { testDatabase } from '#tests/support/database/database.ts'
import { changesIn } from '#tests/support/rows/changes.ts'
import { buildUser, userCtx } from '#tests/support/rows/factories.ts'
import { giveBack, takeIn } from '#tests/support/rows/intake.ts'
import { copyRow, save } from '#tests/support/rows/kayit.ts'
import { expectRefusal } from '#tests/support/rows/refusal.ts'
import { PERSON, reminderCalls, SOON } from '#tests/support/rows/reminder.ts'

const db = await testDatabase()

const PLATE = '34 ABC 123'

let ctx: UserCtx
let kayit_id: number
let car: number
beforeEach(async () => {
  ctx = userCtx(db, await buildUser(db, { company_name: 'Örnek Oto' }))
  kayit_id = (await save(ctx, { info: { ...PERSON, giris_tarihi: '2026-05-01', km_bilgisi: 80_000 } })).id
  car = await carOf(kayit_id)
})

const { carOf, visit, remind, due, stored, rows } = reminderCalls(db, () => ({ ctx, car }))

describe('a reminder', () => {
  test('is due with its car and the customer of the last visit', async () => {
    expect(await remind()).toMatchObject({ cause: 'service', due_day: SOON, state: 'open', version: 1 })
    await remind({ cause: 'inspection', due_day: '2027-03-01' })
    const { reminders, company, text } = await listReminders(ctx)
    expect(reminders).toEqual([
      expect.objectContaining({
        vehicle_id: car,
        cause: 'service',
        day: SOON,
        shown_on: SOON,
        is_by_km: false,
        plate: PLATE,
        customer: 'Ayşe Işık',
        phone: '0532 111 22 33',
      }),
    ])
    expect({ company, text }).toEqual({ company: 'Örnek Oto', text: '' })
    expect((await remindersOf(ctx, { id: car })).reminders).toHaveLength(2)
    const other = userCtx(db, await buildUser(db))
    expect((await listReminders(other)).reminders).toEqual([])
    await expectRefusal(remindersOf(other, { id: car }), {
      code: 'NOT_FOUND',
      message: messages.vehicleNotFound,
    })
  })

  test('by kilometres is due when the visits say that the car is there', async () => {
    await remind({ due_day: null, due_km: 91_000 })
    expect(await due()).toEqual([])
    expect(await remindersOf(ctx, { id: car })).toMatchObject({
      km: 80_000,
      km_per_day: null,
      reminders: [{ day: null }],
    })
    await visit({ giris_tarihi: '2026-11-17', km_bilgisi: 90_000 })
    expect(await due()).toEqual([{ vehicle_id: car, cause: 'service', day: '2026-12-07' }])
    expect((await listReminders(ctx)).reminders[0]).toMatchObject({
      is_by_km: true,
      km: 90_000,
      km_day: '2026-11-17',
      km_per_day: 50,
    })
  })

  test('is stored once, and changed only by those who have seen its last state', async () => {
    await remind()
    expect(await remind()).toMatchObject({ version: 1 })
    await expectRefusal(remind({ due_day: '2026-12-01' }), {
      code: 'CONFLICT',
      message: reminderMessages.conflict,
    })
    expect(await remind({ due_day: '2026-12-01', version: 1 })).toMatchObject({ version: 2 })
    const log = await changesIn(db, ctx.actor.shop)
    expect(log.filter(({ noun }) => noun === 'vehicle').map(({ verb }) => verb)).toEqual(['remind', 'remind'])
  })

  test('of one cause is one, also when ten store it at once', async () => {
    const answers = await Promise.allSettled(
      Array.from({ length: 10 }, (_, at) => remind({ due_km: 90_000 + at })),
    )
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await rows()).toHaveLength(1)
    await Promise.all(
      Array.from({ length: 10 }, (_, at) =>
        remind({ cause: 'other', title: at % 2 === 0 ? 'Antifriz' : 'ANTİFRİZ' }).catch(() => undefined),
      ),
    )
    expect(await rows()).toHaveLength(2)
  })

  test('that is snoozed or done waits, and one that is refused stays refused', async () => {
    const { version } = await remind()
    await remind({ snoozed_until: '2027-02-01', version })
    expect(await due()).toEqual([])
    await remind({ state: 'done', version: 2 })
    expect(await stored()).toEqual([{ cause: 'service', state: 'done', due_day: SOON }])
    await remind({ state: 'refused', version: 3 })
    const refused = { code: 'INVALID', message: reminderMessages.refused } as const
    await expectRefusal(remind({ version: 4 }), refused)
    await expectRefusal(noteOpened(ctx, { vehicle_id: car, cause: 'service', title: '' }), refused)
    await expectRefusal(
      removeReminder(ctx, { vehicle_id: car, cause: 'service', title: '', version: 4 }),
      refused,
    )
    expect(await due()).toEqual([])
    await remind({ version: 4, reopens: true })
    expect(await due()).toHaveLength(1)
  })

  test('notes when WhatsApp was opened, and is removed by hand', async () => {
    const name = { vehicle_id: car, cause: 'service' as const, title: '' }
    await expectRefusal(noteOpened(ctx, name), { code: 'NOT_FOUND', message: reminderMessages.notFound })
    await remind()
    expect(await noteOpened(ctx, name)).toMatchObject({ opened_at: ctx.now.toISOString(), version: 1 })
    await expectRefusal(removeReminder(ctx, { ...name, version: 2 }), {
      code: 'CONFLICT',
      message: reminderMessages.conflict,
    })
    await removeReminder(ctx, { ...name, version: 1 })
    expect(await rows()).toEqual([])
  })

  test('is none of a mechanic’s work', async () => {
    const mechanic: UserCtx = { ...ctx, actor: { ...ctx.actor, rights: [] } }
    const calls: (() => Promise<unknown>)[] = [
      () => listReminders(mechanic),
      () => remindersOf(mechanic, { id: car }),
      () => setSold(mechanic, { vehicle_id: car, is_sold: true }),
    ]
    for (const call of calls)
      await expect(Promise.resolve().then(call)).rejects.toMatchObject({ message: stageMessages.refused })
  })
})

describe('a sold car', () => {
  test('is silent until it comes again', async () => {
    await remind()
    await setSold(ctx, { vehicle_id: car, is_sold: true })
    expect(await due()).toEqual([])
    expect(await remindersOf(ctx, { id: car })).toMatchObject({ sold_on: '2026-11-21' })
    await setSold(ctx, { vehicle_id: car, is_sold: false })
    expect(await due()).toHaveLength(1)
    await setSold(ctx, { vehicle_id: car, is_sold: true })
    await visit({ giris_tarihi: '2026-11-22', musteri_adi_soyadi: 'Veli Alıcı', musteri_tel: '' })
    expect((await listReminders(ctx)).reminders).toMatchObject([{ customer: 'Veli Alıcı' }])
    expect(await remindersOf(ctx, { id: car })).toMatchObject({ sold_on: null })
  })

  test('is silent like one whose only record is in the trash', async () => {
    await remind()
    await deleteKayit(ctx, { kayit_id })
    expect(await due()).toEqual([])
  })
})

describe('a warranty', () => {
  const warranty = { vehicle_id: 0, cause: 'warranty' as const, title: '' }
  beforeEach(async () => {
    const islemler = [{ islem_adi: 'Fren balatası', islem_adet: 1, fiyat_kurus: 100 }]
    const { id } = await save(ctx, { info: { ...PERSON, giris_tarihi: '2026-11-01' }, islemler })
    await giveBack(ctx, { kayit_id: id, km: null, isSigned: true, warranty_months: 1 })
    warranty.vehicle_id = car
  })

  test('is due on its last day, although nothing is stored', async () => {
    expect((await listReminders(ctx)).reminders).toEqual([
      expect.objectContaining({ cause: 'warranty', day: '2026-12-21', work: 'Fren balatası', version: 0 }),
    ])
    expect(await rows()).toEqual([])
    expect((await remindersOf(ctx, { id: car })).reminders).toMatchObject([{ day: '2026-12-21' }])
  })

  test.each([
    [['Balata', 'Disk'], 'Balata ve Disk'],
    [['Balata', 'Disk', 'Akü'], 'Balata ve 2 işin daha'],
  ])('of %j is called the warranty of %s', async (works, work) => {
    const islemler = works.map((islem_adi) => ({ islem_adi, islem_adet: 1, fiyat_kurus: 100 }))
    const { id } = await save(ctx, { info: { ...PERSON, giris_tarihi: '2026-11-02' }, islemler })
    await giveBack(ctx, { kayit_id: id, km: null, isSigned: true, warranty_months: 1 })
    expect((await remindersOf(ctx, { id: car })).reminders).toMatchObject([{ cause: 'warranty', work }])
  })

  test('of a single work ends on its own day', async () => {
    const islemler = [{ islem_adi: 'Akü', islem_adet: 1, fiyat_kurus: 100 }]
    const { id } = await save(ctx, { info: { plaka: '06 BK 1', giris_tarihi: '2026-11-01' }, islemler })
    const item_warranties = [{ islem_adi: 'Akü', warranty_months: 1, warranty_km: null }]
    await giveBack(ctx, { kayit_id: id, km: null, warranty_months: 24, item_warranties })
    const { reminders } = await listReminders(ctx)
    expect(reminders.map(({ work, day }) => [work, day])).toEqual([
      ['Fren balatası', '2026-12-21'],
      ['Akü', '2026-12-21'],
    ])
  })

  test('keeps what was done with it, and a snooze beyond its end silences it', async () => {
    expect(await noteOpened(ctx, warranty)).toMatchObject({ version: 1 })
    await remind({ ...warranty, due_day: null, snoozed_until: '2026-12-22', version: 1 })
    expect(await due()).toEqual([])
    await remind({ ...warranty, due_day: null, version: 2 })
    expect(await due()).toHaveLength(1)
    await remind({ ...warranty, due_day: null, state: 'refused', version: 3 })
    expect(await due()).toEqual([])
  })
})

test('a shop with thousands of cars sees what ends now', async () => {
  const shop = sql.lit(ctx.actor.shop)
  await sql`insert into vehicle (shop_id, plate, seen_day) select ${shop}, '06 T ' || n, '2026-01-01'
    from generate_series(1, 5001) n`.execute(db)
  await sql`insert into reminder (shop_id, vehicle_id, cause, due_day, due_km, created_at, updated_at)
    select shop_id, id, 'service', '2027-10-01', 150000, now(), now() from vehicle
    where shop_id = ${shop} and plate like '06 T %'`.execute(db)
  await sql`analyze vehicle, reminder`.execute(db)
  await remind({ cause: 'inspection' })
  expect(await due()).toEqual([{ vehicle_id: car, cause: 'inspection', day: SOON }])

  const islemler = [{ islem_adi: 'Akü', islem_adet: 1, fiyat_kurus: 100 }]
  const { id } = await save(ctx, { info: { ...PERSON, giris_tarihi: '2026-11-01' }, islemler })
  await giveBack(ctx, { kayit_id: id, km: null, warranty_months: 1 })
  // The newest deliveries have works with warranties that end in years.
  const own = '[{"islem_adi":"Akü","warranty_months":24,"warranty_km":null}]'
  await copyRow(ctx, id, { count: 2_001 })
  await sql`insert into delivery (shop_id, kayit_id, actor_id, actor_name, created_at, updated_at, item_warranties)
    select shop_id, id, 1, '', ${ctx.now}, now(), ${own} from kayit
    where shop_id = ${shop} and id > ${id}`.execute(db)
  expect(await due()).toContainEqual({ vehicle_id: car, cause: 'warranty', day: '2026-12-21' })
  await remind({ cause: 'warranty', due_day: null, state: 'refused' })
  expect(await due()).toEqual([{ vehicle_id: car, cause: 'inspection', day: SOON }])
})

test('the newest intake tells the kind of an inspection', async () => {
  await takeIn(ctx, { kayit_id, car_kind: 'van' })
  expect(await remindersOf(ctx, { id: car })).toMatchObject({ car_kind: 'commercial' })
})
