import type { Kysely } from 'kysely'
import { expect, test } from 'vitest'

import { saveOpening } from '#server/balance/opening.ts'
import { saveAccountsStart, startAccounts } from '#server/payment/operations.ts'
import type { UserCtx } from '#server/platform/core/context.ts'
import type { DB } from '#server/platform/db/schema.ts'
import { paymentMessages } from '#shared/payment/messages.ts'
import { testDatabase, waitersIn } from '#tests/support/database/database.ts'
import { accountOf, accountShop, visit } from '#tests/support/rows/accounts.ts'
import { buildUser, userCtx } from '#tests/support/rows/factories.ts'
import { take, takeAccount } from '#tests/support/rows/payment.ts'

const db = await testDatabase()

/** Runs `first` in a transaction that stays open until `second`, in another one, waits for it. */
async function during(
  ctx: UserCtx,
  first: (ctx: UserCtx) => Promise<unknown>,
  second: () => Promise<unknown>,
) {
  let running: Promise<PromiseSettledResult<unknown>[]> | undefined
  await db.transaction().execute(async (trx: Kysely<DB>) => {
    await first({ ...ctx, db: trx })
    running = Promise.allSettled([second()])
    await expect.poll(() => waitersIn(db), { timeout: 10_000, interval: 10 }).toBe(1)
  })
  return (await running)?.[0]
}

test('an entry on account waits for a change of the start and is refused before the new one', async () => {
  const { ctx } = await accountShop(db)
  const { customer_id } = await visit(ctx)
  const entry = { customer_id, amount_kurus: 1_000, day: '2026-11-05' }
  const outcome = await during(
    ctx,
    (open) => saveAccountsStart(open, { start: '2026-11-10' }),
    () => takeAccount(ctx, entry),
  )
  expect(outcome).toMatchObject({ reason: { code: 'INVALID', message: paymentMessages.beforeStart } })
  const { balance_kurus, lines } = await accountOf(ctx, customer_id)
  expect(lines.at(-1)?.balance_kurus).toBe(balance_kurus)
})

test.each([
  [
    'on account',
    (ctx: UserCtx, { customer_id }: Visited) => takeAccount(ctx, { customer_id, amount_kurus: 1_000 }),
  ],
  ['for a record', (ctx: UserCtx, { kayit_id }: Visited) => take(ctx, { kayit_id, amount_kurus: 1_000 })],
  [
    'as an opening balance',
    (ctx: UserCtx, { customer_id }: Visited) => saveOpening(ctx, { customer_id, opening_kurus: 1_000 }),
  ],
])('the first of two starts stays: money %s waits for it', async (_, store) => {
  const ctx = userCtx(db, await buildUser(db))
  const visited = await visit(ctx)
  const outcome = await during(
    ctx,
    (open) => startAccounts(open, '2026-11-01'),
    () => store(ctx, visited),
  )
  expect(outcome?.status).toBe('fulfilled')
  const { start, balance_kurus, lines } = await accountOf(ctx, visited.customer_id)
  expect(start).toBe('2026-11-01')
  expect(lines.at(-1)?.balance_kurus).toBe(balance_kurus)
})

type Visited = Awaited<ReturnType<typeof visit>>
