import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect, test } from 'vitest'
import type * as z from 'zod/mini'

import { listCustomers, lookupCustomers } from '#server/customer/list.ts'
import { listExpenses } from '#server/expense/operations.ts'
import { listVisits } from '#server/history/visits.ts'
import { orderedKayit } from '#server/kayit/list.ts'
import { findCustomers, findRecords, findVehicles } from '#server/search/operations.ts'
import { listVehicles } from '#server/vehicle/list.ts'
import { customerListInput } from '#shared/customer/schema.ts'
import { expenseListInput } from '#shared/expense/schema.ts'
import { vehicleListInput } from '#shared/vehicle/schema.ts'
import { userCtx } from '#tests/support/rows/factories.ts'
import { list } from '#tests/support/rows/kayit.ts'
import { recordingDatabase } from '#tests/support/database/recording-database.ts'
import { formatSql } from '#tests/support/database/sql-text.ts'

const FOLDER = join(import.meta.dirname, '../../docs/sql')

/** The numbers of rows that the statements of a view count. */
type Counts = { period?: number; ofStatus?: number; sample?: number; found?: number; listed?: number }

const answerWith =
  ({ period = 0, ofStatus = 0, sample = 0, found = 0, listed = 0 }: Counts) =>
  (statement: string): object[] => {
    const statuses = (total: number) => [
      { durum: 'Tamamlandı', count: total - ofStatus, id: 0, toplam_kurus: 0 },
      { durum: 'İptal', count: ofStatus, id: 0, toplam_kurus: 0 },
    ]
    if (statement.includes('status_totals')) return statuses(period)
    if (statement.startsWith('select "accounts_start"')) return [{ start: '2026-01-01', reminder: '' }]
    if (/limit 200\b/.test(statement)) return [{ count: sample }]
    if (statement.startsWith('with "hits"'))
      return [...statuses(found), { durum: '', count: 0, id: 1, toplam_kurus: 0 }]
    if (statement.startsWith('select "durum", count')) return statuses(found)
    if (statement.startsWith('select "category"')) return [{ category: '', count: listed, amount_kurus: 0 }]
    if (statement.startsWith('select count')) return [{ count: listed, total: listed, toplam_kurus: 0 }]
    if (statement.startsWith('select "id", "merged_into"')) return [{ id: 1, merged_into: null }]
    return []
  }

type Ctx = ReturnType<typeof userCtx>
type Query = Parameters<typeof list>[1]
const records = (query: Query) => (ctx: Ctx) => list(ctx, query)
const cars = (query: z.input<typeof vehicleListInput>) => (ctx: Ctx) =>
  listVehicles(ctx, vehicleListInput.parse(query))
const customers = (query: z.input<typeof customerListInput>) => (ctx: Ctx) =>
  listCustomers(ctx, customerListInput.parse(query))
const expenses = (query: object) => (ctx: Ctx) => listExpenses(ctx, expenseListInput.parse(query))

const LONG_YEAR = { year: 2026, sort: 'musteri_adi_soyadi' } as const

const VIEWS: Record<string, [work: (ctx: Ctx) => Promise<unknown>, counts: Counts]> = {
  'records-planner': [records({}), { period: 10_000 }],
  'records-planner-page-3': [records({ page: 3 }), { period: 10_000 }],
  'records-planner-last-page': [records({ page: 500 }), { period: 10_000 }],
  'records-filtered-month': [records({ month: 3, year: 2026 }), { period: 800 }],
  'records-filtered-status': [records({ durum: 'İptal' }), { period: 10_000, ofStatus: 20 }],
  'records-filtered-open': [records({ open: true }), { found: 20 }],
  'records-filtered-unpaid': [records({ owed: 'unpaid' }), { found: 20 }],
  'records-unpaid-search': [records({ owed: 'partial', q: 'yıldırım' }), { period: 10_000, found: 20 }],
  'records-ordered-year': [records(LONG_YEAR), { period: 10_000 }],
  'records-ordered-common-letter': [records({ q: 'a' }), { period: 10_000, sample: 150, found: 1_001 }],
  'records-no-rows': [records({ durum: 'Tamam değil' }), { period: 10_000 }],
  'records-ngram': [records({ q: 'yıldırım' }), { period: 10_000, found: 20 }],
  'records-ngram-across': [records({ q: 'ali 34' }), { period: 10_000 }],
  'records-ngram-status': [
    records({ q: 'er', durum: 'İptal' }),
    { period: 90_000, ofStatus: 9_000, found: 1_001 },
  ],
  'records-ordered-search-status': [
    records({ q: 'er', durum: 'İptal' }),
    { period: 10_000, ofStatus: 500, found: 1_001 },
  ],
  'records-find': [(ctx) => findRecords(ctx, 'yıldırım'), {}],
  'records-export': [(ctx) => orderedKayit(ctx, { q: 'yıldırım', sort: 'plaka', dir: 'asc' }), {}],
  'cars-ordered': [cars({}), { listed: 2_001 }],
  'cars-ordered-last-page': [cars({ sort: 'plate', page: 75, exact: true }), { listed: 1_500 }],
  'cars-ordered-common-letter': [cars({ q: 'a' }), { sample: 150, listed: 1_001 }],
  'cars-ngram': [cars({ q: '34abc' }), { listed: 12 }],
  'cars-find': [(ctx) => findVehicles(ctx, 'opel'), {}],
  'customers-ordered': [customers({}), { listed: 2_001 }],
  'customers-ordered-common-letter': [customers({ q: 'a' }), { sample: 150, listed: 1_001 }],
  'customers-ngram': [customers({ q: 'yıldırım' }), { listed: 12 }],
  'customers-ngram-across': [customers({ q: 'ali 0532' }), {}],
  'customers-find': [(ctx) => findCustomers(ctx, 'yıldırım'), {}],
  'customers-lookup': [(ctx) => lookupCustomers(ctx, { q: 'yıl' }), {}],
  expenses: [expenses({ month: 3, year: 2026 }), { listed: 30 }],
  'expenses-search': [expenses({ q: 'kira', page: 2 }), { listed: 30 }],
  'visits-of-a-car': [(ctx) => listVisits(ctx, 'vehicle', { id: 1, page: 1 }), { listed: 3 }],
}

const user = { id: 7, username: 'usta', auth: 0, password: '', shop_id: 7, sees_figures: true }

/** Returns the distinct statements of a view, in the order in which they are sent. */
async function sqlOf([work, counts]: (typeof VIEWS)[string]): Promise<string> {
  const { db, statements } = recordingDatabase(answerWith(counts))
  await work(userCtx(db, user))
  return `${[...new Set(statements)].map((statement) => `${formatSql(statement)};`).join('\n\n')}\n`
}

test.each(Object.entries(VIEWS))('docs/sql/%s.sql is what the view sends', async (name, view) => {
  const file = join(FOLDER, `${name}.sql`)
  const text = await sqlOf(view)
  const isMissing = !existsSync(file)
  mkdirSync(FOLDER, { recursive: true })
  if (isMissing) writeFileSync(file, text)
  expect(isMissing, `${name}.sql was missing and has been written: read it and commit it`).toBe(false)
  expect(text).toBe(readFileSync(file, 'utf8'))
})

test('docs/sql has no file of a missing view', () => {
  const files = readdirSync(FOLDER).filter((name) => name.endsWith('.sql'))
  expect(files.sort()).toEqual(
    Object.keys(VIEWS)
      .map((name) => `${name}.sql`)
      .sort(),
  )
})
