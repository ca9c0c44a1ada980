import { beforeEach, describe, expect, test } from 'vitest'

import type { UserCtx } from '#server/platform/core/context.ts'
import { listShares } from '#server/share/operations.ts'
import { testDatabase } from '#tests/support/database/database.ts'
import { buildUser, TEST_NOW, type TestUser, userCtx } from '#tests/support/rows/factories.ts'
import { startSession } from '#tests/support/rows/auth.ts'
import { changesIn } from '#tests/support/rows/changes.ts'
import { item } from '#tests/support/rows/items.ts'
import { save } from '#tests/support/rows/kayit.ts'
import { buildMember } from '#tests/support/rows/staff.ts'
import { createShareToken, share } from '#tests/support/rows/share.ts'
import { testApp } from '#tests/support/panel/app.ts'
import { recordingLog } from '#tests/support/panel/log.ts'
import { publicApp, visitPage } from '#tests/support/panel/public-page.ts'

const db = await testDatabase()
const record = (id: number) => ({ kind: 'record' as const, id })

let ctx: UserCtx
let kayit_id: number
let token: string
let owner: TestUser
beforeEach(async () => {
  owner = await buildUser(db)
  ctx = userCtx(db, owner)
  kayit_id = (await save(ctx)).id
  ;({ token } = await share(ctx, { kayit_id }))
})

type Visitor = { now?: Date; app?: ReturnType<typeof publicApp> }
const visit = (path: string, { now, app = publicApp(db, now) }: Visitor = {}, init: RequestInit = {}) =>
  visitPage(app, path, init)
/** Opens the link in a browser in which a user is logged in. */
const visitAs = async (user: TestUser, of = token) => {
  const session = await startSession(db, user)
  const { status, text } = await visit(of, {}, { headers: { cookie: `session_id=${session}` } })
  expect(status).toBe(200)
  return text
}
const viewsOf = async () => (await listShares(ctx, record(kayit_id))).links[0]?.views

describe('a view', () => {
  test('is in the change log the first time, as the customer’s', async () => {
    const logged = async () => (await changesIn(db, owner.id)).filter(({ verb }) => verb === 'view')
    await visit(token, {}, { method: 'HEAD' })
    expect(await logged()).toEqual([])
    await Promise.all([visit(token), visit(token), visit(token)])
    await visit(token, { now: new Date(TEST_NOW.getTime() + 10 * 60_000) })
    expect(await logged()).toMatchObject([
      { noun: 'kayit', target_id: kayit_id, actor_id: 0, actor_name: 'Müşteri', channel: 'link' },
    ])
    expect(await viewsOf()).toBe(2)
  })

  test('counts once in ten minutes', async () => {
    await visit(token)
    await visit(token)
    expect(await viewsOf()).toBe(1)
    await visit(token, { now: new Date(TEST_NOW.getTime() + 10 * 60_000) })
    expect(await viewsOf()).toBe(2)
  })

  test.each<[string, RequestInit]>([
    ['HEAD', { method: 'HEAD' }],
    ['WhatsApp', { headers: { 'user-agent': 'WhatsApp/2.26.1 A' } }],
    ['Facebook', { headers: { 'user-agent': 'facebookexternalhit/1.1' } }],
    ['Viber', { headers: { 'user-agent': 'Viber/26.1' } }],
    ['Signal', { headers: { 'user-agent': 'WhatsApp/2' } }],
    ['Telegram', { headers: { 'user-agent': 'TelegramBot (like TwitterBot)' } }],
    ['a program without a name', { headers: { 'user-agent': '' } }],
    ['a prefetch', { headers: { 'sec-purpose': 'prefetch;prerender' } }],
  ])('of %s does not count', async (_, init) => {
    expect((await visit(token, {}, init)).status).toBe(200)
    expect(await viewsOf()).toBe(0)
  })

  test('in the browser of a messenger counts', async () => {
    const agent = 'Mozilla/5.0 (Linux; Android 16) Chrome/150.0 Mobile Telegram-Android/12.1'
    await visit(token, {}, { headers: { 'user-agent': agent } })
    expect(await viewsOf()).toBe(1)
  })

  test('of the shop itself says so, and a quote offers it no answer', async () => {
    const own = 'Bu sayfayı müşteriniz görür.'
    const quote = await save(ctx, { stage: 'quote', islemler: [item('Balata', 1_500)] })
    const { token: sent } = await share(ctx, { kayit_id: quote.id })
    for (const of of [token, sent]) {
      const shown = await visitAs(owner, of)
      expect(shown).toContain(own)
      expect(shown).not.toContain('<form')
      expect((await visit(of)).text).not.toContain(own)
      expect(await visitAs(await buildUser(db), of)).not.toContain(own)
    }
    const page = await visit(sent)
    expect(page.text).toContain('<form')
    expect(await visitAs(owner, sent)).toContain('Balata')
  })

  test('in a browser of the shop does not count, in one of another shop it does', async () => {
    const member = await buildMember(db, owner, { role: 'mechanic' })
    for (const user of [owner, member]) await visitAs(user)
    expect(await viewsOf()).toBe(0)
    await visitAs(await buildUser(db))
    expect(await viewsOf()).toBe(1)
  })

  test('with a session that ended counts', async () => {
    const { status } = await visit(token, {}, { headers: { cookie: `session_id=${'a'.repeat(43)}` } })
    expect([status, await viewsOf()]).toEqual([200, 1])
  })

  test('of the PDF does not count', async () => {
    await visit(`${token}/pdf`)
    expect(await viewsOf()).toBe(0)
  })
})

describe('many calls', () => {
  test('of one link wait, and others are served', async () => {
    const app = publicApp(db)
    for (let call = 0; call < 60; call += 1) expect((await visit(token, { app })).status).toBe(200)
    const refused = await visit(token, { app })
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '60'])
    expect(refused.text).toContain('Çok fazla istek geldi.')
    expect((await visit((await share(ctx, { kayit_id })).token, { app })).status).toBe(200)
  })

  test('of one network wait, also with guessed tokens', async () => {
    const app = publicApp(db)
    const statuses = new Set<number>()
    for (let call = 0; call < 121; call += 1)
      statuses.add((await visit(createShareToken(ctx.actor.shop), { app })).status)
    expect([...statuses]).toEqual([404, 429])
    expect((await visit(token, { app })).status).toBe(429)
  })

  test('of one document wait earlier', async () => {
    const app = publicApp(db)
    for (let call = 0; call < 10; call += 1) expect((await visit(`${token}/pdf`, { app })).status).toBe(200)
    expect((await visit(`${token}/pdf`, { app })).status).toBe(429)
    expect((await visit(token, { app })).status).toBe(200)
  })
})

test('no log has the token', async () => {
  const { log, lines } = recordingLog('debug')
  const app = testApp(db, { log })
  for (const path of [token, `${token}x`, `${token}/logo`]) await visit(path, { app })
  for (const mistyped of [`/p/${token}`, `/OTO-SERVIS/P/${token}`, `/oto-servis/p//${token}`])
    await app.request(mistyped)
  expect(lines.length).toBeGreaterThan(2)
  expect(JSON.stringify(lines)).not.toContain(token)
})
