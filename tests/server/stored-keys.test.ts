import { createHash } from 'node:crypto'

import { expect, test } from 'vitest'

import { idempotentCall } from '#server/platform/core/idempotency.ts'
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
  }
}

test.each([
  ['the hash of another key', (hash: string) => hash],
  ['the stored form of another key, in ASCII', (hash: string) => `sha256:${hash}`],
])('%s is a key of its own', async (_what, keyOf) => {
  const { send, rows, records } = await shop()
  const first = await send('Ayşe', 'anahtar-A')
  expect(await send('Fatma', keyOf(sha256('anahtar-A')))).toMatchObject({ isReplayed: false })
  expect(await send('Ayşe', 'anahtar-A')).toEqual({ ...first, isReplayed: true })
  expect([await records(), (await rows()).length]).toEqual([2, 2])
})

const KEY = 'Ayse Yilmaz 0532 111 22 33'

test('neither the text of a key nor a hash of its input that could be guessed is stored', async () => {
  const { send, rows } = await shop()
  const first = await send('Ayşe', KEY)
  const stored = await rows()
  expect(stored).toMatchObject([{ key: `sha256§${sha256(KEY)}` }])
  expect(JSON.stringify(stored)).not.toContain(
    sha256(JSON.stringify({ info: { musteri_adi_soyadi: 'Ayşe' } })),
  )
  expect(await send('Ayşe', KEY)).toEqual({ ...first, isReplayed: true })
})

test('an erasure leaves the key, and a retry changes nothing twice', async () => {
  const { ctx, send, rows, records } = await shop()
  const first = await send('Ayşe', KEY)
  const stored = await rows()
  const { customer_id } = await linksOf(db, first?.answer.id ?? 0)
  await eraseCustomer(ctx, { id: customer_id, reason: 'request' })
  expect(await send('Ayşe', KEY)).toEqual({ ...first, isReplayed: true })
  expect([await rows(), await records()]).toEqual([stored, 1])
})
