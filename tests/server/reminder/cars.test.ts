import { beforeEach, describe, expect, test } from 'vitest'

import { mergeLinked, separateLinked } from '#server/directory/merge.ts'
import { eraseCustomer } from '#server/personal-data/erase.ts'
import type { UserCtx } from '#server/platform/core/context.ts'
import { remindersOf } from '#server/reminder/car.ts'
import { listReminders } from '#server/reminder/list.ts'
import { noteOpened } from '#server/reminder/operations.ts'
import { reminderMessages } from '#shared/reminder/messages.ts'
import { testDatabase } from '#tests/support/database/database.ts'
import { personalFile, wordsIn } from '#tests/support/documents/personal-file.ts'
import { changesIn } from '#tests/support/rows/changes.ts'
import { buildUser, userCtx } from '#tests/support/rows/factories.ts'
import { save } from '#tests/support/rows/kayit.ts'
import { linksOf } from '#tests/support/rows/personal-data.ts'
import { expectRefusal } from '#tests/support/rows/refusal.ts'
import { PERSON, reminderCalls, SOON } from '#tests/support/rows/reminder.ts'

const db = await testDatabase()

let ctx: UserCtx
let kayit_id: number
let car: number
beforeEach(async () => {
  ctx = userCtx(db, await buildUser(db, { company_name: 'Örnek Oto' }))
  kayit_id = (await save(ctx, { info: { ...PERSON, giris_tarihi: '2026-05-01', km_bilgisi: 80_000 } })).id
  car = await carOf(kayit_id)
})

const { carOf, visit, remind, due, stored, rows } = reminderCalls(db, () => ({ ctx, car }))

describe('merged cars', () => {
  let other: number
  const change = (of: object) => remind({ vehicle_id: other, ...of })
  beforeEach(async () => {
    other = await visit({ plaka: '06 BK 1', giris_tarihi: '2026-11-02' })
  })
  const merge = () => mergeLinked(ctx, 'vehicle', { id: other, into: car })

  test('have one reminder a cause, the earlier one, and separated each its own again', async () => {
    await remind({ due_day: '2026-12-05' })
    await change({})
    await change({ cause: 'casco' })
    const before = [await stored(), await stored(other)]
    await merge()
    expect(await due()).toEqual([
      { vehicle_id: car, cause: 'service', day: SOON },
      { vehicle_id: car, cause: 'casco', day: SOON },
    ])
    expect(await stored(other)).toHaveLength(2)
    await separateLinked(ctx, 'vehicle', { id: other })
    expect([await stored(), await stored(other)]).toEqual(before)
  })

  test('are separated with their own reminders after a message about the common one', async () => {
    await remind({ due_day: '2026-12-05' })
    await change({})
    const before = [await stored(), await stored(other)]
    await merge()
    const opened_at = ctx.now.toISOString()
    const name = { vehicle_id: car, cause: 'service' as const, title: '' }
    expect(await noteOpened(ctx, name)).toMatchObject({ due_day: SOON, opened_at, version: 2 })
    expect((await remindersOf(ctx, { id: car })).reminders).toMatchObject([{ opened_at, version: 2 }])
    await separateLinked(ctx, 'vehicle', { id: other })
    expect([await stored(), await stored(other)]).toEqual(before)
  })

  test('have one row since it was changed, and a refusal of either wins', async () => {
    await remind()
    await change({ due_day: '2026-12-05' })
    await change({ cause: 'casco', state: 'refused' })
    await remind({ cause: 'casco' })
    await merge()
    expect(await due()).toEqual([{ vehicle_id: car, cause: 'service', day: SOON }])
    await remind({ due_day: '2026-12-01', version: 2 })
    expect((await rows()).filter(({ cause }) => cause === 'service')).toMatchObject([
      { vehicle_id: car, due_day: '2026-12-01', version: 3 },
    ])
    await expectRefusal(remind({ cause: 'casco', version: 2 }), {
      code: 'INVALID',
      message: reminderMessages.refused,
    })
  })
})

describe('a corrected plate', () => {
  test('keeps the reminders at the car', async () => {
    await remind()
    await save(ctx, { id: kayit_id, info: { plaka: '34 ABC 124' } })
    expect((await listReminders(ctx)).reminders).toMatchObject([{ plate: '34 ABC 124' }])
  })

  test('that is another known car’s takes them along, one a cause', async () => {
    const known = await visit({ plaka: '06 BK 1' })
    await remind()
    await remind({ cause: 'casco', state: 'refused' })
    await remind({ vehicle_id: known, cause: 'casco' })
    await save(ctx, { id: kayit_id, info: { plaka: '06 BK 1' } })
    expect(await carOf(kayit_id)).toBe(known)
    expect(await stored(known)).toEqual([
      { cause: 'service', state: 'open', due_day: SOON },
      { cause: 'casco', state: 'refused', due_day: SOON },
    ])
  })
})

describe('an erasure', () => {
  const erase = async (id: number) =>
    eraseCustomer(ctx, { id: (await linksOf(db, id)).customer_id, reason: 'request' })

  test('takes the reminders of the person’s cars, which their file shows', async () => {
    await remind({ cause: 'other', title: 'Antifriz kontrolü' })
    const { json, pdf } = await personalFile(ctx, (await linksOf(db, kayit_id)).customer_id)
    expect([wordsIn(json, ['Antifriz']), wordsIn(pdf, ['Antifriz'])]).toEqual([['Antifriz'], ['Antifriz']])
    await erase(kayit_id)
    expect(await rows()).toEqual([])
    await expectRefusal(remind(), { code: 'INVALID', message: reminderMessages.erased })
  })

  test('leaves those of a car that another customer has, unless they name the person', async () => {
    await visit({ giris_tarihi: '2026-11-10', musteri_adi_soyadi: 'Veli Alıcı', musteri_tel: '0544 1' })
    await remind()
    const naming = { cause: 'other' as const, title: 'Ayşe Işık arasın' }
    await remind(naming)
    await noteOpened(ctx, { vehicle_id: car, ...naming })
    await erase(kayit_id)
    expect(await due()).toEqual([{ vehicle_id: car, cause: 'service', day: SOON }])
    expect(await rows()).toHaveLength(1)
    const log = JSON.stringify(await changesIn(db, ctx.actor.shop))
    expect(wordsIn(log, ['Ayşe', 'Işık', 'Bakım'])).toEqual(['Bakım'])
  })

  test('of the last customer leaves nobody to write to', async () => {
    const { id } = await save(ctx, {
      info: { giris_tarihi: '2026-11-10', musteri_adi_soyadi: 'Veli Alıcı', musteri_tel: '0544 1' },
    })
    await remind()
    await erase(id)
    expect(await due()).toEqual([])
  })
})
