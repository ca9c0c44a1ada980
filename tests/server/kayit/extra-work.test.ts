import { beforeEach, describe, expect, test } from 'vitest'

import { askExtraWork } from '#server/kayit/extra-work.ts'
import { countBook, deleteKayit, getKayit, purgeDeleted, restoreKayit } from '#server/kayit/operations.ts'
import { eraseCustomer } from '#server/personal-data/erase.ts'
import type { UserCtx } from '#server/platform/core/context.ts'
import { quoteSendingOf } from '#server/share/quote-state.ts'
import { stageMessages } from '#shared/kayit/stage-messages.ts'
import { messages } from '#shared/messages.ts'
import { answerMessages } from '#shared/quote/messages.ts'
import { testDatabase } from '#tests/support/database/database.ts'
import { publicApp, visitPage } from '#tests/support/panel/public-page.ts'
import { customerOf } from '#tests/support/rows/accounts.ts'
import { addMore, answerMore, askMore, visit } from '#tests/support/rows/extra-work.ts'
import { buildUser, TEST_NOW, userCtx } from '#tests/support/rows/factories.ts'
import { save } from '#tests/support/rows/kayit.ts'
import { APPROVED, quote, QUOTED, sendAnswer } from '#tests/support/rows/quote.ts'
import { expectRefusal, outcomeOf } from '#tests/support/rows/refusal.ts'
import { share } from '#tests/support/rows/share.ts'
import { buildMember } from '#tests/support/rows/staff.ts'
import { arrive } from '#tests/support/rows/stages.ts'
import { storedTotals } from '#tests/support/rows/stats.ts'

const db = await testDatabase()
const DAY_MS = 86_400_000
const SOME = { ...APPROVED, is: ['0', '2'], tutar: '360000' }

let owner: Awaited<ReturnType<typeof buildUser>>
let ctx: UserCtx
let open: number
beforeEach(async () => {
  owner = await buildUser(db)
  ctx = userCtx(db, owner)
  open = await visit(ctx)
})

const stateOf = async (kayit_id = open) => quoteSendingOf(ctx, { kayit_id })
const setVisit = (info: object) => save(ctx, { id: open, info })

describe('a quote for more work', () => {
  test('has the car and the customer of its visit, no work, and the visit', async () => {
    const { kayit_id } = await askExtraWork(ctx, { kayit_id: open })
    const made = await getKayit(ctx, { kayit_id })
    expect(made).toMatchObject({ stage: 'quote', for_kayit_id: open, islemler: [] })
    const { musteri_adi_soyadi, musteri_tel, tc_vergino, plaka, sasi_no, arac_marka } = QUOTED.info
    expect(made.kayit).toMatchObject({ musteri_adi_soyadi, tc_vergino, plaka, sasi_no, arac_marka })
    expect(made.kayit).toMatchObject({ musteri_tel, km_bilgisi: 81_000, musteri_talebi: '', aciklama: '' })
    expect(await customerOf(ctx, kayit_id)).toBe(await customerOf(ctx, open))
    expect(await stateOf(kayit_id)).toMatchObject({
      sending: null,
      visit: { kayit_id: open, name: '34 ABC 123' },
    })
  })

  test('is asked once while it is empty, and anew once it has work', async () => {
    const { kayit_id } = await askExtraWork(ctx, { kayit_id: open })
    expect(await askExtraWork(ctx, { kayit_id: open })).toEqual({ kayit_id })
    await save(ctx, { id: kayit_id, info: {}, islemler: QUOTED.islemler })
    expect(await askExtraWork(ctx, { kayit_id: open })).not.toEqual({ kayit_id })
  })

  test.each([
    ['completed', { durum: 'Tamamlandı' }],
    ['completed and gone', { durum: 'tamamlandı', cikis_tarihi: '2026-11-21' }],
    ['cancelled', { durum: 'İptal' }],
  ])('is refused for a visit that is %s', async (_, info) => {
    const asked = await askMore(ctx, open)
    await setVisit(info)
    expect(await outcomeOf(() => askExtraWork(ctx, { kayit_id: open }))).toBe(stageMessages.visitClosed)
    expect(await outcomeOf(() => share(ctx, { kayit_id: asked }))).toBe(stageMessages.visitClosed)
  })

  test('is refused for a quote, a deleted and another shop’s visit, and without the right', async () => {
    const early = await quote(ctx)
    expect(await outcomeOf(() => askExtraWork(ctx, { kayit_id: early }))).toBe(stageMessages.visitClosed)
    const missing = { code: 'NOT_FOUND', message: messages.kayitNotFound } as const
    const other = userCtx(db, await buildUser(db))
    await expectRefusal(askExtraWork(other, { kayit_id: open }), missing)
    await deleteKayit(ctx, { kayit_id: open })
    await expectRefusal(askExtraWork(ctx, { kayit_id: open }), missing)
    await restoreKayit(ctx, { kayit_id: open })
    const asked = await askMore(ctx, open)
    await answerMore(ctx, asked)
    const mechanic = userCtx(db, await buildMember(db, owner, { role: 'mechanic' }))
    const refused = { code: 'FORBIDDEN', message: stageMessages.refused } as const
    await expectRefusal(askExtraWork(mechanic, { kayit_id: open }), refused)
    await expectRefusal(addMore(mechanic, asked), refused)
    await expectRefusal(addMore(other, asked), missing)
  })

  test('is refused for an erased customer, and describes nobody', async () => {
    const id = await customerOf(ctx, open)
    await eraseCustomer(ctx, { id, reason: 'request' })
    const refused = { code: 'INVALID', message: stageMessages.customerErased } as const
    await expectRefusal(askExtraWork(ctx, { kayit_id: open }), refused)
    const customers = db.selectFrom('customer').where('shop_id', '=', owner.id).select('id')
    expect(await customers.execute()).toEqual([{ id }])
  })

  test('counts nowhere until it is added, and is no visit of its own', async () => {
    const before = { counts: await countBook(ctx), totals: await storedTotals(db, ctx.actor.shop) }
    const asked = await askMore(ctx, open)
    await answerMore(ctx, asked)
    expect(await storedTotals(db, ctx.actor.shop)).toEqual(before.totals)
    expect(await countBook(ctx)).toEqual({ ...before.counts, quotes: 1 })
    expect(await outcomeOf(() => arrive(ctx, { id: asked }))).toBe(stageMessages.extraOfVisit)
  })

  test('is named so on its page, which ends with the visit', async () => {
    const asked = await askMore(ctx, open)
    const { token } = await share(ctx, { kayit_id: asked })
    const app = publicApp(db)
    expect((await visitPage(app, token)).text).toContain('Ek iş teklifi')
    await setVisit({ durum: 'Tamamlandı' })
    const closed = await sendAnswer(app, token, APPROVED)
    expect(closed.status).toBe(422)
    expect(closed.text).toContain(answerMessages.closed)
    await setVisit({ durum: 'Devam Ediyor', cikis_tarihi: null })
    await sendAnswer(app, token, APPROVED)
    await addMore(ctx, asked)
    expect((await visitPage(app, token)).text).toContain('Onayınız servise ulaştı')
  })
})

