import { beforeEach, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'

import type { UserCtx } from '#server/platform/core/context.ts'
import { purgeRegister } from '#server/personal-data/register.ts'
import { getRequest, listRequests, saveRequest } from '#server/personal-data/requests.ts'
import { dataRequest, dataRequestInput } from '#shared/personal-data/schema.ts'
import { changesIn } from '#tests/support/rows/changes.ts'
import { testDatabase } from '#tests/support/database/database.ts'
import { buildUser, TEST_NOW, userCtx } from '#tests/support/rows/factories.ts'
import { save } from '#tests/support/rows/kayit.ts'

const db = await testDatabase()

let ctx: UserCtx
beforeEach(async () => {
  ctx = userCtx(db, await buildUser(db))
})

const store = (body: Partial<z.input<typeof dataRequestInput>> = {}) =>
  saveRequest(ctx, z.parse(dataRequestInput, { received_on: '2026-11-02', kind: 'erasure', ...body }))
const listed = async () => (await listRequests(ctx, { page: 1 })).items.map(({ id }) => id)

describe('the requests of customers', () => {
  test('are stored with the day until which they are answered', async () => {
    await save(ctx, { info: { musteri_adi_soyadi: 'Ayşe Işık' } })
    const { id: customer_id } = await db
      .selectFrom('customer')
      .where('shop_id', '=', ctx.actor.shop)
      .select('id')
      .executeTakeFirstOrThrow()
    const stored = await store({ note: 'Telefonla', customer_id })
    expect(z.parse(dataRequest, stored)).toEqual({
      id: stored.id,
      received_on: '2026-11-02',
      due_on: '2026-12-02',
      kind: 'erasure',
      note: 'Telefonla',
      customer_id,
      customer: 'Ayşe Işık',
      answered_on: null,
      version: 1,
    })
    const answered = await store({ id: stored.id, version: 1, customer_id, answered_on: '2026-11-20' })
    expect(answered).toMatchObject({ id: stored.id, answered_on: '2026-11-20', version: 2, note: '' })
    await expect(store({ id: stored.id, version: 1 })).rejects.toMatchObject({ code: 'CONFLICT' })
    const rows = (await changesIn(db, ctx.actor.shop)).filter(({ noun }) => noun === 'request')
    expect(rows.map(({ verb }) => verb)).toEqual(['create', 'update'])
    // A note may name a person, so the log does not contain it.
    expect(JSON.stringify(rows)).not.toContain('Telefonla')
  })

  test('are listed with the most urgent first, and those that are late counted', async () => {
    const late = await store({ received_on: '2026-10-01' })
    const answered = await store({ received_on: '2026-09-01', answered_on: '2026-09-10' })
    const open = await store({ received_on: '2026-11-10' })
    const last = await store({ received_on: '2026-10-30', answered_on: '2026-11-05' })
    expect(await listed()).toEqual([late.id, open.id, last.id, answered.id])
    expect(await listRequests(ctx, { page: 1 })).toMatchObject({ open: 2, overdue: 1, more: false })
    expect((await listRequests(ctx, { page: 2 })).items).toEqual([])
  })

  test('a repeated save with one key stores one', async () => {
    const [one, again] = [await store({ key: 'basvuru-0001' }), await store({ key: 'basvuru-0001' })]
    expect(again.id).toBe(one.id)
    expect(await listed()).toEqual([one.id])
  })

  test('are refused with a day that is missing, in the future, or before the request', async () => {
    expect(z.safeParse(dataRequestInput, { received_on: '', kind: 'other' }).success).toBe(false)
    await expect(store({ received_on: '2027-01-01' })).rejects.toMatchObject({ field: 'received_on' })
    await expect(store({ answered_on: '2027-01-01' })).rejects.toMatchObject({ field: 'answered_on' })
    await expect(store({ customer_id: 2_000_000_000 })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(getRequest(ctx, { id: 2_000_000_000 })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  test('are removed three years after the answer, open ones never', async () => {
    const old = await store({ received_on: '2020-01-01', answered_on: '2020-01-10' })
    const open = await store({ received_on: '2020-01-01' })
    const recent = await store({ received_on: '2024-01-01', answered_on: '2024-01-10' })
    const erased = {
      shop_id: ctx.actor.shop,
      actor_id: null,
      actor_name: '',
      reason: 'ended',
      counts: '{}',
    } as const
    await db
      .insertInto('erasure')
      .values([
        { ...erased, customer_id: 1, at: new Date('2023-11-01') },
        { ...erased, customer_id: 2, at: new Date('2024-01-01') },
      ])
      .execute()
    await purgeRegister(db, TEST_NOW)
    expect(await listed()).toEqual([open.id, recent.id])
    expect(await listed()).not.toContain(old.id)
    const left = await db
      .selectFrom('erasure')
      .where('shop_id', '=', ctx.actor.shop)
      .select('customer_id')
      .execute()
    expect(left).toEqual([{ customer_id: 2 }])
  })
})
