import { randomUUID } from 'node:crypto'

import { expect, test } from 'vitest'

import { rebuildAll } from '#server/commands/jobs/rebuild.ts'
import { deleteKayit, restoreKayit } from '#server/kayit/operations.ts'
import { paymentsOf } from '#server/payment/operations.ts'
import type { UserCtx } from '#server/platform/core/context.ts'
import { restOf, signedAmount } from '#shared/payment/rules.ts'
import { testDatabase } from '#tests/support/database/database.ts'
import { buildUser, userCtx } from '#tests/support/rows/factories.ts'
import { save } from '#tests/support/rows/kayit.ts'
import { reverse, take } from '#tests/support/rows/payment.ts'
import { outcomeOf } from '#tests/support/rows/refusal.ts'
import * as fc from '#tests/support/setup/fast-check.ts'

const db = await testDatabase()

/** A plain ledger of one record: what its till should show. */
type Ledger = {
  id: number
  total: number
  durum: string
  isDeleted: boolean
  entries: { id: number; amount: number; isReversed: boolean; isReversal: boolean }[]
}

const paidOf = ({ entries }: Ledger) => entries.reduce((sum, { amount }) => sum + amount, 0)
const DONE = { durum: 'Tamamlandı', cikis_tarihi: '2026-11-21' }

type Step = {
  kind: 'take' | 'refund' | 'reverse' | 'total' | 'cancel' | 'delete'
  of: number
  amount: number
}

const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.record({
    kind: fc.constantFrom('take', 'take', 'refund', 'reverse', 'total', 'cancel', 'delete'),
    of: fc.nat({ max: 20 }),
    amount: fc.integer({ min: 1, max: 60_000 }),
  }),
  { minLength: 1, maxLength: 25 },
)

const storeTotal = (ctx: UserCtx, { id, total, durum }: Omit<Ledger, 'isDeleted' | 'entries'>) =>
  save(ctx, {
    id,
    info: id === 0 ? { ...DONE, plaka: `34 ABC ${100 + Math.floor(total % 900)}` } : { durum },
    islemler: [{ islem_adi: 'Balata', islem_adet: 1, fiyat_kurus: total }],
  })

/** Does a step in the panel and in the ledger; the panel refuses exactly what the ledger forbids. */
async function step(ctx: UserCtx, ledger: Ledger, { kind, of, amount }: Step): Promise<void> {
  const paid = paidOf(ledger)
  const attempt = async (isAllowed: boolean, work: () => Promise<unknown>) => {
    const outcome = await outcomeOf(work)
    expect(typeof outcome === 'string' ? 'refused' : 'done').toBe(isAllowed ? 'done' : 'refused')
    return isAllowed
  }
  const newest = async () => (await paymentsOf(ctx, { kayit_id: ledger.id })).payments.at(-1)
  if (kind === 'take' || kind === 'refund') {
    const sent = {
      kayit_id: ledger.id,
      amount_kurus: amount,
      kind: kind === 'take' ? 'payment' : 'refund',
    } as const
    const isAllowed = !ledger.isDeleted && (kind === 'take' || amount <= paid)
    if (!(await attempt(isAllowed, () => take(ctx, sent)))) return
    const entry = await newest()
    const signed = kind === 'take' ? amount : -amount
    ledger.entries.push({ id: entry?.id ?? 0, amount: signed, isReversed: false, isReversal: false })
  } else if (kind === 'reverse') {
    const entry = ledger.entries[of % Math.max(1, ledger.entries.length)]
    if (entry === undefined) return
    const isAllowed = !ledger.isDeleted && !entry.isReversed && !entry.isReversal && paid - entry.amount >= 0
    if (!(await attempt(isAllowed, () => reverse(ctx, { id: entry.id })))) return
    entry.isReversed = true
    const made = await newest()
    ledger.entries.push({ id: made?.id ?? 0, amount: -entry.amount, isReversed: false, isReversal: true })
  } else if (kind === 'delete') {
    await (ledger.isDeleted ? restoreKayit : deleteKayit)(ctx, { kayit_id: ledger.id })
    ledger.isDeleted = !ledger.isDeleted
  } else if (!ledger.isDeleted) {
    if (kind === 'total') ledger.total = amount
    else ledger.durum = ledger.durum === 'İptal' ? 'Tamamlandı' : 'İptal'
    await storeTotal(ctx, ledger)
  }
}

