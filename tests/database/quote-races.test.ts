import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'

import { askExtraWork } from '#server/kayit/extra-work.ts'
import { getKayit } from '#server/kayit/operations.ts'
import type { UserCtx } from '#server/platform/core/context.ts'
import { eraseCustomer } from '#server/personal-data/erase.ts'
import { revokeShare } from '#server/share/operations.ts'
import { scopeToShop } from '#server/platform/db/shop-scope.ts'
import { answerMessages, quoteMessages } from '#shared/quote/messages.ts'
import { stageMessages } from '#shared/kayit/stage-messages.ts'
import { testDatabase, waitersIn } from '#tests/support/database/database.ts'
import { guardedFor } from '#tests/support/database/guarded.ts'
import { publicApp } from '#tests/support/panel/public-page.ts'
import { customerOf } from '#tests/support/rows/accounts.ts'
import { changesIn } from '#tests/support/rows/changes.ts'
import { addMore, answerMore, askMore, visit } from '#tests/support/rows/extra-work.ts'
import { buildUser, userCtx } from '#tests/support/rows/factories.ts'
import { save } from '#tests/support/rows/kayit.ts'
import { APPROVED, quote, sendAnswer } from '#tests/support/rows/quote.ts'
import { outcomeOf } from '#tests/support/rows/refusal.ts'
import { createShareToken, share } from '#tests/support/rows/share.ts'
import { arrive } from '#tests/support/rows/stages.ts'
import { countedTotals, storedTotals } from '#tests/support/rows/stats.ts'

const db = await testDatabase()

let ctx: UserCtx
beforeEach(async () => {
  ctx = userCtx(db, await buildUser(db))
})

const times = <T>(count: number, work: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, index) => work(index)))
const sent = () =>
  db.selectFrom('quote').where('shop_id', '=', ctx.actor.shop).orderBy('number').selectAll().execute()
const answers = () =>
  db.selectFrom('quote_answer').where('shop_id', '=', ctx.actor.shop).selectAll().execute()
const verbsOf = async (...verbs: string[]) =>
  (await changesIn(db, ctx.actor.shop)).filter(({ verb }) => verbs.includes(verb)).length

test('twenty quotes that are first sent at once get the numbers 1 to 20, and no refused one takes a number', async () => {
  const ids: number[] = []
  for (let index = 0; index < 24; index += 1)
    ids.push(await quote(ctx, index % 6 === 5 ? { islemler: [] } : {}))
  const outcomes = await times(24, (index) => outcomeOf(() => share(ctx, { kayit_id: ids[index] ?? 0 })))
  expect(outcomes.filter((outcome) => outcome === quoteMessages.empty)).toHaveLength(4)
  expect((await sent()).map(({ number }) => number)).toEqual(
    Array.from({ length: 20 }, (_, index) => index + 1),
  )
})

test('one quote that is sent ten times at once has one number and one version', async () => {
  const kayit_id = await quote(ctx)
  const links = await times(10, () => share(ctx, { kayit_id }))
  expect(new Set(links.map(({ id }) => id)).size).toBe(10)
  expect(await sent()).toMatchObject([{ number: 1, version: 1 }])
})

test('of ten answers at once one is stored, also through two links and with different verdicts', async () => {
  const kayit_id = await quote(ctx)
  const links = [await share(ctx, { kayit_id }), await share(ctx, { kayit_id, with_vat: false })]
  const replies = await times(10, (index) =>
    sendAnswer(publicApp(db), links[index % 2]?.token ?? '', index < 5 ? APPROVED : { yanit: 'ret' }),
  )
  expect(replies.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 303))
  expect(await answers()).toHaveLength(1)
  expect(await verbsOf('approve', 'refuse')).toBe(1)
})

test('an answer during a new version or a conversion is stored before it, or refused', async () => {
  for (const change of ['version', 'visit'] as const) {
    const kayit_id = await quote(ctx)
    const { token } = await share(ctx, { kayit_id })
    const [reply] = await Promise.all([
      sendAnswer(publicApp(db), token, APPROVED),
      change === 'visit'
        ? arrive(ctx, { id: kayit_id })
        : save(ctx, { id: kayit_id, info: {}, quote_valid_until: '2026-12-09' }).then(() =>
            share(ctx, { kayit_id }),
          ),
    ])
    const isStored = (await answers()).some((answer) => answer.kayit_id === kayit_id)
    expect(reply.status).toBe(isStored ? 303 : 422)
    const reason = answerMessages[change === 'visit' ? 'converted' : 'newer']
    expect(isStored || reply.text.includes(reason)).toBe(true)
  }
})

