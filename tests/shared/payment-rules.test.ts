import { describe, expect, test } from 'vitest'

import type { Day } from '#shared/date.ts'
import { DURUM_DEVAM, DURUM_IPTAL, DURUM_TAMAM } from '#shared/options.ts'
import { debtOf, dueDay, oppositeKind, restOf, signedAmount } from '#shared/payment/rules.ts'
import * as fc from '#tests/support/setup/fast-check.ts'

const NONE = { cikis_tarihi: null, giris_tarihi: '2026-11-03', kayit_tarihi: '2026-11-02' }
const open = { ...NONE, durum: DURUM_DEVAM }
const done = { ...NONE, durum: DURUM_TAMAM, cikis_tarihi: '2026-11-10' }

describe('the day on which a record becomes due', () => {
  test.each([
    ['a car in the shop owes nothing yet', open, null],
    ['a car that has left owes, whatever its status', { ...open, cikis_tarihi: '2026-11-09' }, '2026-11-09'],
    ['a completed record is due on its exit date', done, '2026-11-10'],
    ['without one it is due on its entry date', { ...done, cikis_tarihi: null }, '2026-11-03'],
    ['or on its record date', { ...done, cikis_tarihi: null, giris_tarihi: null }, '2026-11-02'],
    ['a status in capitals counts', { ...NONE, durum: 'TAMAMLANDI' }, '2026-11-03'],
    ['a cancelled record is never due', { ...done, durum: 'İPTAL' }, null],
    ['an unknown status is due when the car leaves', { ...NONE, durum: 'Beklemede' }, null],
  ])('%s', (_, record, expected) => {
    expect(dueDay(record)).toBe(expected)
  })
})

describe('what is left to pay', () => {
  const money = (toplam_kurus: number, paid_kurus: number) => ({ toplam_kurus, paid_kurus })

  type Case = [rule: string, record: Parameters<typeof restOf>[0], start: Day | null, rest: number | null]
  test.each<Case>([
    ['without a start no debt is known', { ...done, ...money(500, 0) }, null, null],
    ['the total without its payments', { ...done, ...money(500, 200) }, '2026-11-10', 300],
    ['a record due before the start owes nothing', { ...done, ...money(500, 0) }, '2026-11-11', null],
    ['even if it was paid in part', { ...done, ...money(500, 200) }, '2026-11-11', null],
    ['an open record shows its rest from the start on', { ...open, ...money(500, 200) }, '2030-01-01', 300],
    ['too much is below 0', { ...done, ...money(500, 600) }, '2026-11-01', -100],
    [
      'payments of a cancelled record are the customer’s',
      { ...done, durum: DURUM_IPTAL, ...money(500, 200) },
      '2026-11-01',
      -200,
    ],
    [
      'a cancelled record without payments owes nothing',
      { ...done, durum: DURUM_IPTAL, ...money(500, 0) },
      '2026-11-01',
      null,
    ],
  ])('%s', (_, ...[record, start, expected]) => {
    expect(restOf(record, start)).toBe(expected)
  })

  test.each<Case>([
    ['without a start', { ...done, ...money(500, 200) }, null, 0],
    ['of a due record', { ...done, ...money(500, 200) }, '2026-11-10', 300],
    ['of a record that became due before the start', { ...done, ...money(500, 200) }, '2026-11-11', 0],
    ['of an open record', { ...open, ...money(500, 200) }, '2026-11-01', 0],
    ['of an overpaid record', { ...done, ...money(500, 600) }, '2026-11-01', 0],
    ['of a cancelled record', { ...done, durum: DURUM_IPTAL, ...money(500, 200) }, '2026-11-01', 0],
  ])('the debt %s', (_, ...[record, start, expected]) => {
    expect(debtOf(record, start)).toBe(expected)
  })

  test('total is always what is paid and what is left', () => {
    const amount = fc.integer({ min: 0, max: 99_999_999_999 })
    fc.assert(
      fc.property(amount, amount, (toplam_kurus, paid_kurus) => {
        const rest = restOf({ ...done, toplam_kurus, paid_kurus }, '2026-01-01')
        expect((rest ?? NaN) + paid_kurus).toBe(toplam_kurus)
      }),
    )
  })
})

test('an entry and its reversal add up to nothing', () => {
  for (const kind of ['payment', 'refund'] as const) {
    const entry = { kind, amount_kurus: 12_345 }
    expect(signedAmount(entry) + signedAmount({ ...entry, kind: oppositeKind(kind) })).toBe(0)
  }
  expect(signedAmount({ kind: 'refund', amount_kurus: 5 })).toBe(-5)
})
