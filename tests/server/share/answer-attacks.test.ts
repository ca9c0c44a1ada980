import { beforeEach, describe, expect, test } from 'vitest'

import { deleteKayit } from '#server/kayit/operations.ts'
import type { UserCtx } from '#server/platform/core/context.ts'
import { revokeShare } from '#server/share/operations.ts'
import { testDatabase } from '#tests/support/database/database.ts'
import { publicApp, visitPage } from '#tests/support/panel/public-page.ts'
import { recordingLog } from '#tests/support/panel/log.ts'
import { requests, testApp } from '#tests/support/panel/app.ts'
import { visit } from '#tests/support/rows/accounts.ts'
import { buildUser, TEST_NOW } from '#tests/support/rows/factories.ts'
import {
  APPROVED,
  encoded,
  type Form,
  sendAnswer,
  sendQuote,
  storedAnswers,
} from '#tests/support/rows/quote.ts'
import { createShareToken, share } from '#tests/support/rows/share.ts'
import { sharePath } from '#shared/share/rules.ts'

const db = await testDatabase()
const DAY_MS = 86_400_000

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

describe('a body', () => {
  const post = (body: string, type = 'application/x-www-form-urlencoded', to = token) =>
    visitPage(publicApp(db), to, { method: 'POST', headers: { 'content-type': type }, body })

  test.each([
    ['multipart/form-data; boundary=x', 415],
    ['application/json', 415],
    ['text/plain', 415],
    ['application/x-www-form-urlencoded; charset=utf-8', 303],
  ])('of the type %s is answered with %i', async (type, status) => {
    expect((await post(encoded(APPROVED), type)).status).toBe(status)
  })

  test.each([
    ['nothing', '', 422],
    ['no verdict', 'ad=x&is=0&tutar=1', 422],
    ['another verdict', 'yanit=evet&ad=x', 422],
    ['a control character in the name', 'yanit=onay&ad=%00x&is=0&tutar=1', 422],
    ['half a character', 'yanit=onay&ad=%ED%A0%80&is=0&tutar=1', 200],
    ['a name over the limit', `yanit=onay&is=0&tutar=1&ad=${'x'.repeat(201)}`, 422],
    ['more lines than a quote can have', `yanit=onay&ad=x&tutar=1${'&is=0'.repeat(1_001)}`, 422],
    ['20 KB', `yanit=onay&ad=${'x'.repeat(20_000)}`, 413],
  ])('with %s stores nothing', async (_, body, status) => {
    expect((await post(body)).status).toBe(status)
    expect(await stored()).toEqual([])
  })

  test('that is refused tells nothing about the token', async () => {
    const unknown = createShareToken(ctx.actor.shop)
    for (const [body, type] of [
      ['', 'text/plain'],
      ['yanit=evet', undefined],
    ] as const) {
      const [known, other] = await Promise.all([post(body, type), post(body, type, unknown)])
      expect([other.status, other.text]).toEqual([known.status, known.text])
    }
  })

  test.each([
    '<script>alert(1)</script>',
    '"><img src=x onerror=alert(1)>',
    "' onfocus='x",
    '\u202eeşyA',
    '${7*7}',
  ])('with the name %s shows it as text', async (ad) => {
    const { text } = await answer({ ...APPROVED, ad, is: ['0'] })
    for (const raw of ['<script', '<img', 'onfocus=\'x"', "value=\"' onfocus='"])
      expect(text).not.toContain(raw)
    expect((await answer({ ...APPROVED, ad })).status).toBe(303)
    expect(await stored()).toMatchObject([{ name: ad }])
    const after = await page()
    for (const raw of ['<script', '<img']) expect(after).not.toContain(raw)
  })
})

describe('a token without an open quote gets the one 404', () => {
  const gone = async () => visitPage(publicApp(db), createShareToken(ctx.actor.shop))

  const cases: readonly (readonly [string, () => Promise<unknown>])[] = [
    ['unknown', async () => (token = createShareToken(ctx.actor.shop))],
    ['of another shop', async () => (token = createShareToken((await buildUser(db)).id))],
    ['no token', async () => (token = 'x')],
    ['revoked', () => revokeShare(ctx, { id })],
    ['of a deleted record', () => deleteKayit(ctx, { kayit_id })],
    [
      'of a suspended shop',
      () =>
        db.updateTable('shops').set({ suspended_at: TEST_NOW }).where('id', '=', ctx.actor.shop).execute(),
    ],
    [
      'of a record',
      async () => ({ token } = await share(ctx, { kayit_id: (await visit(ctx, {})).kayit_id })),
    ],
    [
      'of a car',
      async () => {
        const { vehicle_id } = await db
          .selectFrom('kayit')
          .where('id', '=', kayit_id)
          .select('vehicle_id')
          .executeTakeFirstOrThrow()
        ;({ token } = await share(ctx, { kind: 'vehicle', id: vehicle_id ?? 0 }))
      },
    ],
  ]
  test.each(cases)('%s', async (_, change) => {
    await change()
    const { status, text } = await answer()
    expect([status, text]).toEqual([404, (await gone()).text])
    expect(await stored()).toEqual([])
  })

  test('expired', async () => {
    expect((await answer(APPROVED, new Date(TEST_NOW.getTime() + 31 * DAY_MS))).status).toBe(404)
  })
})

describe('the way of an answer', () => {
  test('is a form of the page to itself; pages without a form allow none', async () => {
    const policy = async () =>
      (await visitPage(publicApp(db), token)).headers.get('content-security-policy') ?? ''
    expect(await policy()).toContain("form-action 'self'")
    expect(await policy()).toContain("default-src 'none'")
    await answer()
    expect(await policy()).toContain("form-action 'none'")
    ;({ token } = await share(ctx, { kayit_id: (await visit(ctx, {})).kayit_id }))
    expect(await policy()).toContain("form-action 'none'")
  })

  test('is limited for a token and for a network', async () => {
    const app = publicApp(db)
    const statusOf = async () => (await sendAnswer(app, token, { ...APPROVED, is: ['0'] })).status
    const answers: number[] = []
    for (let count = 0; count < 11; count += 1) answers.push(await statusOf())
    expect(answers).toEqual([...Array.from({ length: 10 }, () => 200), 429])
    for (let count = 0; count < 20; count += 1)
      await sendAnswer(app, createShareToken(ctx.actor.shop), APPROVED)
    expect((await sendAnswer(app, createShareToken(ctx.actor.shop), APPROVED)).status).toBe(429)
  })

  test('leaves no name, address or browser in the log', async () => {
    const { log, lines } = recordingLog()
    const app = testApp(db, { log, clock: () => TEST_NOW })
    const headers = { 'content-type': 'application/x-www-form-urlencoded', 'user-agent': 'Kanarya/1.0' }
    for (const form of [
      { ...APPROVED, ad: 'Kanarya', is: ['0'] },
      { ...APPROVED, ad: 'Kanarya' },
    ])
      await requests(app).call(sharePath(token), { method: 'POST', headers, body: encoded(form) })
    expect(await stored()).toHaveLength(1)
    expect(JSON.stringify(lines)).not.toContain('Kanarya')
    expect(JSON.stringify(lines)).not.toContain(token)
  })
})
