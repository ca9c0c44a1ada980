import { expect, test } from 'vitest'

import { sumPayments } from '#shared/payment/sums.ts'
import { PAYMENT_KINDS, PAYMENT_METHODS, sumOfEntries } from '#shared/payment/rules.ts'
import { kindWord } from '#shared/payment/words.ts'
import * as fc from '#tests/support/setup/fast-check.ts'

test('payments and refunds are summed apart, in all and by method', () => {
  const entries = [
    { kind: 'payment', method: 'cash', amount_kurus: 1_000 },
    { kind: 'payment', method: 'card', amount_kurus: 5_000 },
    { kind: 'payment', method: 'cash', amount_kurus: 2_001 },
    { kind: 'refund', method: 'cash', amount_kurus: 300 },
  ] as const
  expect(sumPayments(entries)).toEqual({
    count: 3,
    in_kurus: 8_001,
    refunded_kurus: 300,
    methods: [
      { method: 'card', count: 1, in_kurus: 5_000, refunded_kurus: 0 },
      { method: 'cash', count: 2, in_kurus: 3_001, refunded_kurus: 300 },
    ],
  })
})

test('a method with refunds alone is listed, and one that is not used is not', () => {
  expect(sumPayments([{ kind: 'refund', method: 'transfer', amount_kurus: 1 }]).methods).toEqual([
    { method: 'transfer', count: 0, in_kurus: 0, refunded_kurus: 1 },
  ])
  expect(sumPayments([])).toEqual({ count: 0, in_kurus: 0, refunded_kurus: 0, methods: [] })
})

test('the methods add up to the whole, which is the sum of the entries to the kuruş', () => {
  const entry = fc.record({
    kind: fc.constantFrom(...PAYMENT_KINDS),
    method: fc.constantFrom(...PAYMENT_METHODS),
    amount_kurus: fc.integer({ min: 1, max: 10_000_000_000 }),
  })
  fc.assert(
    fc.property(fc.array(entry), (entries) => {
      const { methods, ...all } = sumPayments(entries)
      expect(all.in_kurus - all.refunded_kurus).toBe(sumOfEntries(entries))
      const total = (key: keyof typeof all) => methods.reduce((sum, one) => sum + one[key], 0)
      expect({
        count: total('count'),
        in_kurus: total('in_kurus'),
        refunded_kurus: total('refunded_kurus'),
      }).toEqual(all)
    }),
  )
})

test.each([
  [{ kind: 'payment', reverses: null }, 'Tahsilat'],
  [{ kind: 'refund', reverses: null }, 'İade'],
  [{ kind: 'refund', reverses: 4 }, 'Tahsilat iptali'],
  [{ kind: 'payment', reverses: 4 }, 'İade iptali'],
] as const)('the entry %j is called %s', (entry, word) => {
  expect(kindWord(entry)).toBe(word)
})
