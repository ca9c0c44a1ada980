import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'

import { deleteFeedback, listAllFeedbacks } from '#server/admin/feedbacks.ts'
import type { UserCtx } from '#server/platform/core/context.ts'
import { addFeedback, purgeDeletedFeedbacks } from '#server/feedback/operations.ts'
import { feedbackInput } from '#shared/feedback/schema.ts'
import { pageClient } from '#tests/support/panel/app.ts'
import { feedbackPage } from '#tests/support/rows/admin.ts'
import { secondsLater } from '#tests/support/rows/auth.ts'
import { testDatabase } from '#tests/support/database/database.ts'
import { buildUser, userCtx } from '#tests/support/rows/factories.ts'
import { expectRefusal } from '#tests/support/rows/refusal.ts'

const db = await testDatabase()
const admin = userCtx(db, await buildUser(db, { auth: 3 }))
const sender = async (columns: Parameters<typeof buildUser>[1] = {}) =>
  userCtx(db, await buildUser(db, columns))

const sent = { subject: 'Fatura', message: 'PDF çıktısında logo görünmüyor.' }
const send = (ctx: UserCtx, body: object = {}) =>
  addFeedback(ctx, z.parse(feedbackInput, { ...sent, ...body }))
const idsOf = async (ctx: UserCtx) =>
  (await listAllFeedbacks(admin)).filter((it) => it.user_id === ctx.actor.shop).map(({ id }) => id)

const DAY = 86_400

describe('a feedback', () => {
  test('a feedback carries the name and e-mail of the account, whatever else is sent', async () => {
    const ctx = await sender({ name_surname: 'Şükrü Işık', company_tel: '0 500 1', email: 'su@ornek.test' })
    const stored = await send(ctx, { user_id: 1, sender_name: 'Başkası', subject: '  Fatura  ' })
    const [newest] = await listAllFeedbacks(admin)
    expect(stored).toEqual(newest)
    expect(stored).toEqual({
      id: stored.id,
      user_id: ctx.actor.shop,
      ...sent,
      sender_name: 'Şükrü Işık',
      sender_phone: '0 500 1',
      sender_email: 'su@ornek.test',
      created_at: '2026-11-21T09:00:00.000Z',
    })
  })

  test('a feedback of an account without a name carries the user name', async () => {
    const ctx = await sender()
    await send(ctx)
    expect((await listAllFeedbacks(admin))[0]?.sender_name).toBe(ctx.actor.username)
  })

  test('a feedback is stored once per key, even when it is sent twice at once', async () => {
    const ctx = await sender()
    const key = 'geri-bildirim-1'
    const [first, second] = await Promise.all([send(ctx, { key }), send(ctx, { key })])
    expect(second).toEqual(first)
    expect(await idsOf(ctx)).toEqual([first.id])
    const other = await sender()
    expect((await send(other, { key })).id).not.toBe(first.id)
  })

  test('a retry returns the feedback even after an administrator has deleted it', async () => {
    const ctx = await sender()
    const first = await send(ctx, { key: 'geri-bildirim-2' })
    await deleteFeedback(admin, { id: first.id })
    expect(await send(ctx, { key: 'geri-bildirim-2' })).toEqual(first)
    expect(await idsOf(ctx)).toEqual([])
  })

  test('twenty feedbacks a day are accepted, and the next one has to wait', async () => {
    const ctx = await sender()
    const first = await send(ctx)
    for (let count = 1; count < 20; count++) await send({ ...ctx, now: secondsLater(3600) })
    const late = { ...ctx, now: secondsLater(7200) }
    await expect(send(late)).rejects.toMatchObject({
      code: 'TOO_MANY',
      message: 'Bugün çok sayıda geri bildirim gönderdiniz. Lütfen yarın tekrar deneyin.',
      retryAfter: DAY - 7200,
    })
    await deleteFeedback(admin, first)
    await expect(send(late)).rejects.toMatchObject({ code: 'TOO_MANY' })
    await send(await sender())
    await send({ ...ctx, now: secondsLater(DAY) })
    await expect(send({ ...ctx, now: secondsLater(DAY) })).rejects.toMatchObject({ code: 'TOO_MANY' })
  })

  test('no more than twenty of many simultaneous feedbacks are stored', async () => {
    const ctx = await sender()
    const outcomes = await Promise.allSettled(Array.from({ length: 30 }, () => send(ctx)))
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(20)
    expect(await idsOf(ctx)).toHaveLength(20)
  })
})

