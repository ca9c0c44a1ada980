import { describe, expect, test } from 'vitest'

import { getHandover } from '#server/intake/operations.ts'
import { saveTerms } from '#server/intake/terms.ts'
import { deleteKayit } from '#server/kayit/operations.ts'
import type { UserCtx } from '#server/platform/core/context.ts'
import { intakeMessages } from '#shared/intake/messages.ts'
import { DEFAULT_TERMS } from '#shared/intake/rules.ts'
import { messages } from '#shared/messages.ts'
import { changesIn } from '#tests/support/rows/changes.ts'
import { testDatabase } from '#tests/support/database/database.ts'
import { buildUser, TEST_NOW, userCtx } from '#tests/support/rows/factories.ts'
import { giveBack, STROKES, takeIn } from '#tests/support/rows/intake.ts'
import { save } from '#tests/support/rows/kayit.ts'
import { expectRefusal } from '#tests/support/rows/refusal.ts'
import { buildMember } from '#tests/support/rows/staff.ts'

const db = await testDatabase()
const item = { islem_adi: 'Balata', islem_adet: 1, fiyat_kurus: 100_000 }
const info = {
  musteri_adi_soyadi: 'Ayşe Işık',
  plaka: '34 ABC 123',
  giris_tarihi: '2026-11-21',
  model_yili: '2019',
}
const earlier = (hours: number) => TEST_NOW.getTime() - hours * 3_600_000

const iso = (at: number) => new Date(at).toISOString()

async function shop() {
  const owner = await buildUser(db)
  const ctx = userCtx(db, owner)
  const { id } = await save(ctx, { info, islemler: [item], key: 'anahtar-kayit' })
  return { owner, ctx, kayit_id: id }
}

/** A form as it was signed without a connection. */
const late = (more: { kayit_id: number } & Record<string, unknown>) => ({
  isSigned: true,
  key: 'anahtar-kabul',
  filled_at: earlier(3),
  seen: { info: SEEN },
  ...more,
})
/** The printed fields as a device sends them. */
const SEEN = { ...info, musteri_tel: '', sasi_no: '', arac_marka: '', arac_model: '', musteri_talebi: '' }
const shown = (ctx: UserCtx, kayit_id: number) => getHandover(ctx, { kayit_id }).then(({ intake }) => intake)

