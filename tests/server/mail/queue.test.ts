import { beforeEach, describe, expect, test } from 'vitest'

import { checkMailServer } from '#server/commands/doctor/mail.ts'
import { outcomeOf, requiresTls } from '#server/mail/send.ts'
import { eraseCustomer } from '#server/personal-data/erase.ts'
import type { UserCtx } from '#server/platform/core/context.ts'
import { listShares, mailShare } from '#server/share/operations.ts'
import { MAX_MAILS_A_DAY, mailMessages, refusedBy } from '#shared/mail/rules.ts'
import { mailInput } from '#shared/share/schema.ts'
import { testDatabase } from '#tests/support/database/database.ts'
import { startMailServer } from '#tests/support/panel/mail-server.ts'
import { customerOf } from '#tests/support/rows/accounts.ts'
import { buildUser, TEST_NOW, type TestUser, userCtx } from '#tests/support/rows/factories.ts'
import { save } from '#tests/support/rows/kayit.ts'
import { expectRefusal } from '#tests/support/rows/refusal.ts'
import { mailedShare } from '#tests/support/rows/share.ts'
import { buildMember } from '#tests/support/rows/staff.ts'

const db = await testDatabase()
const DAY_MS = 86_400_000

let owner: TestUser
let ctx: UserCtx
let kayit_id: number
beforeEach(async () => {
  owner = await buildUser(db)
  ctx = userCtx(db, owner)
  kayit_id = (await save(ctx)).id
})

const queue = (of: UserCtx = ctx) => mailShare(of, mailedShare(kayit_id, owner.id))

describe('queueing', () => {
  test('is refused without a server, and for a mechanic', async () => {
    await expectRefusal(queue({ ...ctx, mailOrigin: undefined }), {
      code: 'INVALID',
      message: mailMessages.notSetUp,
    })
    const mechanic = userCtx(db, await buildMember(db, owner, { role: 'mechanic' }))
    await expect(queue(mechanic)).rejects.toMatchObject({ code: 'FORBIDDEN' })
    const { links } = await listShares(ctx, { kind: 'record', id: kayit_id })
    expect(links).toEqual([])
  })

  test('is refused for an erased customer', async () => {
    await eraseCustomer(ctx, { id: await customerOf(ctx, kayit_id), reason: 'request' })
    await expectRefusal(queue(), { code: 'INVALID', message: mailMessages.customerErased })
    expect((await listShares(ctx, { kind: 'record', id: kayit_id })).links).toEqual([])
  })

  test('is limited in 24 hours', async () => {
    const { id: share_id } = await queue()
    const row = { shop_id: owner.id, share_id, subject: '', body: '', state: 'sent' as const }
    const times = { next_attempt_at: TEST_NOW, created_at: TEST_NOW }
    const rows = Array.from({ length: MAX_MAILS_A_DAY - 1 }, (_, index) => ({
      ...row,
      ...times,
      recipient: `${index}@ornek.test`,
    }))
    await db.insertInto('mail').values(rows).execute()
    await expectRefusal(queue(), { code: 'TOO_MANY', message: mailMessages.tooMany })
    expect(await queue({ ...ctx, now: new Date(TEST_NOW.getTime() + DAY_MS) })).toHaveProperty('id')
  })

  test.each([
    '',
    'ayse',
    'a@b',
    'ayse@ornek.test\r\nBcc: x@y.test',
    'a@ornek.test, b@ornek.test',
    `${'a'.repeat(250)}@ornek.test`,
  ])('refuses the address %j', (recipient) => {
    const { success, error } = mailInput.safeParse({ ...mailedShare(1, 1), recipient })
    expect([success, error?.issues[0]?.message]).toEqual([false, mailMessages.invalidAddress])
  })
})

test('a name and password leave this machine through TLS only', () => {
  for (const url of ['smtp://a:b@posta.ornek.test:587', 'smtp://a:b@127.evil.test'])
    expect(requiresTls(url)).toBe(true)
  const own = [
    'smtp://posta.ornek.test',
    'smtp://a:b@127.0.0.1:25',
    'smtp://a:b@[::1]:25',
    'smtp://a:b@localhost',
  ]
  for (const url of own) expect(requiresTls(url)).toBe(false)
})

test.each([
  [{ code: 'EENVELOPE', command: 'RCPT TO', responseCode: 550 }, 'failed', refusedBy('adresi', 550)],
  [
    {
      code: 'EENVELOPE',
      command: 'RCPT TO',
      responseCode: 550,
      response: '550-5.1.1 No such user\n550 5.1.1 x',
    },
    'failed',
    mailMessages.noAddress,
  ],
  [
    { code: 'EENVELOPE', command: 'RCPT TO', responseCode: 552, response: '552 5.2.2 Over quota' },
    'failed',
    mailMessages.fullBox,
  ],
  [
    { code: 'EENVELOPE', command: 'RCPT TO', responseCode: 550, response: '550 5.7.1 Relay denied' },
    'failed',
    refusedBy('adresi', 550),
  ],
  [{ code: 'EMESSAGE', command: 'DATA', responseCode: 554 }, 'failed', refusedBy('mesajı', 554)],
  [{ code: 'EENVELOPE', command: 'RCPT TO', responseCode: 451 }, 'retry', refusedBy('adresi', 451)],
  [{ code: 'EENVELOPE', command: 'MAIL FROM', responseCode: 553 }, 'retry', refusedBy('göndereni', 553)],
  [{ code: 'EAUTH', responseCode: 535 }, 'retry', mailMessages.loginRefused],
  [{ code: 'EPROTOCOL', responseCode: 554 }, 'retry', refusedBy('göndereni', 554)],
  [{ code: 'ETIMEDOUT' }, 'retry', mailMessages.unreachable],
  [{}, 'retry', mailMessages.unreachable],
])('the failure %j leads to %s: %s', (failure, state, error) => {
  expect(outcomeOf(failure)).toEqual({ state, error })
})

test('the doctor names a server that cannot be reached', async () => {
  const { url, close } = await startMailServer()
  const check = () => Array.fromAsync(checkMailServer({ mailServer: { url, from: 'panel@ornek.test' } }))
  expect(await check()).toMatchObject([{ level: 'Tamam' }])
  await close()
  expect(await check()).toMatchObject([{ level: 'Hata' }])
  expect(await Array.fromAsync(checkMailServer({ mailServer: undefined }))).toEqual([])
})
