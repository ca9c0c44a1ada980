import { describe, expect, test } from 'vitest'

import { getHandover } from '#server/intake/operations.ts'
import { saveTerms } from '#server/intake/terms.ts'
import { becomeQuote } from '#server/kayit/stage.ts'
import { deleteKayit, getKayit, restoreKayit } from '#server/kayit/operations.ts'
import { intakeMessages } from '#shared/intake/messages.ts'
import { DEFAULT_TERMS } from '#shared/intake/rules.ts'
import { intake as intakeResult, delivery as deliveryResult } from '#shared/intake/schema.ts'
import { stageMessages } from '#shared/kayit/stage-messages.ts'
import { messages } from '#shared/messages.ts'
import { changesIn } from '#tests/support/rows/changes.ts'
import { testDatabase } from '#tests/support/database/database.ts'
import { buildUser, TEST_NOW, userCtx } from '#tests/support/rows/factories.ts'
import { giveBack, INTAKE, STROKES, takeIn } from '#tests/support/rows/intake.ts'
import { save } from '#tests/support/rows/kayit.ts'
import { expectRefusal } from '#tests/support/rows/refusal.ts'
import { buildMember } from '#tests/support/rows/staff.ts'

const db = await testDatabase()
const item = { islem_adi: 'Balata', islem_adet: 1, fiyat_kurus: 100_000 }

async function shop() {
  const owner = await buildUser(db)
  const ctx = userCtx(db, owner)
  const { id } = await save(ctx, { islemler: [item] })
  return { owner, ctx, kayit_id: id }
}
const NOT_FOUND = { code: 'NOT_FOUND', message: messages.kayitNotFound } as const

