import { createHash } from 'node:crypto'

import { describe, expect, test } from 'vitest'

import { idempotentCall } from '#server/platform/core/idempotency.ts'
import { hashKeyTexts } from '#server/platform/core/stored-keys.ts'
import { eraseCustomer } from '#server/personal-data/erase.ts'
import { testDatabase } from '#tests/support/database/database.ts'
import { buildUser, userCtx } from '#tests/support/rows/factories.ts'
import { save } from '#tests/support/rows/kayit.ts'
import { linksOf } from '#tests/support/rows/personal-data.ts'

const db = await testDatabase()

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

async function shop() {
  const ctx = userCtx(db, await buildUser(db))
  const input = (musteri_adi_soyadi: string) => ({ info: { musteri_adi_soyadi } })
  return {
    ctx,
    send: (name: string, key: string) =>
      idempotentCall(ctx, { operation: 'kayit', key, input: input(name) }, async (trx) => ({
        id: (await save(trx, input(name))).id,
      })),
    rows: () =>
      db
        .selectFrom('idempotency_keys')
        .where('shop_id', '=', ctx.actor.shop)
        .selectAll()
        .orderBy('key')
        .execute(),
    records: async () =>
      (await db.selectFrom('kayit').where('shop_id', '=', ctx.actor.shop).select('id').execute()).length,
    /** Stores the only row as an earlier version did, with a hash of the input that could be guessed. */
    storeAs: async (key: string, name: string) => {
      const request_sha256 = sha256(JSON.stringify(input(name)))
      await db
        .updateTable('idempotency_keys')
        .set({ key, request_sha256 })
        .where('shop_id', '=', ctx.actor.shop)
        .execute()
      return request_sha256
    },
  }
}

test.each([
  ['the hash of another key', (hash: string) => hash],
  ['the stored form of another key, in ASCII', (hash: string) => `sha256:${hash}`],
])('%s is a key of its own', async (_what, keyOf) => {
  const { send, rows, records } = await shop()
  const first = await send('Ayşe', 'anahtar-A')
  expect(await send('Fatma', keyOf(sha256('anahtar-A')))).toMatchObject({ replayed: false })
  expect(await send('Ayşe', 'anahtar-A')).toEqual({ ...first, replayed: true })
  expect([await records(), (await rows()).length]).toEqual([2, 2])
})

const KEY = 'Ayse Yilmaz 0532 111 22 33'

describe.each([
  ['its text', KEY],
  ['a hash without a mark', sha256(KEY)],
])('a key that an earlier version has stored as %s', (_what, stored) => {
  test('is not the key of a caller who sends its hash', async () => {
    const { send, storeAs, records } = await shop()
    const first = await send('Ayşe', KEY)
    await storeAs(stored, 'Ayşe')
    expect(await send('Ayşe', sha256(KEY))).toMatchObject({ replayed: false })
    expect(await send('Ayşe', KEY)).toEqual({ ...first, replayed: true })
    expect(await records()).toBe(2)
  })

  test('is marked and hashed by an erasure, and a retry changes nothing twice', async () => {
    const { ctx, send, storeAs, rows, records } = await shop()
    const first = await send('Ayşe', KEY)
    await storeAs(stored, 'Ayşe')
    const { customer_id } = await linksOf(db, first?.answer.id ?? 0)
    await eraseCustomer(ctx, { id: customer_id, reason: 'request' })
    const hashed = await rows()
    expect(hashed).toMatchObject([{ key: `sha256§${sha256(KEY)}` }])
    expect(await send('Ayşe', KEY)).toEqual({ ...first, replayed: true })
    expect([await rows(), await records()]).toEqual([hashed, 1])
  })
})

test('where the version before has stored the text of a key that is stored as its hash, the hash stays', async () => {
  const { ctx, send, rows, storeAs } = await shop()
  const first = await send('Ayşe', KEY)
  const stored = await rows()
  await storeAs(KEY, 'Ayşe')
  await db.insertInto('idempotency_keys').values(stored).execute()
  await hashKeyTexts(ctx)
  expect(await rows()).toEqual(stored)
  expect(await send('Ayşe', KEY)).toEqual({ ...first, replayed: true })
})

test('with the text of a key goes the plain hash of its input', async () => {
  const { ctx, send, rows, storeAs } = await shop()
  await send('Ayşe', KEY)
  const plain = await storeAs(KEY, 'Ayşe')
  await hashKeyTexts(ctx)
  expect(JSON.stringify(await rows())).not.toContain(plain)
})
