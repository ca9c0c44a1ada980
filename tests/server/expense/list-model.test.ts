import * as fc from '#tests/support/setup/fast-check.ts'
import { expect, test } from 'vitest'

import { expenseRow } from '#server/expense/queries.ts'
import { EXPENSE_METHODS } from '#shared/expense/rules.ts'
import { VAT_RATES } from '#shared/expense/vat.ts'
import { EXPENSE_SORTS, type ExpenseSort } from '#shared/expense/schema.ts'
import { testDatabase } from '#tests/support/database/database.ts'
import { listed } from '#tests/support/rows/expense.ts'
import { buildUser, userCtx } from '#tests/support/rows/factories.ts'

const db = await testDatabase()

const LETTERS = Array.from("aAıIiİçÇğöŞsüz09 %_\\.(*$’'–-\u00ad\u00a0")
const text = fc.string({ unit: fc.constantFrom(...LETTERS), maxLength: 5 })
const day = fc.constantFrom('2025-12-31', '2026-01-01', '2026-10-31', '2026-11-01', '2026-11-30')
const stored = fc.record({
  title: text.map((title) => title || 'ad'),
  note: text,
  amount_kurus: fc.integer({ min: 1, max: 99_999_999_999 }),
  spend_date: day,
  spread_date: fc.option(day),
  category: fc.constantFrom('', 'Kira', 'kira'),
  vat_rate: fc.option(fc.constantFrom(...VAT_RATES)),
  method: fc.option(fc.constantFrom(...EXPENSE_METHODS)),
})
type Stored = typeof stored extends fc.Arbitrary<infer S> ? S : never

const query = fc.record(
  {
    q: text,
    category: fc.constantFrom('', 'Kira'),
    month: fc.constantFrom(1, 10, 11, 12),
    year: fc.constantFrom(2025, 2026),
    sort: fc.constantFrom(...EXPENSE_SORTS),
    dir: fc.constantFrom('asc', 'desc'),
    page: fc.integer({ min: 1, max: 3 }),
  },
  { requiredKeys: ['sort', 'dir', 'page'] },
)
type Query = typeof query extends fc.Arbitrary<infer Q> ? Q : never

test('list, sum, search and order agree with a reference model', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(stored, { minLength: 1, maxLength: 30 }),
      fc.array(query, { minLength: 8, maxLength: 8 }),
      async (expenses, queries) => {
        const ctx = userCtx(db, await buildUser(db))
        const rows: Row[] = []
        for (const fields of expenses) {
          const row = expenseRow(ctx.actor.shop, fields)
          const { id } = await db.insertInto('expense').values(row).returning('id').executeTakeFirstOrThrow()
          rows.push({ ...fields, id })
        }
        for (const asked of queries) {
          const page = await listed(ctx, { ...asked, size: 10 })
          const answer = { ...page, items: page.items.map((item) => item.id) }
          expect(answer).toEqual(reference(rows, asked))
        }
      },
    ),
    { numRuns: Number(process.env['MODEL_RUNS'] ?? 25) },
  )
})

/* The rules of decisions §4, implemented a second time with the runtime's own Turkish rules. */

type Row = Stored & { id: number }

/* oxlint-disable no-restricted-properties -- the reference may not use what it checks. */
const look = (value: string) =>
  value.replaceAll('\u00ad', '').replaceAll('’', "'").replaceAll('–', '-').replace(/\s+/g, ' ').trim()
const form = (value: string) => look(value).toLocaleLowerCase('tr')
const plain = (value: string) => form(value).replaceAll('ı', 'i').normalize('NFD').replace(/\p{M}/gu, '')
const collator = new Intl.Collator('tr', { sensitivity: 'base' })

function reference(rows: Row[], asked: Query) {
  const ofPeriod = rows.filter((row) => isInPeriod(row, asked))
  const isOfCategory = (row: Row) => asked.category === undefined || row.category === asked.category
  const exact = ofPeriod.filter((row) => isHit(row, asked.q ?? '', form))
  const hasExact = exact.some(isOfCategory)
  const similar = hasExact ? [] : ofPeriod.filter((row) => isHit(row, asked.q ?? '', plain))
  const isSimilar = similar.some(isOfCategory) && wordsOf(asked.q ?? '').some((word) => word !== '')
  const matches = isSimilar ? similar : exact
  const found = matches.filter(isOfCategory)
  const sign = asked.dir === 'asc' ? 1 : -1
  found.sort((a, b) => sign * compare(a, b, asked.sort) || a.id - b.id)
  const items = found.slice((asked.page - 1) * 10, asked.page * 10).map((row) => row.id)
  const sum = found.reduce((total, row) => total + BigInt(row.amount_kurus), 0n)
  const answer = { items, total: found.length, toplam_kurus: Number(sum), by_category: sumsOf(matches) }
  return isSimilar ? { ...answer, similar: true } : answer
}

function sumsOf(rows: Row[]) {
  const names = [...new Set(rows.map(({ category }) => category))]
  const sums = names.map((category) => {
    const own = rows.filter((row) => row.category === category)
    return { category, count: own.length, amount_kurus: own.reduce((all, row) => all + row.amount_kurus, 0) }
  })
  return sums.toSorted(
    (a, b) =>
      Number(a.category === '') - Number(b.category === '') ||
      b.amount_kurus - a.amount_kurus ||
      collator.compare(a.category, b.category) ||
      (a.category < b.category ? -1 : 1),
  )
}

function isInPeriod(row: Row, { month, year = month === undefined ? undefined : 2026 }: Query): boolean {
  const [spendYear, spendMonth] = row.spend_date.split('-').map(Number)
  return (year ?? spendYear) === spendYear && (month ?? spendMonth) === spendMonth
}

/** A word of signs alone counts only where the query has no other words. */
function wordsOf(query: string): string[] {
  const words = query.split(' ')
  const realWords = words.filter((word) => /[\p{L}\p{N}]/u.test(word))
  return realWords.length > 0 ? realWords : words
}

const isHit = (row: Row, q: string, fold: typeof form): boolean =>
  wordsOf(fold(q)).every((word) => [row.title, row.note].some((value) => fold(value).includes(word)))

function compare(a: Row, b: Row, sort: ExpenseSort): number {
  if (sort === 'amount') return a.amount_kurus - b.amount_kurus
  if (sort === 'title') return collator.compare(look(a.title), look(b.title))
  const [left, right] = [a.spread_date ?? a.spend_date, b.spread_date ?? b.spend_date]
  return left < right ? -1 : Number(left > right)
}