describe('an intake', () => {
  test('is stored once for its record, with the name of its user', async () => {
    const { owner, ctx, kayit_id } = await shop()
    expect(await getHandover(ctx, { kayit_id })).toEqual({
      intake: null,
      delivery: null,
      terms: DEFAULT_TERMS,
    })
    const taken = await takeIn(ctx, { kayit_id, limit_kurus: 250_000 })
    expect(intakeResult.parse(taken)).toEqual({
      ...INTAKE,
      terms: DEFAULT_TERMS,
      kayit_id,
      version: 1,
      limit_kurus: 250_000,
      signature: null,
      signed_at: null,
      is_changed: false,
      actor_name: owner.username,
      created_at: TEST_NOW.toISOString(),
    })
    expect((await getHandover(ctx, { kayit_id })).intake).toEqual(taken)
    const log = await changesIn(db, ctx.actor.shop)
    expect(log.filter(({ verb }) => verb === 'intake')).toMatchObject([
      { noun: 'kayit', target_id: kayit_id },
    ])
  })

  test('changes nothing when it is sent again', async () => {
    const { ctx, kayit_id } = await shop()
    const taken = await takeIn(ctx, { kayit_id, isSigned: true })
    expect(await takeIn(ctx, { kayit_id, isSigned: true })).toEqual(taken)
    expect(await takeIn(ctx, { kayit_id, isSigned: true, version: 1 })).toEqual(taken)
    expect((await changesIn(db, ctx.actor.shop)).filter(({ verb }) => verb === 'intake')).toHaveLength(1)
  })

  test('is refused over a newer version', async () => {
    const { ctx, kayit_id } = await shop()
    await takeIn(ctx, { kayit_id })
    const conflict = { code: 'CONFLICT', message: intakeMessages.conflict } as const
    await expectRefusal(takeIn(ctx, { kayit_id, km: 5 }), conflict)
    expect(await takeIn(ctx, { kayit_id, km: 5, version: 1 })).toMatchObject({ km: 5, version: 2 })
    await expectRefusal(takeIn(ctx, { kayit_id, km: 6, version: 1 }), conflict)
  })

  test('names changed fields in the words of the form', async () => {
    const { ctx, kayit_id } = await shop()
    await takeIn(ctx, { kayit_id })
    await takeIn(ctx, { kayit_id, version: 1, fuel: 2, promised_minute: null, marks: [], isSigned: true })
    const [change] = (await changesIn(db, ctx.actor.shop)).filter(({ verb }) => verb === 'intake').slice(-1)
    expect(JSON.parse(change?.detail ?? '')).toEqual({
      fields: [
        { name: 'fuel', before: '5/8', after: '2/8' },
        { name: 'marks', before: 'Çizik, sol ön kapı', after: '' },
        { name: 'promised_minute', before: '17:00', after: null },
        { name: 'signature', before: false, after: true },
      ],
    })
  })

  test('says after its signature that it or its record has changed', async () => {
    const { ctx, kayit_id } = await shop()
    const signed = await takeIn(ctx, { kayit_id, isSigned: true })
    expect(signed).toMatchObject({ signature: STROKES, signed_at: TEST_NOW.toISOString(), is_changed: false })
    const changed = () => getHandover(ctx, { kayit_id }).then(({ intake }) => intake?.is_changed)
    await save(ctx, { id: kayit_id, info: { aciklama: 'yazılmaz' }, islemler: [item, item] })
    expect(await changed()).toBe(false)
    await save(ctx, { id: kayit_id, info: { plaka: '06 ABC 123' } })
    expect(await changed()).toBe(true)
    // The same signature signs the new plate.
    const again = await takeIn(ctx, { kayit_id, isSigned: true, version: 1 })
    expect(again).toMatchObject({ version: 2, is_changed: false })
    expect(await takeIn(ctx, { kayit_id, version: 2, km: 1 })).toMatchObject({
      is_changed: true,
      signature: STROKES,
    })
  })

  test('is signed under the terms that the signer has read', async () => {
    const { ctx, kayit_id } = await shop()
    await saveTerms(ctx, { text: 'Eski şartlar' })
    await takeIn(ctx, { kayit_id, isSigned: true })
    expect(await saveTerms(ctx, { text: 'Yeni şartlar' })).toEqual({ terms: 'Yeni şartlar' })
    // Without a new signature the signed terms stay.
    expect((await takeIn(ctx, { kayit_id, version: 1, km: 7 })).terms).toBe('Eski şartlar')
    const sent = { kayit_id, version: 2, signature: STROKES, km: 8 }
    await expectRefusal(takeIn(ctx, { ...sent, terms: 'Uydurma' }), {
      code: 'INVALID',
      message: intakeMessages.termsChanged,
      field: 'terms',
    })
    expect((await takeIn(ctx, { ...sent, terms: 'Yeni şartlar' })).terms).toBe('Yeni şartlar')
    expect(await saveTerms(ctx, { text: DEFAULT_TERMS })).toEqual({ terms: DEFAULT_TERMS })
  })

  test('of a mechanic keeps the limit and shows none', async () => {
    const { owner, ctx, kayit_id } = await shop()
    await takeIn(ctx, { kayit_id, limit_kurus: 250_000 })
    const mechanic = userCtx(db, await buildMember(db, owner, { role: 'mechanic' }))
    const taken = await takeIn(mechanic, { kayit_id, version: 1, km: 9, limit_kurus: 1 })
    expect(taken).not.toHaveProperty('limit_kurus')
    expect((await getHandover(mechanic, { kayit_id })).intake).not.toHaveProperty('limit_kurus')
    expect((await getHandover(ctx, { kayit_id })).intake).toMatchObject({ km: 9, limit_kurus: 250_000 })
    await expectRefusal(saveTerms(mechanic, { text: 'x' }), {
      code: 'FORBIDDEN',
      message: messages.settingsRefused,
    })
  })

  test.each(['quote', 'appointment'] as const)('belongs to a visit, not to a %s', async (stage) => {
    const { ctx } = await shop()
    const appointment = { day: '2026-12-01', start: 600, minutes: 60, state: 'awaited' } as const
    const { id } = await save(ctx, { stage, appointment, info: { musteri_adi_soyadi: 'Ayşe', plaka: '' } })
    const refused = { code: 'INVALID', message: intakeMessages.visitOnly } as const
    await expectRefusal(takeIn(ctx, { kayit_id: id }), refused)
    await expectRefusal(giveBack(ctx, { kayit_id: id }), refused)
    expect(await getHandover(ctx, { kayit_id: id })).toMatchObject({ intake: null, delivery: null })
  })

  test.each([takeIn, giveBack])('keeps its visit from becoming a quote again', async (store) => {
    const { ctx, kayit_id } = await shop()
    await store(ctx, { kayit_id, km: null })
    const refused = { code: 'INVALID', message: stageMessages.hasHandover } as const
    await expectRefusal(becomeQuote(ctx, { kayit_id, version: 1, stage: 'quote' }), refused)
    expect(await getKayit(ctx, { kayit_id })).not.toHaveProperty('stage')
  })

  test('of a deleted or foreign record is not found, and comes back with it', async () => {
    const { ctx, kayit_id } = await shop()
    const { ctx: other } = await shop()
    const taken = await takeIn(ctx, { kayit_id })
    await expectRefusal(getHandover(other, { kayit_id }), NOT_FOUND)
    await expectRefusal(takeIn(other, { kayit_id }), NOT_FOUND)
    await expectRefusal(giveBack(other, { kayit_id }), NOT_FOUND)
    await deleteKayit(ctx, { kayit_id })
    await expectRefusal(getHandover(ctx, { kayit_id }), NOT_FOUND)
    await expectRefusal(takeIn(ctx, { kayit_id, version: 1, km: 3 }), NOT_FOUND)
    await restoreKayit(ctx, { kayit_id })
    expect((await getHandover(ctx, { kayit_id })).intake).toEqual(taken)
  })
})

describe('a delivery', () => {
  test('is stored with its signature and covers the work and its prices', async () => {
    const { ctx, kayit_id } = await shop()
    const given = await giveBack(ctx, { kayit_id, isSigned: true })
    expect(deliveryResult.parse(given)).toMatchObject({
      kayit_id,
      version: 1,
      km: 126_900,
      parts: 'Tümü verildi',
      signature: STROKES,
      is_changed: false,
    })
    const { islemler } = await save(ctx, {
      id: kayit_id,
      info: {},
      islemler: [{ ...item, fiyat_kurus: 100_001 }],
    })
    expect(islemler).toHaveLength(1)
    expect((await getHandover(ctx, { kayit_id })).delivery).toMatchObject({ is_changed: true })
    const repeated = await giveBack(ctx, { kayit_id, isSigned: true, version: 1 })
    expect(repeated).toMatchObject({ version: 2, is_changed: false })
    expect((await changesIn(db, ctx.actor.shop)).filter(({ verb }) => verb === 'delivery')).toHaveLength(2)
  })
})