test('an answer that waits for an erasure, or for the end of its link, stores nothing', async () => {
  for (const end of ['erasure', 'revocation'] as const) {
    const kayit_id = await quote(ctx)
    const { token, id } = await share(ctx, { kayit_id })
    const customer = await customerOf(ctx, kayit_id)
    const reply = await db.transaction().execute(async (trx) => {
      const rows = trx.selectFrom('kayit').where('shop_id', '=', ctx.actor.shop).where('id', '=', kayit_id)
      await rows.select('id').forUpdate().execute()
      const sent = { answer: sendAnswer(publicApp(db), token, APPROVED) }
      await expect.poll(() => waitersIn(db), { timeout: 10_000, interval: 10 }).toBe(1)
      const as = { ...ctx, db: trx }
      await (end === 'erasure'
        ? eraseCustomer(as, { id: customer, reason: 'request' })
        : revokeShare(as, { id }))
      return sent
    })
    expect((await reply.answer).status).toBe(404)
    expect(await answers()).toEqual([])
  }
})

test('of ten calls at once one makes an approved quote a visit, with the approved lines', async () => {
  const kayit_id = await quote(ctx)
  const { token } = await share(ctx, { kayit_id })
  await sendAnswer(publicApp(db), token, { ...APPROVED, is: ['0', '2'], tutar: '360000' })
  const outcomes = await times(10, () =>
    outcomeOf(async () => (await arrive(ctx, { id: kayit_id })).islemler.length),
  )
  expect(outcomes.filter((outcome) => outcome === 2)).toHaveLength(1)
  expect(outcomes.filter((outcome) => outcome === stageMessages.alreadyVisit)).toHaveLength(9)
  expect(await verbsOf('arrive')).toBe(1)
  expect(await storedTotals(db, ctx.actor.shop)).toEqual(await countedTotals(db, ctx.actor.shop))
})

test('of ten calls at once one adds accepted work to its visit, beside a save of the visit', async () => {
  const open = await visit(ctx)
  const asked = await askMore(ctx, open)
  await answerMore(ctx, asked, { ...APPROVED, is: ['0', '2'], tutar: '360000' })
  const [outcomes] = await Promise.all([
    times(10, () => outcomeOf(async () => (await addMore(ctx, asked)).kayit.id)),
    outcomeOf(() => save(ctx, { id: open, info: { aciklama: 'x' } })),
  ])
  expect(outcomes.filter((outcome) => outcome === open)).toHaveLength(1)
  expect(outcomes.filter((outcome) => outcome === stageMessages.alreadyAdded)).toHaveLength(9)
  expect((await getKayit(ctx, { kayit_id: open })).islemler).toHaveLength(3)
  expect(await storedTotals(db, ctx.actor.shop)).toEqual(await countedTotals(db, ctx.actor.shop))
})

test('ten presses at once ask for one empty quote', async () => {
  const open = await visit(ctx)
  const made = await times(10, () => askExtraWork(ctx, { kayit_id: open }))
  expect(new Set(made.map(({ kayit_id }) => kayit_id)).size).toBe(1)
})

test('requests add answers, and change only the texts that an erasure empties', async () => {
  const kayit_id = await quote(ctx)
  const { token } = await share(ctx, { kayit_id })
  await sendAnswer(publicApp(db), token, APPROVED)
  const requests = scopeToShop(guardedFor(db), ctx.actor.shop)
  const denied = { code: '42501' }
  for (const column of ['verdict', 'positions', 'total_kurus', 'content_hash', 'version', 'at'])
    await expect(
      sql`update quote_answer set ${sql.ref(column)} = ${sql.ref(column)}`.execute(requests),
    ).rejects.toMatchObject(denied)
  await expect(sql`delete from quote_answer`.execute(requests)).rejects.toMatchObject(denied)
  const other = scopeToShop(guardedFor(db), (await buildUser(db)).id)
  expect(await other.selectFrom('quote_answer').selectAll().execute()).toEqual([])
  expect(await other.selectFrom('quote').selectAll().execute()).toEqual([])
})

test('a token of one shop reads and answers no quote of another', async () => {
  const kayit_id = await quote(ctx)
  const { token } = await share(ctx, { kayit_id })
  const other = await buildUser(db)
  const moved = createShareToken(other.id).slice(0, 8) + token.slice(8)
  expect((await sendAnswer(publicApp(db), moved, APPROVED)).status).toBe(404)
  expect(await answers()).toEqual([])
})
