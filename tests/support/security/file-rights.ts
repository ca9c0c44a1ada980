import type { Ids } from '#tests/support/rows/shop-rows.ts'

import { HANDOVER_FILES } from './handover-rights.ts'

type Row = readonly [expected: string, call: (ids: Ids) => string]

/** The page's files. */
export const FILES: Record<string, Row> = {
  'export/kayit': ['OOOF OO UUU', () => 'format=CSV'],
  'export/vehicle-history': ['OOOF NN UUU', ({ vehicle }) => `format=CSV&id=${vehicle}`],
  'export/customer-history': ['OOOF NN UUU', ({ customer }) => `format=CSV&id=${customer}`],
  'export/personal-data': ['OFFF NN UUU', ({ customer }) => `format=JSON&id=${customer}`],
  'export/expense': ['OFOF OO UUU', () => 'format=CSV'],
  'export/journal': ['OFOF OO UUU', () => 'format=CSV'],
  'export/debts': ['OOOF OO UUU', () => 'format=CSV'],
  'export/statement': ['OOOF NN UUU', ({ customer }) => `format=CSV&id=${customer}`],
  'export/stats': ['OFOF OO UUU', () => 'format=CSV'],
  'export/payments': ['OOOF OO UUU', () => 'format=CSV'],
  'export/day-ends': ['OOOF OO UUU', () => 'format=CSV'],
  'export/month': ['OFOF OO UUU', () => 'format=CSV'],
  ...HANDOVER_FILES,
  backup: ['FFFF NF UUU', () => 'name=yok.tar.gz'],
}
