import { BlockList } from 'node:net'

import { beforeEach, describe, expect, test } from 'vitest'

import type { UserCtx } from '#server/platform/core/context.ts'
import { answerMessages } from '#shared/quote/messages.ts'
import { testDatabase } from '#tests/support/database/database.ts'
import { publicApp, visitPage } from '#tests/support/panel/public-page.ts'
import { testApp } from '#tests/support/panel/app.ts'
import { changesIn } from '#tests/support/rows/changes.ts'
import { TEST_NOW } from '#tests/support/rows/factories.ts'
import { save } from '#tests/support/rows/kayit.ts'
import {
  APPROVED,
  encoded,
  type Form,
  quote,
  QUOTED,
  sendAnswer,
  sendQuote,
  storedAnswers,
} from '#tests/support/rows/quote.ts'
import { share } from '#tests/support/rows/share.ts'
import { arrive } from '#tests/support/rows/stages.ts'
import { sharePath } from '#shared/share/rules.ts'

const db = await testDatabase()

let ctx: UserCtx
let kayit_id: number
let token: string
let id: number
beforeEach(async () => {
  ;({ ctx, kayit_id, token, id } = await sendQuote(db))
})

const answer = (form: Form = APPROVED, now = TEST_NOW) => sendAnswer(publicApp(db, now), token, form)
const page = async () => (await visitPage(publicApp(db), token)).text
const stored = () => storedAnswers(ctx)
const verbs = async () => (await changesIn(db, ctx.actor.shop)).map(({ verb }) => verb)

describe('an approval', () => {
  test('of all lines is stored with its time, place and hash, and leads back to the page', async () => {
    const { status, headers } = await answer()
    expect([status, headers.get('location')]).toEqual([303, sharePath(token)])
    expect(headers.get('set-cookie')).toBeNull()
    const [row] = await stored()
    expect(row).toMatchObject({
      kayit_id,
      version: 1,
      share_id: id,
      at: TEST_NOW,
      verdict: 'approved',
      name: 'Ayşe Yılmaz',
      positions: '[0,1,2]',
      total_kurus: 420_000,
      user_agent: 'Mozilla/5.0 (Linux; Android 16) Chrome/150.0 Mobile',
    })
    const sent = await db.selectFrom('share').where('id', '=', id).selectAll().executeTakeFirstOrThrow()
    expect([row?.content, row?.content_hash]).toEqual([sent.content, sent.content_hash])
  })

  test('shows on the page with the first name, and the form is gone', async () => {
    await answer()
    const text = await page()
    for (const shown of ['Onayınız servise ulaştı', 'Ayşe, 21.11.2026', '3 iş, KDV dahil', '₺4.200,00'])
      expect(text.replaceAll(/[\u2066-\u2069]/g, '')).toContain(shown)
    for (const hidden of ['Yılmaz', '<form', '<button']) expect(text).not.toContain(hidden)
  })

  test('is in the record’s history as the act of the customer', async () => {
    await answer()
    expect((await changesIn(db, ctx.actor.shop)).at(-1)).toMatchObject({
      noun: 'kayit',
      target_id: kayit_id,
      verb: 'approve',
      channel: 'link',
      actor_id: 0,
      actor_name: 'Müşteri',
      title: '34 ABC 123 · Ayşe Işık',
      detail: '{}',
    })
  })

  test('of some lines first shows their total, and stores nothing until that is approved', async () => {
    const some = { ...APPROVED, is: ['0', '2'] }
    const { status, text } = await answer(some)
    expect(status).toBe(200)
    expect(text).toContain(answerMessages.newTotal)
    expect(text).toContain('2 iş, KDV dahil')
    expect(text).toContain('₺3.600,00')
    expect(text).toContain('name="tutar" value="360000"')
    expect(text).toContain('value="Ayşe Yılmaz"')
    expect(text.match(/ checked/g)).toHaveLength(2)
    expect(await stored()).toEqual([])
    expect((await answer({ ...some, tutar: '360000' })).status).toBe(303)
    expect(await stored()).toMatchObject([{ positions: '[0,2]', total_kurus: 360_000 }])
    expect(await page()).toContain('Seçilmedi: İşçilik')
  })

  test.each([
    ['no name', { ad: '' }, answerMessages.nameRequired],
    ['a blank name', { ad: ' \u200b ' }, answerMessages.nameRequired],
    ['no line', { is: [] }, answerMessages.nothingChosen],
    [
      'only lines that the quote lacks',
      { is: ['3', '-1', '0.5', '99999999999999999999'] },
      answerMessages.nothingChosen,
    ],
  ])('with %s is asked for, and keeps what was typed', async (_, change, message) => {
    const { status, text } = await answer({ ...APPROVED, ...change })
    expect(status).toBe(422)
    expect(text).toContain(message)
    expect(text).toContain('<form')
    expect(await stored()).toEqual([])
  })

  test('counts a line once, however often it is sent', async () => {
    await answer({ ...APPROVED, is: ['1', '1', '1', '7'], tutar: '60000' })
    expect(await stored()).toMatchObject([{ positions: '[1]', total_kurus: 60_000 }])
  })

  test('of a total that the page did not show is not stored', async () => {
    for (const tutar of ['', '1', '-420000', '4200.00', 'NaN'])
      expect((await answer({ ...APPROVED, tutar })).text).toContain(answerMessages.newTotal)
    expect(await stored()).toEqual([])
  })

  test('of a quote with a discount is of the whole quote', async () => {
    const discount = { islem_adi: 'İskonto', islem_adet: 1, fiyat_kurus: -20_000, kind: 'discount' as const }
    kayit_id = await quote(ctx, { islemler: [...QUOTED.islemler, discount] })
    ;({ token } = await share(ctx, { kayit_id }))
    const text = await page()
    expect(text).toContain('İskontolu teklif bütün olarak onaylanır')
    expect(text).not.toContain('type="checkbox"')
    expect((await answer({ ...APPROVED, is: ['0'], tutar: '400000' })).status).toBe(303)
    expect(await stored()).toMatchObject([{ positions: '[0,1,2,3]', total_kurus: 400_000 }])
  })
})

