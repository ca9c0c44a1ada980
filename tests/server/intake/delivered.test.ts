import { beforeEach, describe, expect, test } from 'vitest'

import { getHandover } from '#server/intake/operations.ts'
import { getKayit } from '#server/kayit/operations.ts'
import { setStatus } from '#server/kayit/status.ts'
import type { UserCtx } from '#server/platform/core/context.ts'
import { intakeMessages } from '#shared/intake/messages.ts'
import { changesIn } from '#tests/support/rows/changes.ts'
import { testDatabase } from '#tests/support/database/database.ts'
import { buildUser, userCtx } from '#tests/support/rows/factories.ts'
import { giveBack, takeIn } from '#tests/support/rows/intake.ts'
import { save } from '#tests/support/rows/kayit.ts'
import { outcomeOf } from '#tests/support/rows/refusal.ts'
import { buildMember } from '#tests/support/rows/staff.ts'
import { countedTotals, storedTotals } from '#tests/support/rows/stats.ts'

const db = await testDatabase()
const TODAY = '2026-11-21'
const item = { islem_adi: 'Balata', islem_adet: 1, fiyat_kurus: 100_000 }

let owner: Awaited<ReturnType<typeof buildUser>>
let ctx: UserCtx
let kayit_id: number
beforeEach(async () => {
  owner = await buildUser(db)
  ctx = userCtx(db, owner)
  kayit_id = (await save(ctx, { info: { durum: 'Beklemede' }, islemler: [item] })).id
})

const stored = async () => (await getKayit(ctx, { kayit_id })).kayit
const verbs = async () => (await changesIn(db, ctx.actor.shop)).map(({ verb }) => verb)

describe('a signed delivery', () => {
  test('completes the visit today, in all totals and in its history', async () => {
    await giveBack(ctx, { kayit_id, isSigned: true })
    expect(await stored()).toMatchObject({ durum: 'Tamamlandı', cikis_tarihi: TODAY, km_bilgisi: 126_900 })
    expect(await storedTotals(db, ctx.actor.shop)).toEqual(await countedTotals(db, ctx.actor.shop))
    expect(await verbs()).toEqual(['create', 'delivery', 'update'])
  })

  test.each([
    ['a completed one keeps its day', { durum: 'TAMAMLANDI', cikis_tarihi: '2026-11-20' }, {}],
    ['a completed one without a day left today', { durum: 'Tamamlandı' }, { cikis_tarihi: TODAY }],
    ['a cancelled one stays cancelled', { durum: 'İptal' }, { cikis_tarihi: TODAY }],
  ])('of a visit: %s', async (_, info, changes) => {
    await save(ctx, { id: kayit_id, info: { cikis_tarihi: null, ...info } })
    await giveBack(ctx, { kayit_id, isSigned: true })
    expect(await stored()).toMatchObject({ ...info, ...changes })
  })

  test('of a mechanic completes it too', async () => {
    const mechanic = userCtx(db, await buildMember(db, owner, { role: 'mechanic' }))
    await giveBack(mechanic, { kayit_id, isSigned: true })
    expect(await stored()).toMatchObject({ durum: 'Tamamlandı', cikis_tarihi: TODAY })
  })

  test('does not complete a visit again that was reopened since', async () => {
    const { version } = await giveBack(ctx, { kayit_id, isSigned: true })
    const now = await getKayit(ctx, { kayit_id })
    const open = { kayit_id, version: now.version, durum: 'Devam Ediyor', cikis_tarihi: null }
    await setStatus(ctx, { kayitlar: [open], key: 'yeniden-0001' })
    await giveBack(ctx, { kayit_id, isSigned: true, version })
    expect(await stored()).toMatchObject({ durum: 'Devam Ediyor', cikis_tarihi: null })
  })

  test('that is refused changes nothing', async () => {
    await giveBack(ctx, { kayit_id })
    const before = await getKayit(ctx, { kayit_id })
    expect(await outcomeOf(() => giveBack(ctx, { kayit_id, isSigned: true, km: 1, version: 9 }))).toBe(
      intakeMessages.conflict,
    )
    expect(await getKayit(ctx, { kayit_id })).toEqual(before)
  })

  test('stays as it was signed', async () => {
    await giveBack(ctx, { kayit_id, isSigned: true })
    expect((await getHandover(ctx, { kayit_id })).delivery).toMatchObject({ is_changed: false })
  })
})

test('a delivery without a signature completes nothing', async () => {
  await giveBack(ctx, { kayit_id })
  expect(await stored()).toMatchObject({ durum: 'Beklemede', cikis_tarihi: null })
})

describe('the kilometres of an intake', () => {
  test('are those of a visit without any, and leave its signature as it is', async () => {
    await takeIn(ctx, { kayit_id, isSigned: true })
    expect(await stored()).toMatchObject({ km_bilgisi: 126_870, durum: 'Beklemede', cikis_tarihi: null })
    expect((await getHandover(ctx, { kayit_id })).intake).toMatchObject({ is_changed: false })
    expect(await verbs()).toEqual(['create', 'intake', 'update'])
  })

  test('do not replace those of the visit, and none are no change', async () => {
    await takeIn(ctx, { kayit_id, km: null })
    expect(await verbs()).toEqual(['create', 'intake'])
    await save(ctx, { id: kayit_id, info: { km_bilgisi: 5 } })
    await takeIn(ctx, { kayit_id, km: 7, version: 1 })
    await giveBack(ctx, { kayit_id, km: 8 })
    expect(await stored()).toMatchObject({ km_bilgisi: 5 })
  })
})
