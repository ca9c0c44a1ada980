import { beforeEach, expect, test } from 'vitest'

import { mailShare } from '#server/share/operations.ts'
import type { UserCtx } from '#server/platform/core/context.ts'
import { shareNews } from '#server/share/news.ts'
import { mailMessages } from '#shared/mail/rules.ts'
import { accountShop, visit } from '#tests/support/rows/accounts.ts'
import { testDatabase } from '#tests/support/database/database.ts'
import { buildUser, TEST_NOW, type TestUser, userCtx } from '#tests/support/rows/factories.ts'
import { linksOf } from '#tests/support/rows/personal-data.ts'
import { mailedShare, share } from '#tests/support/rows/share.ts'
import { buildMember } from '#tests/support/rows/staff.ts'

const db = await testDatabase()
const DAY_MS = 86_400_000

let ctx: UserCtx
let owner: TestUser
let kayit_id: number
let customer_id: number
beforeEach(async () => {
  ;({ ctx, owner } = await accountShop(db))
  ;({ kayit_id, customer_id } = await visit(ctx))
})

const mailsOf = async (of: UserCtx = ctx) => (await shareNews(of)).mails

/** Queues an e-mail that its server refuses for good. */
async function fail(sent = mailedShare(kayit_id, owner.id), last_error: string = mailMessages.noAddress) {
  const { id } = await mailShare(ctx, sent)
  const failed = { state: 'failed' as const, last_error, body: '', finished_at: TEST_NOW }
  await db
    .updateTable('mail')
    .set(failed)
    .where('shop_id', '=', owner.id)
    .where('share_id', '=', id)
    .execute()
}

test('an e-mail that did not arrive is named with its address, reason and thing', async () => {
  await fail()
  expect(await mailsOf()).toMatchObject([
    {
      of: { kind: 'record', id: kayit_id },
      recipient: 'ayse@ornek.test',
      error: mailMessages.noAddress,
      title: '34 AYS 34 · Ayşe Işık',
    },
  ])
  expect(await mailsOf(userCtx(db, await buildUser(db)))).toEqual([])
})

test('of a statement and a history it is named by customer and plate', async () => {
  const { vehicle_id } = await linksOf(db, kayit_id)
  await fail({ ...mailedShare(customer_id, owner.id), kind: 'statement' })
  await fail({ ...mailedShare(vehicle_id, owner.id), kind: 'vehicle' })
  const mails = (await mailsOf()).map(({ of, title }) => [of.kind, of.id, title])
  expect(mails).toEqual(
    expect.arrayContaining([
      ['statement', customer_id, 'Ayşe Işık'],
      ['vehicle', vehicle_id, '34 AYS 34'],
    ]),
  )
})

test('it goes with the next sending of the same thing, after three days, and with its link', async () => {
  await fail()
  await share(ctx, { kind: 'statement', id: customer_id })
  expect(await mailsOf()).toHaveLength(1)
  expect(await mailsOf({ ...ctx, now: new Date(TEST_NOW.getTime() + 4 * DAY_MS) })).toEqual([])
  await share(ctx, { kayit_id })
  expect(await mailsOf()).toEqual([])
  const other = await visit(ctx, { plate: '34 VEL 34', name: 'Veli Kaya' })
  await fail(mailedShare(other.kayit_id, owner.id), mailMessages.ended)
  expect(await mailsOf()).toEqual([])
})

test('a member of staff sees only what the role may send', async () => {
  await fail({ ...mailedShare(customer_id, owner.id), kind: 'statement' })
  const desk = userCtx(db, await buildMember(db, owner, { role: 'desk' }))
  expect(await mailsOf(desk)).toHaveLength(1)
  const withoutPayments = { ...desk, actor: { ...desk.actor, rights: ['quotes', 'prices'] as const } }
  expect(await mailsOf(withoutPayments as unknown as UserCtx)).toEqual([])
  const mechanic = userCtx(db, await buildMember(db, owner, { role: 'mechanic' }))
  await expect(shareNews(mechanic)).rejects.toMatchObject({ code: 'FORBIDDEN' })
})
