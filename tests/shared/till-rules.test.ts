import { describe, expect, test } from 'vitest'

import { PAYMENT_METHODS } from '#shared/payment/rules.ts'
import {
  cancelledWithin,
  cashOf,
  countedEntries,
  netExpenses,
  takenByMethod,
  tillFigures,
} from '#shared/till/rules.ts'
import * as fc from '#tests/support/setup/fast-check.ts'

type Entry = Parameters<typeof countedEntries>[0][number]

const entry = (id: number, rest: Partial<Entry> = {}): Entry => ({
  id,
  kind: 'payment',
  method: 'cash',
  amount_kurus: 1_000,
  reverses: null,
  ...rest,
})
const reversal = (id: number, reverses: number, rest: Partial<Entry> = {}): Entry =>
  entry(id, { kind: 'refund', reverses, ...rest })

describe('what a drawer should hold', () => {
  const figures = (entries: Entry[], expenses: { expense_id: number; amount_kurus: number }[] = []) =>
    tillFigures({ opening_kurus: 5_000, entries, expenses })

  test('is the opening cash with cash in, without cash refunds and cash expenses', () => {
    const entries = [entry(1), entry(2, { kind: 'refund', amount_kurus: 300 })]
    expect(figures(entries, [{ expense_id: 7, amount_kurus: 50 }])).toEqual({
      opening_kurus: 5_000,
      received_kurus: 1_000,
      refunded_kurus: 300,
      spent_kurus: 50,
      expected_kurus: 5_650,
    })
  })

  test.each(PAYMENT_METHODS.filter((method) => method !== 'cash'))('counts no entry by %s', (method) => {
    expect(figures([entry(1, { method }), entry(2, { kind: 'refund', method })]).expected_kurus).toBe(5_000)
  })

  test('counts a pair that cancels itself within the day in no sum', () => {
    expect(figures([entry(1), reversal(2, 1)])).toMatchObject({ received_kurus: 0, refunded_kurus: 0 })
  })

  test('counts the cancellation of an earlier day’s entry as a refund', () => {
    expect(figures([reversal(9, 1)])).toMatchObject({ refunded_kurus: 1_000, expected_kurus: 4_000 })
  })

  test('may be below zero, when expenses were paid from another pocket', () => {
    expect(figures([], [{ expense_id: 1, amount_kurus: 6_000 }]).expected_kurus).toBe(-1_000)
  })
})

test('pairs within a day are found whichever was listed first', () => {
  expect(cancelledWithin([reversal(2, 1), entry(1), entry(3)])).toEqual(new Set([1, 2]))
  expect(countedEntries([reversal(2, 1), entry(1), entry(3)]).map(({ id }) => id)).toEqual([3])
})

test('what was taken is listed by method, the largest first, without refunds and cancelled pairs', () => {
  const entries = [
    entry(1),
    entry(2, { method: 'card', amount_kurus: 5_000 }),
    entry(3, { kind: 'refund' }),
    entry(4, { method: 'transfer' }),
    reversal(5, 4, { method: 'transfer' }),
    entry(6),
  ]
  expect(takenByMethod(entries)).toEqual([
    { method: 'card', amount_kurus: 5_000, count: 1 },
    { method: 'cash', amount_kurus: 2_000, count: 2 },
  ])
})

describe('the cash of an expense', () => {
  test('is its amount if it was paid in cash', () => {
    expect(cashOf({ amount_kurus: 700, method: 'cash' })).toBe(700)
  })

  test.each(['card', 'transfer', 'deferred', null] as const)('is nothing by the method %s', (method) => {
    expect(cashOf({ amount_kurus: 700, method })).toBe(0)
  })

  test('is nothing without an expense', () => {
    expect(cashOf(null)).toBe(0)
  })

  test('is one line of the day, which goes when its changes come to nothing', () => {
    const changes = [
      { expense_id: 1, amount_kurus: 500 },
      { expense_id: 2, amount_kurus: 300 },
      { expense_id: 1, amount_kurus: -100 },
      { expense_id: 2, amount_kurus: -300 },
    ]
    expect(netExpenses(changes)).toEqual([{ expense_id: 1, amount_kurus: 400 }])
  })
})

/** A payment, refund or cancellation of any earlier entry, and a day-end after it or not. */
const steps = fc.array(
  fc.record({
    kind: fc.constantFrom('payment', 'refund', 'reverse', 'expense'),
    method: fc.constantFrom(...PAYMENT_METHODS),
    amount: fc.integer({ min: 1, max: 1_000_000 }),
    of: fc.nat({ max: 30 }),
    closes: fc.boolean(),
    /** The difference that the count finds. */
    found: fc.integer({ min: -500, max: 500 }),
  }),
  { maxLength: 40 },
)

test('all day-ends and the open day together count each kuruş of the cash once', () => {
  fc.assert(
    fc.property(steps, fc.nat({ max: 100_000 }), (plan, opening) => {
      const all: Entry[] = []
      let [entries, expenses]: [Entry[], { expense_id: number; amount_kurus: number }[]] = [[], []]
      let [start, differences, ledger] = [opening, 0, opening]
      plan.forEach(({ kind, method, amount, of, closes, found }, id) => {
        const target = all[of % Math.max(1, all.length)]
        if (kind === 'expense') {
          const changed = of % 3 === 0 ? -amount : amount
          expenses.push({ expense_id: of, amount_kurus: changed })
          ledger -= changed
        } else {
          const isReversal = kind === 'reverse'
          if (isReversal && (target === undefined || target.reverses !== null)) return
          if (isReversal && all.some(({ reverses }) => reverses === target?.id)) return
          const made: Entry =
            isReversal && target !== undefined
              ? { ...target, id, kind: target.kind === 'payment' ? 'refund' : 'payment', reverses: target.id }
              : { id, kind: isReversal ? 'refund' : kind, method, amount_kurus: amount, reverses: null }
          all.push(made)
          entries.push(made)
          if (made.method === 'cash')
            ledger += made.kind === 'payment' ? made.amount_kurus : -made.amount_kurus
        }
        if (!closes) return
        const { expected_kurus } = tillFigures({ opening_kurus: start, entries, expenses })
        start = expected_kurus + found
        differences += found
        ;[entries, expenses] = [[], []]
      })
      const { expected_kurus } = tillFigures({ opening_kurus: start, entries, expenses })
      expect(expected_kurus - differences).toBe(ledger)
    }),
  )
})