async function compare(ctx: UserCtx, ledger: Ledger): Promise<void> {
  if (ledger.isDeleted) return
  const till = await paymentsOf(ctx, { kayit_id: ledger.id })
  const paid = paidOf(ledger)
  expect(till.payments.map(signedAmount)).toEqual(ledger.entries.map(({ amount }) => amount))
  expect([till.toplam_kurus, till.paid_kurus]).toEqual([ledger.total, paid])
  const dates = { cikis_tarihi: '2026-11-21', giris_tarihi: null, kayit_tarihi: '2026-11-21' }
  const money = { ...dates, durum: ledger.durum, toplam_kurus: ledger.total, paid_kurus: paid }
  expect(till.rest_kurus).toBe(restOf(money, till.start))
}

test('after any payments, refunds, reversals and changes of the record its till agrees with a ledger', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (plan) => {
      const ctx = userCtx(db, await buildUser(db))
      const total = 50_000
      const { id } = await storeTotal(ctx, { id: 0, total, durum: DONE.durum })
      const ledger: Ledger = { id, total, durum: DONE.durum, isDeleted: false, entries: [] }
      for (const one of plan) {
        await step(ctx, ledger, one)
        await compare(ctx, ledger)
      }
      if (ledger.isDeleted) await step(ctx, ledger, { kind: 'delete', of: 0, amount: 1 })
      await compare(ctx, ledger)
    }),
    { numRuns: 12 },
  )
  expect(await rebuildAll(db)).toMatchObject({ kayit: 0 })
})

test('ten calls at once with one key pay once, and with ten keys ten times', async () => {
  const ctx = userCtx(db, await buildUser(db))
  const { id: kayit_id } = await storeTotal(ctx, { id: 0, total: 50_000, durum: DONE.durum })
  const key = randomUUID()
  await Promise.all(Array.from({ length: 10 }, () => take(ctx, { kayit_id, key })))
  expect(await paymentsOf(ctx, { kayit_id })).toMatchObject({ paid_kurus: 10_000 })
  await Promise.all(Array.from({ length: 10 }, () => take(ctx, { kayit_id, amount_kurus: 1 })))
  const { payments, paid_kurus } = await paymentsOf(ctx, { kayit_id })
  expect([payments.length, paid_kurus]).toEqual([11, 10_010])
})

test('a payment is cancelled once, however many try at once', async () => {
  const ctx = userCtx(db, await buildUser(db))
  const { id: kayit_id } = await storeTotal(ctx, { id: 0, total: 50_000, durum: DONE.durum })
  await take(ctx, { kayit_id })
  const { payments } = await take(ctx, { kayit_id })
  const tries = Array.from({ length: 5 }, () => reverse(ctx, { id: payments[0]?.id ?? 0 }))
  const done = (await Promise.allSettled(tries)).filter(({ status }) => status === 'fulfilled')
  expect(done).toHaveLength(1)
  expect(await paymentsOf(ctx, { kayit_id })).toMatchObject({ paid_kurus: 10_000 })
})

test('a rebuild corrects a sum that was written past the operations', async () => {
  const ctx = userCtx(db, await buildUser(db))
  const { id: kayit_id } = await storeTotal(ctx, { id: 0, total: 50_000, durum: DONE.durum })
  await take(ctx, { kayit_id })
  await db.updateTable('kayit').set({ paid_kurus: 7 }).where('id', '=', kayit_id).execute()
  expect(await rebuildAll(db)).toMatchObject({ kayit: 1 })
  expect(await paymentsOf(ctx, { kayit_id })).toMatchObject({ paid_kurus: 10_000 })
})