test('an answer is stored with the network address, as a trusted proxy names it', async () => {
  const trustProxy = new BlockList()
  trustProxy.addAddress('127.0.0.1')
  const app = testApp(db, { clock: () => TEST_NOW, trustProxy })
  const headers = { 'content-type': 'application/x-www-form-urlencoded', 'x-forwarded-for': '203.0.113.7' }
  const incoming = { socket: { remoteAddress: '127.0.0.1', localPort: 80 } }
  await app.request(
    sharePath(token),
    { method: 'POST', headers: { ...headers, host: 'panel' }, body: encoded(APPROVED) },
    { incoming },
  )
  expect(await stored()).toMatchObject([{ address: '203.0.113.7' }])
})

describe('a refusal', () => {
  test('needs no name and no line', async () => {
    expect((await answer({ yanit: 'ret' })).status).toBe(303)
    expect(await stored()).toMatchObject([{ verdict: 'refused', name: '', positions: '[]', total_kurus: 0 }])
    expect(await page()).toContain('Teklifi kabul etmediniz')
    expect(await verbs()).toContain('refuse')
  })
})

describe('a quote that was answered', () => {
  test('keeps its answer: a repetition and another answer change nothing', async () => {
    await answer()
    const before = await stored()
    for (const form of [APPROVED, { yanit: 'ret' }, { ...APPROVED, ad: 'Başkası' }])
      expect((await answer(form)).status).toBe(303)
    expect(await stored()).toEqual(before)
    expect((await verbs()).filter((verb) => verb === 'approve')).toHaveLength(1)
  })

  test('has one answer for all links of a version, and another for the next version', async () => {
    await answer({ yanit: 'ret' })
    ;({ token } = await share(ctx, { kayit_id }))
    expect(await page()).toContain('Teklifi kabul etmediniz')
    await save(ctx, { id: kayit_id, info: {}, islemler: QUOTED.islemler.slice(0, 1) })
    ;({ token } = await share(ctx, { kayit_id }))
    expect((await answer({ ...APPROVED, is: ['0'], tutar: '240000' })).status).toBe(303)
    expect(await stored()).toMatchObject([
      { version: 1, verdict: 'refused' },
      { version: 2, verdict: 'approved' },
    ])
  })
})

describe('an answer is refused with a sentence', () => {
  test('after the last day of the prices', async () => {
    const late = new Date('2026-11-30T21:00:00Z')
    const { status, text } = await answer(APPROVED, late)
    expect(status).toBe(422)
    expect(text).toContain(answerMessages.expired)
    expect((await answer(APPROVED, new Date(late.getTime() - 1))).status).toBe(303)
  })

  test('to a version that was replaced', async () => {
    await save(ctx, { id: kayit_id, info: {}, quote_valid_until: '2026-12-05' })
    await share(ctx, { kayit_id })
    expect((await answer()).text).toContain(answerMessages.newer)
    expect(await stored()).toEqual([])
  })

  test('of a quote that became a visit', async () => {
    await arrive(ctx, { id: kayit_id })
    expect((await answer()).text).toContain(answerMessages.converted)
    expect(await stored()).toEqual([])
  })
})