test.each([
  [{ subject: ' ab ' }, 'Konu en az 3 karakter olmalı.'],
  [{ subject: undefined }, 'Konu en az 3 karakter olmalı.'],
  [{ subject: 'x'.repeat(201) }, 'Konu en fazla 200 karakter olabilir.'],
  [{ message: ' dokuz har ' }, 'Mesaj en az 10 karakter olmalı.'],
  [{ message: undefined }, 'Mesaj en az 10 karakter olmalı.'],
  [{ message: 'x'.repeat(10_001) }, 'Mesaj en fazla 10.000 karakter olabilir.'],
  [{ message: 'on karakter \u0000' }, 'Metinde izin verilmeyen karakterler var.'],
])('a feedback with %j is refused', (body, message) => {
  expect(feedbackInput.safeParse({ ...sent, ...body }).error?.issues[0]?.message).toBe(message)
})

test('a subject of three and a message of ten characters are accepted', () => {
  expect(feedbackInput.safeParse({ subject: 'abc', message: '0123456789' }).success).toBe(true)
})

describe('the list of feedbacks for administrators', () => {
  test('the search covers sender, subject and message by Turkish rules, and the order is Turkish', async () => {
    const ctx = await sender({ name_surname: 'Ilgaz Çelik', email: 'liste@ornek.test' })
    await send(ctx, { subject: 'Çıktı' })
    await send({ ...ctx, now: secondsLater(60) }, { subject: 'Diğer', message: 'Bu satır\nİÇİN bir arama' })
    await send({ ...ctx, now: secondsLater(120) }, { subject: 'Cam', message: '100% memnunum' })
    const subjects = async (query: Parameters<typeof feedbackPage>[1]) => {
      const { items, total } = await feedbackPage(admin, query)
      return [total, ...items.map(({ subject }) => subject)]
    }
    expect(await subjects({ q: 'ilgaz' })).toEqual([0])
    expect(await subjects({ q: 'ılgaz' })).toEqual([3, 'Cam', 'Diğer', 'Çıktı'])
    expect(await subjects({ q: 'satır için' })).toEqual([1, 'Diğer'])
    expect(await subjects({ q: '0%' })).toEqual([1, 'Cam'])
    expect(await subjects({ q: 'LİSTE@', sort: 'subject', dir: 'asc' })).toEqual([3, 'Cam', 'Çıktı', 'Diğer'])
  })

  test('pages do not overlap, and the newest feedback comes first', async () => {
    const ctx = await sender({ name_surname: 'Sayfa Sayfa' })
    const ids: number[] = []
    for (let count = 0; count < 13; count++) ids.unshift((await send(ctx)).id)
    const pages = [1, 2, 3].map((page) => feedbackPage(admin, { q: 'sayfa', page, size: 10 }))
    const [first, second, third] = await Promise.all(pages)
    expect([...(first?.items ?? []), ...(second?.items ?? [])].map(({ id }) => id)).toEqual(ids)
    expect(third).toEqual({ items: [], total: 13 })
  })

  test('a deleted feedback leaves the list at once and the database after 30 days', async () => {
    const ctx = await sender()
    const { id } = await send(ctx)
    await deleteFeedback(admin, { id })
    expect(await idsOf(ctx)).toEqual([])
    const gone = { code: 'NOT_FOUND', message: 'Feedback bulunamadı.' } as const
    await expectRefusal(deleteFeedback(admin, { id }), gone)
    const rows = () => db.selectFrom('feedback').where('id', '=', id).select('id').execute()
    await purgeDeletedFeedbacks(db, secondsLater(30 * DAY))
    expect(await rows()).toHaveLength(1)
    await purgeDeletedFeedbacks(db, secondsLater(30 * DAY + 1))
    expect(await rows()).toEqual([])
  })

  test('staff cannot read the list', async () => {
    const ctx = await sender()
    const { id } = await send(ctx)
    const forbidden = { code: 'FORBIDDEN', message: 'Bu işlem için yetkiniz yok.' } as const
    await expectRefusal(feedbackPage(ctx), forbidden)
    await expectRefusal(listAllFeedbacks(ctx), forbidden)
    await expectRefusal(deleteFeedback(ctx, { id }), forbidden)
    expect(await idsOf(ctx)).toEqual([id])
  })
})

test('the page can send, list and delete feedbacks and read the support address', async () => {
  const user = await buildUser(db)
  const [staff, boss] = [pageClient(db, user), pageClient(db, await buildUser(db, { auth: 3 }))]
  expect(await staff.feedback.support()).toEqual({ email: 'destek@ornek.test' })
  const { id } = await staff.feedback.add({ ...sent, key: 'kapidan-gelen' })
  expect((await boss.admin.feedbacks({ q: user.username })).items).toMatchObject([{ id, user_id: user.id }])
  await boss.admin.deleteFeedback({ id })
  expect(await boss.admin.feedbacks({ q: user.username })).toEqual({ items: [], total: 0 })
})
