import { randomUUID } from 'node:crypto'

import { expect, test } from 'vitest'

import { saveOpening } from '#server/balance/opening.ts'
import { rebuildAll } from '#server/commands/jobs/rebuild.ts'
import { mergeLinked, separateLinked } from '#server/directory/merge.ts'
import { deleteKayit, restoreKayit } from '#server/kayit/operations.ts'
import { relink } from '#server/kayit/relink.ts'
import { assignPayment, reversePayment, saveAccountsStart } from '#server/payment/operations.ts'
import type { UserCtx } from '#server/platform/core/context.ts'
import { AppError } from '#shared/errors.ts'
import { isShort } from '#tests/long-form.ts'
import { testDatabase } from '#tests/support/database/database.ts'
import { accountOf, accountShop, debtsOf, START, visit } from '#tests/support/rows/accounts.ts'
import { save } from '#tests/support/rows/kayit.ts'
import { take, takeAccount } from '#tests/support/rows/payment.ts'
import * as fc from '#tests/support/setup/fast-check.ts'

const db = await testDatabase()

/** The customers of a shop; each begins with a record. */
const NAMES = ['Ayşe Işık', 'Mert Can', 'Çiğdem Öz']

type Entry = { id: number; day: string; amount: number }
type Held = Entry & { record: number | null; customer: number }
type Kayit = {
  id: number
  customer: number
  total: number
  due: string | null
  isCancelled: boolean
  isDeleted: boolean
}

/** A plain ledger of a shop: what its screens should show. */
type Ledger = {
  start: string
  records: Kayit[]
  entries: Held[]
  opening: Map<number, number>
  rootOf: Map<number, number>
}

const DAYS = ['2026-10-20', '2026-11-02', '2026-11-10', '2026-11-21']
const KINDS = [
  'payRecord',
  'payAccount',
  'refundRecord',
  'refundAccount',
  'reverse',
  'assign',
  'total',
  'due',
  'cancel',
  'delete',
  'opening',
  'relink',
  'merge',
  'start',
] as const
type Step = { kind: (typeof KINDS)[number]; of: number; to: number; amount: number; day: string }

const steps = (maxLength: number): fc.Arbitrary<Step[]> =>
  fc.array(
    fc.record({
      kind: fc.constantFrom(...KINDS),
      of: fc.nat({ max: 30 }),
      to: fc.nat({ max: 30 }),
      amount: fc.integer({ min: 1, max: 60_000 }),
      day: fc.constantFrom(...DAYS),
    }),
    { minLength: 1, maxLength },
  )

const pick = <T>(all: readonly T[], index: number): T | undefined => all[index % Math.max(1, all.length)]
const sum = (entries: readonly Entry[]) => entries.reduce((total, { amount }) => total + amount, 0)
const ofRecord = ({ entries }: Ledger, { id }: Kayit) => entries.filter(({ record }) => record === id)
const rootIn = ({ rootOf }: Ledger, customer: number) => rootOf.get(customer) ?? customer

/** Returns what a customer, with those merged into it, owes: record by record. */
function owedBy(ledger: Ledger, root: number): number {
  const { start, records, entries, opening } = ledger
  let [owed, paidBefore] = [0, 0]
  for (const record of records.filter(({ customer }) => rootIn(ledger, customer) === root)) {
    const own = ofRecord(ledger, record)
    if (record.isDeleted || record.isCancelled) owed -= sum(own)
    else if (record.due !== null && record.due >= start) owed += record.total - sum(own)
    else if (record.due !== null) paidBefore += sum(own.filter(({ day }) => day >= start))
  }
  owed -= sum(
    entries.filter(
      ({ record, customer, day }) => record === null && rootIn(ledger, customer) === root && day >= start,
    ),
  )
  const family = [...opening].filter(([customer]) => rootIn(ledger, customer) === root)
  const opened = family.reduce((total, [, kurus]) => total + kurus, 0)
  return owed + (opened > 0 ? Math.max(opened - Math.max(paidBefore, 0), 0) : opened)
}

const INFO = ({ due, isCancelled }: Kayit) => ({
  durum: isCancelled ? 'İptal' : due === null ? 'Devam Ediyor' : 'Tamamlandı',
  cikis_tarihi: due,
})

