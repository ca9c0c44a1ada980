import { beforeEach, describe, expect, test } from 'vitest'

import { deleteKayit } from '#server/kayit/operations.ts'
import type { UserCtx } from '#server/platform/core/context.ts'
import { answeredQuotes, quoteSendingOf } from '#server/share/quote-state.ts'
import { messages } from '#shared/messages.ts'
import { stageMessages } from '#shared/kayit/stage-messages.ts'
import { testDatabase } from '#tests/support/database/database.ts'
import { publicApp, visitPage } from '#tests/support/panel/public-page.ts'
import { buildUser, TEST_NOW, userCtx } from '#tests/support/rows/factories.ts'
import { save } from '#tests/support/rows/kayit.ts'
import { APPROVED, type Form, quote, sendAnswer } from '#tests/support/rows/quote.ts'
import { expectRefusal } from '#tests/support/rows/refusal.ts'
import { share } from '#tests/support/rows/share.ts'
import { buildMember } from '#tests/support/rows/staff.ts'
import { arrive } from '#tests/support/rows/stages.ts'

const db = await testDatabase()
const DAY_MS = 86_400_000

let owner: Awaited<ReturnType<typeof buildUser>>
let ctx: UserCtx
let kayit_id: number
beforeEach(async () => {
  owner = await buildUser(db)
  ctx = userCtx(db, owner)
  kayit_id = await quote(ctx)
})

const send = async () => (await share(ctx, { kayit_id })).token
const answer = async (form: Form = APPROVED) => sendAnswer(publicApp(db), await send(), form)
const approved = async () => (await quoteSendingOf(ctx, { kayit_id })).approved
const state = async () => (await quoteSendingOf(ctx, { kayit_id })).sending

describe('the state of a quote', () => {
  test('begins with the first sending, and counts the views of the newest version', async () => {
    expect(await state()).toBeNull()
    const first = await send()
    await visitPage(publicApp(db), first)
    await visitPage(publicApp(db), await send())
    const sent = { year: 2026, number: 1, version: 1, sent_at: TEST_NOW.toISOString() }
    expect(await state()).toEqual({ ...sent, views: 2, is_changed: false, answer: null })
    await save(ctx, { id: kayit_id, info: {}, quote_valid_until: '2026-12-01' })
    expect(await state()).toMatchObject({ version: 1, is_changed: true })
    await send()
    expect(await state()).toMatchObject({ version: 2, views: 0, is_changed: false })
  })

  test('names the approved lines and their sum, until the work changes', async () => {
    await answer({ ...APPROVED, is: ['0', '2'], tutar: '360000' })
    const at = TEST_NOW.toISOString()
    const approval = {
      verdict: 'approved',
      at,
      name: 'Ayşe Yılmaz',
      accepted: 2,
      lines: 3,
      total_kurus: 360_000,
    }
    expect((await state())?.answer).toEqual({ ...approval, is_valid: true })
    expect(await approved()).toMatchObject({ lines: [{ at }, { at }], total_kurus: 360_000 })
    await save(ctx, { id: kayit_id, info: { aciklama: 'x' } })
    expect((await state())?.answer).toMatchObject({ is_valid: true })
    await save(ctx, {
      id: kayit_id,
      info: {},
      islemler: [{ islem_adi: 'Rot', islem_adet: 1, fiyat_kurus: 1 }],
    })
    expect((await state())?.answer).toEqual({ ...approval, is_valid: false })
    expect(await approved()).toBeNull()
    await send()
    expect((await state())?.answer).toBeNull()
  })

  test('names a refusal', async () => {
    await answer({ yanit: 'ret', ad: 'Ayşe' })
    expect((await state())?.answer).toMatchObject({
      verdict: 'refused',
      name: 'Ayşe',
      accepted: 0,
      is_valid: false,
    })
  })

  test('is refused without the right, and unknown for another shop', async () => {
    await answer()
    const mechanic = userCtx(db, await buildMember(db, owner, { role: 'mechanic' }))
    for (const call of [quoteSendingOf(mechanic, { kayit_id }), answeredQuotes(mechanic)])
      await expectRefusal(call, { code: 'FORBIDDEN', message: stageMessages.refused })
    const other = userCtx(db, await buildUser(db))
    await expectRefusal(quoteSendingOf(other, { kayit_id }), {
      code: 'NOT_FOUND',
      message: messages.kayitNotFound,
    })
    expect(await answeredQuotes(other)).toEqual([])
  })
})

describe('the answers on the first screen', () => {
  const ids = async (days = 0) =>
    (await answeredQuotes({ ...ctx, now: new Date(TEST_NOW.getTime() + days * DAY_MS) })).map(
      (one) => one.kayit_id,
    )

  test('name car, customer, verdict and sum', async () => {
    await answer({ ...APPROVED, is: ['1'], tutar: '60000' })
    expect(await answeredQuotes(ctx)).toEqual([
      {
        kayit_id,
        for_kayit_id: null,
        plaka: '34 ABC 123',
        musteri_adi_soyadi: 'Ayşe Işık',
        verdict: 'approved',
        at: TEST_NOW.toISOString(),
        total_kurus: 60_000,
      },
    ])
  })

  test('go when the quote becomes a visit, is deleted or sent anew', async () => {
    await answer()
    expect(await ids()).toEqual([kayit_id])
    await save(ctx, { id: kayit_id, info: {}, quote_valid_until: '2026-12-01' })
    await send()
    expect(await ids()).toEqual([])
    await answer()
    await arrive(ctx, { id: kayit_id })
    expect(await ids()).toEqual([])
    kayit_id = await quote(ctx)
    await answer()
    await deleteKayit(ctx, { kayit_id })
    expect(await ids()).toEqual([])
  })

  test('show an approval for 30 days, a refusal for three, and the newest three', async () => {
    const approved = kayit_id
    await answer()
    kayit_id = await quote(ctx)
    await answer({ yanit: 'ret' })
    expect(new Set(await ids(3))).toEqual(new Set([approved, kayit_id]))
    expect(await ids(4)).toEqual([approved])
    expect(await ids(31)).toEqual([])
    for (let count = 0; count < 3; count += 1) {
      kayit_id = await quote(ctx)
      await answer()
    }
    expect(await ids()).toHaveLength(3)
  })
})
