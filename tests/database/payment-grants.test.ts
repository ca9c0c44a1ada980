import { sql } from 'kysely'
import { expect, test } from 'vitest'

import { scopeToShop } from '#server/platform/db/shop-scope.ts'
import { testDatabase } from '#tests/support/database/database.ts'
import { guardedFor } from '#tests/support/database/guarded.ts'
import { buildUser, userCtx } from '#tests/support/rows/factories.ts'
import { save } from '#tests/support/rows/kayit.ts'
import { take } from '#tests/support/rows/payment.ts'

const db = await testDatabase()
const DENIED = { code: '42501' }

test('requests may add payments and change their links and notes, but no amount, and may delete none', async () => {
  const ctx = userCtx(db, await buildUser(db))
  const { id: kayit_id } = await save(ctx)
  await take(ctx, { kayit_id, note: 'Kapora' })
  const requests = scopeToShop(guardedFor(db), ctx.actor.shop)
  const stored = () => db.selectFrom('payment').where('kayit_id', '=', kayit_id).selectAll().execute()
  const before = await stored()
  for (const column of ['amount_kurus', 'day', 'kind', 'method', 'reverses', 'actor_id', 'created_at'])
    await expect(
      sql`update payment set ${sql.ref(column)} = ${sql.ref(column)}`.execute(requests),
    ).rejects.toMatchObject(DENIED)
  await expect(sql`delete from payment`.execute(requests)).rejects.toMatchObject(DENIED)
  expect(await stored()).toEqual(before)
  await sql`update payment set note = '' where shop_id = ${ctx.actor.shop} and kayit_id = ${kayit_id}`.execute(
    requests,
  )
  expect(await stored()).toEqual(before.map((row) => ({ ...row, note: '' })))
})
