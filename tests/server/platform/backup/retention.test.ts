import * as fc from '#tests/support/setup/fast-check.ts'
import { expect, test } from 'vitest'

import { type BackupKind, findExpired } from '#server/platform/backup/folder.ts'

const DAY_MS = 86_400_000
const daily = (count: number, end = '2026-11-24T03:00:00Z') =>
  Array.from({ length: count }, (_, days) => ({
    kind: 'otomatik' as BackupKind,
    createdAt: new Date(Date.parse(end) - days * DAY_MS),
  }))
const remaining = <T>(all: T[], gone: T[]) => all.filter((one) => !gone.includes(one))

test('after a year of daily backups there are those of 7 days, 4 weeks and 6 months', () => {
  const all = daily(365)
  const days = remaining(all, findExpired(all)).map(({ createdAt }) => createdAt.toISOString().slice(0, 10))
  expect(days).toEqual([
    '2026-11-24',
    '2026-11-23',
    '2026-11-22',
    '2026-11-21',
    '2026-11-20',
    '2026-11-19',
    '2026-11-18',
    // The Sundays, each the newest of its week.
    '2026-11-15',
    '2026-11-08',
    // The last days of the months.
    '2026-10-31',
    '2026-09-30',
    '2026-08-31',
    '2026-07-31',
    '2026-06-30',
  ])
})

test('a panel that was off for months keeps what it has', () => {
  const all = daily(7, '2025-01-10T03:00:00Z')
  expect(findExpired(all)).toEqual([])
})

test('backups by hand and before an update are not counted with the automatic ones', () => {
  const others = daily(8).map((one) => ({ ...one, kind: 'elle' as BackupKind }))
  const updates = daily(2, '2020-01-01T00:00:00Z').map((one) => ({
    ...one,
    kind: 'guncelleme' as BackupKind,
  }))
  const all = [...daily(7), ...others, ...updates]
  expect(findExpired(all)).toEqual(others.slice(5))
})

test('the newest is never removed, at most 17 automatic ones stay, and a second look removes nothing more', () => {
  const moments = fc.array(
    fc.date({ min: new Date('2020-01-01'), max: new Date('2030-01-01'), noInvalidDate: true }),
    {
      minLength: 1,
      maxLength: 80,
    },
  )
  fc.assert(
    fc.property(moments, (dates) => {
      const all = dates.map((createdAt) => ({ kind: 'otomatik' as BackupKind, createdAt }))
      const left = remaining(all, findExpired(all))
      const newest = Math.max(...dates.map((date) => date.getTime()))
      expect(left.some(({ createdAt }) => createdAt.getTime() === newest)).toBe(true)
      expect(left.length).toBeLessThanOrEqual(17)
      expect(findExpired(left)).toEqual([])
    }),
  )
})
