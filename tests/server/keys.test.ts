import { expect, test } from 'vitest'

import { hashKey } from '#server/platform/core/idempotency.ts'
import { testDatabase } from '#tests/support/database/database.ts'
import { listed, spend } from '#tests/support/rows/expense.ts'
import { buildUser, TEST_NOW, userCtx } from '#tests/support/rows/factories.ts'
import { list, save } from '#tests/support/rows/kayit.ts'

const db = await testDatabase()
const shop = async () => userCtx(db, await buildUser(db))

const operationsOf = async ({ actor }: Awaited<ReturnType<typeof shop>>) => {
  const rows = await db
    .selectFrom('idempotency_keys')
    .where('shop_id', '=', actor.shop)
    .select(['operation', 'target_id'])
    .orderBy('operation')
    .execute()
  return rows.map(({ operation, target_id }) => [operation, target_id])
}

test('one text can be the key of a record and of an expense', async () => {
  const ctx = await shop()
  const key = 'ayni-anahtar'
  const [record, expense] = [await save(ctx, { key }), await spend(ctx, { key })]
  expect(await save(ctx, { key })).toMatchObject({ id: record.id })
  expect(await spend(ctx, { key })).toMatchObject({ id: expense.id })
  expect([(await list(ctx)).total, (await listed(ctx)).total]).toEqual([1, 1])
  expect(await operationsOf(ctx)).toEqual([
    ['expense', expense.id],
    ['kayit', record.id],
  ])
})

test('a change has its own idempotency key, stored under another operation name', async () => {
  const ctx = await shop()
  const [record, expense] = [await save(ctx), await spend(ctx)]
  await save(ctx, { id: record.id, info: { aciklama: 'iki' }, key: 'degisiklik' })
  await spend(ctx, { id: expense.id, note: 'iki', key: 'degisiklik' })
  expect(await operationsOf(ctx)).toEqual([
    ['expense change', expense.id],
    ['kayit change', record.id],
  ])
})

// Stored names must not change: a repeated call after an update of the panel would be executed twice.
test.each([
  ['kayit', save],
  ['expense', spend],
] as const)('a %s key whose input the update has forgotten is found', async (operation, store) => {
  const ctx = await shop()
  const { id } = await store(ctx)
  const key = 'eski-surum'
  await db
    .insertInto('idempotency_keys')
    .values({
      shop_id: ctx.actor.shop,
      operation,
      key: hashKey(key),
      target_id: id,
      target_version: 1,
      created_at: TEST_NOW,
    })
    .execute()
  expect(await store(ctx, { key })).toMatchObject({ id, version: 2 })
})

test('a key is stored as its hash: its text may name a customer', async () => {
  const ctx = await shop()
  const key = 'ayse-yilmaz-05321112233'
  const { id } = await save(ctx, { key })
  await save(ctx, { id, info: { aciklama: 'iki' }, key })
  await spend(ctx, { key })
  const rows = await db
    .selectFrom('idempotency_keys')
    .where('shop_id', '=', ctx.actor.shop)
    .selectAll()
    .execute()
  expect(rows.map((row) => row.key)).toEqual(
    [1, 2, 3].map(() => expect.stringMatching(/^sha256§[0-9a-f]{64}$/)),
  )
  expect(JSON.stringify(rows)).not.toContain('ayse')
})
