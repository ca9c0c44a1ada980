import { type Kysely, sql } from 'kysely'
import { beforeAll, beforeEach, expect, test } from 'vitest'

import type { UserCtx } from '#server/platform/core/context.ts'
import type { DB } from '#server/platform/db/schema.ts'
import { scopeToShop } from '#server/platform/db/shop-scope.ts'
import { dayOf } from '#server/till/operations.ts'
import { tillMessages } from '#shared/till/messages.ts'
import { testDatabase, waitersIn } from '#tests/support/database/database.ts'
import { guardedFor } from '#tests/support/database/guarded.ts'
import { buildUser, userCtx } from '#tests/support/rows/factories.ts'
import { save } from '#tests/support/rows/kayit.ts'
import { take } from '#tests/support/rows/payment.ts'
import { close, open } from '#tests/support/rows/till.ts'

const db = await testDatabase()
/** The lock that the paused transactions wait for. */
const GATE = 20_261_198

beforeAll(async () => {
  await sql`create function wait_at_gate() returns trigger language plpgsql as $$
    begin perform pg_advisory_xact_lock_shared(${sql.lit(GATE)}); return new; end $$`.execute(db)
  for (const table of ['payment', 'day_end'])
    await sql`create trigger gate before insert on ${sql.table(table)} for each row
      execute function wait_at_gate()`.execute(db)
})

let ctx: UserCtx
let kayit_id: number
beforeEach(async () => {
  ctx = userCtx(db, await buildUser(db))
  kayit_id = (await save(ctx)).id
  await open(ctx)
})

/** Starts the first change, pauses it at its insert, starts the second, and lets both go on. */
async function race(first: () => Promise<unknown>, second: () => Promise<unknown>) {
  return db.connection().execute(async (gate: Kysely<DB>) => {
    await sql`select pg_advisory_lock(${GATE})`.execute(gate)
    const running: Promise<unknown>[] = []
    try {
      for (const [index, start] of [first, second].entries()) {
        running.push(start())
        await expect.poll(() => waitersIn(db), { timeout: 10_000, interval: 10 }).toBe(index + 1)
      }
    } finally {
      await sql`select pg_advisory_unlock_all()`.execute(gate)
    }
    return Promise.allSettled(running)
  })
}

test('a count waits for a payment that is being stored, and is refused because nobody has seen it', async () => {
  const seen = { number: 1, expected_kurus: 10_000, counted_kurus: 10_000 }
  const [paid, closed] = await race(
    () => take(ctx, { kayit_id }),
    () => close(ctx, seen),
  )
  expect(paid?.status).toBe('fulfilled')
  expect(closed).toMatchObject({ reason: { code: 'CONFLICT', message: tillMessages.changed } })
  expect(await dayOf(ctx, {})).toMatchObject({ number: 1, received_kurus: 10_000 })
})

test('a payment waits for a count that is being stored, and belongs to the next day', async () => {
  const [closed, paid] = await race(
    () => close(ctx),
    () => take(ctx, { kayit_id }),
  )
  expect([closed?.status, paid?.status]).toEqual(['fulfilled', 'fulfilled'])
  expect(await dayOf(ctx, { number: 1 })).toMatchObject({ received_kurus: 0, movements: [] })
  expect(await dayOf(ctx, {})).toMatchObject({ number: 2, received_kurus: 10_000 })
})

test('two payments at once do not wait for each other’s day', async () => {
  await race(
    () => take(ctx, { kayit_id }),
    async () => take(ctx, { kayit_id: (await save(ctx)).id }),
  )
  expect(await dayOf(ctx, {})).toMatchObject({ number: 1, received_kurus: 20_000 })
})

test('requests add day-ends and cash of expenses, and change or delete none', async () => {
  await close(ctx, { counted_kurus: 1 })
  const requests = scopeToShop(guardedFor(db), ctx.actor.shop)
  const denied = { code: '42501' }
  for (const table of ['day_end', 'cash_expense']) {
    const name = sql.table(table)
    await expect(sql`update ${name} set created_at = created_at`.execute(requests)).rejects.toMatchObject(
      denied,
    )
    await expect(sql`delete from ${name}`.execute(requests)).rejects.toMatchObject(denied)
  }
  await expect(
    sql`update payment set day_end_number = day_end_number`.execute(requests),
  ).rejects.toMatchObject(denied)
})

test('a day-end whose sums do not add up is refused by the database', async () => {
  await close(ctx)
  const broken = (column: string) =>
    sql`update day_end set ${sql.ref(column)} = ${sql.ref(column)} + 1 where shop_id = ${ctx.actor.shop}`.execute(
      db,
    )
  for (const column of [
    'opening_kurus',
    'received_kurus',
    'expected_kurus',
    'counted_kurus',
    'difference_kurus',
  ])
    await expect(broken(column)).rejects.toMatchObject({ code: '23514' })
})