describe('a form that waited for the connection', () => {
  test('has the time of its device, and follows a record that waited too by the key of its save', async () => {
    const { ctx, kayit_id } = await shop()
    const sent = late({ kayit_id: 0, kayit_key: 'anahtar-kayit' })
    const taken = await takeIn(ctx, sent)
    expect(taken).toMatchObject({
      kayit_id,
      signed_at: iso(earlier(3)),
      created_at: iso(earlier(3)),
      is_changed: false,
    })
    const { updated_at } = await db
      .selectFrom('intake')
      .where('shop_id', '=', ctx.actor.shop)
      .selectAll()
      .executeTakeFirstOrThrow()
    expect(updated_at).toEqual(TEST_NOW)
    const notFound = { code: 'NOT_FOUND', message: messages.kayitNotFound } as const
    await expectRefusal(takeIn(ctx, { ...sent, kayit_key: 'baska-anahtar' }), notFound)
    await deleteKayit(ctx, { kayit_id })
    await expectRefusal(takeIn(ctx, { ...sent, key: 'anahtar-2' }), notFound)
  })

  test.each([
    ['is ahead', -1],
    ['is a year behind', 24 * 365],
  ])('has the time of the server if the clock of its device %s', async (_, hours) => {
    const { ctx, kayit_id } = await shop()
    const taken = await takeIn(ctx, late({ kayit_id, filled_at: earlier(hours) }))
    expect(taken.signed_at).toBe(TEST_NOW.toISOString())
  })

  test('is stored once, also if another user has changed it before it is sent again', async () => {
    const { ctx, kayit_id } = await shop()
    const first = { isSigned: true, key: 'anahtar-kabul', seen: { info: SEEN }, kayit_id }
    await takeIn(ctx, first)
    await takeIn(ctx, { kayit_id, version: 1, km: 5 })
    expect(await takeIn(ctx, { ...first, filled_at: earlier(1) })).toMatchObject({ version: 2, km: 5 })
    expect((await changesIn(db, ctx.actor.shop)).filter(({ verb }) => verb === 'intake')).toHaveLength(2)
  })

  test('overwrites no form that another user has stored meanwhile', async () => {
    const { ctx, kayit_id } = await shop()
    const stored = await takeIn(ctx, { kayit_id, km: 5 })
    await expectRefusal(takeIn(ctx, late({ kayit_id })), {
      code: 'CONFLICT',
      message: intakeMessages.conflict,
    })
    expect(await shown(ctx, kayit_id)).toEqual(stored)
  })

  test('says that the record was changed since its signer saw it', async () => {
    const { ctx, kayit_id } = await shop()
    await save(ctx, { id: kayit_id, info: { plaka: '06 ABC 1' } })
    expect(await takeIn(ctx, late({ kayit_id }))).toMatchObject({ is_changed: true, version: 1 })
    await save(ctx, { id: kayit_id, info: { plaka: '34 ABC 123', aciklama: 'yazılmaz' } })
    expect(await shown(ctx, kayit_id)).toMatchObject({ is_changed: false })
  })

  test('is accepted under terms that the shop had, and under no others', async () => {
    const { ctx, kayit_id } = await shop()
    await saveTerms(ctx, { text: 'Yeni şartlar' })
    await saveTerms(ctx, { text: 'En yeni şartlar' })
    const refused = { code: 'INVALID', field: 'terms' } as const
    const sent = late({ kayit_id, terms: DEFAULT_TERMS })
    await expectRefusal(takeIn(ctx, { ...sent, filled_at: undefined }), {
      ...refused,
      message: intakeMessages.termsChanged,
    })
    await expectRefusal(takeIn(ctx, { ...sent, terms: 'Uydurma' }), {
      ...refused,
      message: intakeMessages.termsUnknown,
    })
    expect((await takeIn(ctx, sent)).terms).toBe(DEFAULT_TERMS)
    await saveTerms({ ...ctx, now: new Date(TEST_NOW.getTime() + 8 * 86_400_000) }, { text: '' })
    await expectRefusal(takeIn(ctx, { ...sent, version: 1, terms: 'Yeni şartlar', signature: [[1, 2]] }), {
      ...refused,
      message: intakeMessages.termsUnknown,
    })
  })

  test('is accepted under each of several terms that were saved at once', async () => {
    const { ctx, kayit_id } = await shop()
    const texts = Array.from({ length: 6 }, (_, index) => `Şartlar ${index}`)
    await Promise.all(texts.map((text) => saveTerms(ctx, { text })))
    for (const [version, terms] of texts.entries())
      expect(
        await takeIn(
          ctx,
          late({ kayit_id, terms, version: version || undefined, key: `anahtar-${version}` }),
        ),
      ).toMatchObject({ terms })
  })
})

describe('a delivery that waited for the connection', () => {
  test('covers the work that its signer saw', async () => {
    const { ctx, kayit_id } = await shop()
    await save(ctx, { id: kayit_id, info: {}, islemler: [item, item] })
    const seen = { info: SEEN, islemler: [item] }
    const given = await giveBack(ctx, {
      kayit_id,
      isSigned: true,
      key: 'anahtar-teslim',
      filled_at: earlier(1),
      seen,
    })
    expect(given).toMatchObject({ is_changed: true, signature: STROKES })
    await save(ctx, { id: kayit_id, info: {}, islemler: [item] })
    expect((await getHandover(ctx, { kayit_id })).delivery).toMatchObject({ is_changed: false })
  })

  test('of a mechanic covers the stored prices, which the device does not show', async () => {
    const { owner, ctx, kayit_id } = await shop()
    const mechanic = userCtx(db, await buildMember(db, owner, { role: 'mechanic' }))
    const { fiyat_kurus: _, ...unpriced } = item
    const sent = { kayit_id, isSigned: true, seen: { info: SEEN, islemler: [unpriced] } }
    expect(await giveBack(mechanic, sent)).toMatchObject({ is_changed: false })
    await save(ctx, { id: kayit_id, info: {}, islemler: [{ ...item, fiyat_kurus: 1 }] })
    expect((await getHandover(ctx, { kayit_id })).delivery).toMatchObject({ is_changed: true })
  })

  test('of a mechanic does not tell whether a sent price is right', async () => {
    const { owner, ctx, kayit_id } = await shop()
    const mechanic = userCtx(db, await buildMember(db, owner, { role: 'mechanic' }))
    const guess = async (fiyat_kurus: number, version?: number) => {
      const seen = { info: SEEN, islemler: [{ ...item, fiyat_kurus }] }
      return (await giveBack(mechanic, { kayit_id, isSigned: true, version, seen })).is_changed
    }
    expect([await guess(1), await guess(item.fiyat_kurus, 1)]).toEqual([false, false])
    expect((await getHandover(ctx, { kayit_id })).delivery).toMatchObject({ is_changed: false })
  })
})