/** Carries a step out; the panel may refuse it, and then nothing has changed. */
async function perform(ctx: UserCtx, ledger: Ledger, { kind, of, to, amount, day }: Step): Promise<void> {
  const record = pick(ledger.records, of)
  const entry = pick(ledger.entries, of)
  const customers = [...new Set(ledger.records.map(({ customer }) => customer))]
  const customer = pick(customers, to) ?? 0
  if (record === undefined) return
  const stored = async (holder: { record: number | null; customer: number }, signed: number, on = day) => {
    const { id } = await db
      .selectFrom('payment')
      .select(({ fn }) => fn.max('id').as('id'))
      .executeTakeFirstOrThrow()
    const { record: its, customer: whose } = holder
    const made = { id, day: on, amount: signed }
    ledger.entries.push({ ...made, record: its, customer: whose })
  }
  const refund = kind.startsWith('refund')
  const signed = refund ? -amount : amount
  const money = { amount_kurus: amount, kind: refund ? 'refund' : 'payment', day } as const
  const root = rootIn(ledger, customer)
  switch (kind) {
    case 'payRecord':
    case 'refundRecord':
      await take(ctx, { kayit_id: record.id, ...money })
      await stored({ record: record.id, customer: 0 }, signed)
      break
    case 'payAccount':
    case 'refundAccount':
      await takeAccount(ctx, { customer_id: customer, ...money })
      await stored({ record: null, customer: root }, signed)
      break
    case 'reverse':
      if (entry === undefined) return
      await reversePayment(ctx, { id: entry.id, note: '', key: randomUUID() })
      await stored(entry, -entry.amount, '2026-11-21')
      break
    case 'assign':
      if (entry === undefined) return
      await assignPayment(ctx, { id: entry.id, kayit_id: record.id })
      entry.record = record.id
      break
    case 'total':
      await save(ctx, {
        id: record.id,
        info: {},
        islemler: [{ islem_adi: 'Balata', islem_adet: 1, fiyat_kurus: amount }],
      })
      record.total = amount
      break
    case 'due':
    case 'cancel': {
      const after = {
        ...record,
        ...(kind === 'due' ? { due: to % 4 === 0 ? null : day } : { isCancelled: !record.isCancelled }),
      }
      await save(ctx, { id: record.id, info: INFO(after) })
      Object.assign(record, after)
      break
    }
    case 'delete':
      await (record.isDeleted ? restoreKayit : deleteKayit)(ctx, { kayit_id: record.id })
      record.isDeleted = !record.isDeleted
      break
    case 'opening': {
      const opening_kurus = of % 2 === 0 ? amount : -amount
      await saveOpening(ctx, { customer_id: customer, opening_kurus })
      // Merged customers keep their own opening balances, for a separation.
      const others = [...ledger.opening].filter(([one]) => one !== root && rootIn(ledger, one) === root)
      ledger.opening.set(root, opening_kurus - others.reduce((all, [, kurus]) => all + kurus, 0))
      break
    }
    case 'relink':
      await relink(ctx, 'customer', { kayit_id: record.id, id: customer })
      record.customer = root
      break
    case 'merge':
      if (ledger.rootOf.has(customer)) {
        await separateLinked(ctx, 'customer', { id: customer })
        ledger.rootOf.delete(customer)
      } else {
        const into = rootIn(ledger, record.customer)
        await mergeLinked(ctx, 'customer', { id: customer, into })
        for (const [one, its] of ledger.rootOf) if (its === customer) ledger.rootOf.set(one, into)
        ledger.rootOf.set(customer, into)
      }
      break
    case 'start':
      ledger.start = of % 2 === 0 ? START : '2026-11-05'
      await saveAccountsStart(ctx, { start: ledger.start })
  }
}

async function compare(ctx: UserCtx, ledger: Ledger): Promise<void> {
  const customers = [...new Set(ledger.opening.keys())]
  const roots = customers.filter((one) => !ledger.rootOf.has(one))
  const owed = new Map(roots.map((root) => [root, owedBy(ledger, root)]))
  const { items, all } = await debtsOf(ctx)
  const owing = [...owed].filter(([, kurus]) => kurus > 0).sort(([a], [b]) => a - b)
  const listed = items.map(({ customer_id, total_kurus }) => [customer_id, total_kurus] as const)
  expect(listed.toSorted(([a], [b]) => a - b)).toEqual(owing)
  expect(all.total_kurus).toBe(owing.reduce((total, [, kurus]) => total + kurus, 0))
  for (const { ages, total_kurus } of items)
    expect(ages.reduce((total, kurus) => total + kurus, 0)).toBe(total_kurus)
  for (const [root, kurus] of owed) {
    const { balance_kurus, lines } = await accountOf(ctx, root)
    expect([balance_kurus, lines.at(-1)?.balance_kurus ?? 0]).toEqual([kurus, kurus])
  }
}

test(
  'after any operations all balances agree with a plain ledger',
  { timeout: isShort ? 180_000 : 3_600_000 },
  async () => {
    await fc.assert(
      fc.asyncProperty(steps(isShort ? 25 : 60), async (plan) => {
        const { ctx } = await accountShop(db)
        const records = []
        for (const [index, name] of [...NAMES, ...NAMES].entries()) {
          const { kayit_id, customer_id } = await visit(ctx, {
            name,
            plate: `34 MDL ${100 + index}`,
            day: DAYS[index % 4] ?? null,
            total: 10_000 * (index + 1),
          })
          const total = 10_000 * (index + 1)
          const state = { isCancelled: false, isDeleted: false }
          records.push({ id: kayit_id, customer: customer_id, total, due: DAYS[index % 4] ?? null, ...state })
        }
        const opening = new Map(records.map(({ customer }) => [customer, 0]))
        const ledger: Ledger = { start: START, records, entries: [], opening, rootOf: new Map() }
        for (const step of plan) {
          // A refusal changes nothing, and the next comparison sees that it did not.
          await perform(ctx, ledger, step).catch((error: unknown) => {
            if (!(error instanceof AppError)) throw error
          })
          await compare(ctx, ledger)
        }
      }),
      // Ten thousand operations in the long form.
      { numRuns: isShort ? 6 : 350 },
    )
    expect(await rebuildAll(db)).toMatchObject({ kayit: 0, customer: 0 })
  },
)