describe('the state of more work on its visit', () => {
  test('goes from a draft over sent and seen to the answer, and ends as added', async () => {
    const asked = await askMore(ctx, open)
    const one = { kayit_id: asked, total_kurus: 420_000, is_added: false, can_add: false }
    expect(await stateOf()).toMatchObject({ extra: [{ ...one, state: 'draft' }], approved: null })
    const { token } = await share(ctx, { kayit_id: asked })
    expect((await stateOf()).extra).toEqual([{ ...one, state: 'sent' }])
    await visitPage(publicApp(db), token)
    expect((await stateOf()).extra).toEqual([{ ...one, state: 'seen' }])
    await sendAnswer(publicApp(db), token, SOME)
    const approved = { ...one, state: 'approved', total_kurus: 360_000 }
    expect(await stateOf()).toMatchObject({ extra: [{ ...approved, can_add: true }], approved: null })
    await addMore(ctx, asked)
    expect(await stateOf()).toMatchObject({
      extra: [{ ...approved, is_added: true }],
      approved: {
        total_kurus: 360_000,
        lines: [
          { name: 'Ön fren balatası', quantity: 2, unit_kurus: 120_000, at: TEST_NOW.toISOString() },
          { name: 'Rot balans', quantity: 1, unit_kurus: 120_000, at: TEST_NOW.toISOString() },
        ],
      },
    })
  })

  test('names a refusal, and forgets a deleted quote until it is restored', async () => {
    const asked = await askMore(ctx, open)
    await answerMore(ctx, asked, { yanit: 'ret' })
    expect((await stateOf()).extra).toMatchObject([{ state: 'refused', can_add: false }])
    expect(await outcomeOf(() => addMore(ctx, asked))).toBe(stageMessages.notApproved)
    await deleteKayit(ctx, { kayit_id: asked })
    expect((await stateOf()).extra).toEqual([])
    await expectRefusal(addMore(ctx, asked), { code: 'NOT_FOUND', message: messages.kayitNotFound })
    await restoreKayit(ctx, { kayit_id: asked })
    expect((await stateOf()).extra).toHaveLength(1)
  })
})

test('a visit that is removed for good leaves an ordinary quote', async () => {
  const asked = await askMore(ctx, open)
  await deleteKayit(ctx, { kayit_id: open })
  await purgeDeleted(db, new Date(TEST_NOW.getTime() + 31 * DAY_MS))
  expect(await getKayit(ctx, { kayit_id: asked })).not.toHaveProperty('for_kayit_id')
  expect(await arrive(ctx, { id: asked })).not.toHaveProperty('stage')
})

test('an erasure of a deleted visit leaves the quote of another customer an ordinary one', async () => {
  const asked = await askMore(ctx, open)
  const info = { musteri_adi_soyadi: 'Mehmet Kaya', musteri_tel: '0544 111 22 33', tc_vergino: '' }
  await save(ctx, { id: asked, info })
  const erased = await customerOf(ctx, open)
  await deleteKayit(ctx, { kayit_id: open })
  await eraseCustomer(ctx, { id: erased, reason: 'request' })
  expect(await getKayit(ctx, { kayit_id: asked })).not.toHaveProperty('for_kayit_id')
  expect(await arrive(ctx, { id: asked })).not.toHaveProperty('stage')
})
