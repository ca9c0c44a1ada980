import { type UserCtx, today, requireRight } from '#server/platform/core/context.ts'
import { periodFilePart, describePeriod } from '#server/platform/export/period.ts'
import { type Book, type Column, type Sheet, sheetOf, text } from '#server/platform/export/sheet.ts'
import { findCompany } from '#server/settings/operations.ts'
import type { Expense } from '#shared/expense/schema.ts'
import { vatOf } from '#shared/expense/vat.ts'
import { expenseMethodWord } from '#shared/expense/words.ts'
import type { ExpenseExportInput } from '#shared/export/schema.ts'
import type { PeriodFilter } from '#shared/period.ts'

import { expenseBatches, orderedExpenses } from './queries.ts'

const vatOrNull = (row: Expense) => (row.vat_rate === null ? null : vatOf(row))

const COLUMNS: readonly Column<Expense>[] = [
  { title: 'Tarih', width: 12, kind: 'day', value: (row) => row.spend_date },
  text('Başlık', 32, (row) => row.title),
  { title: 'Tutar (₺)', width: 16, kind: 'money', value: (row) => row.amount_kurus, sum: true },
  text('Kategori', 18, (row) => row.category),
  text('Ödeme yolu', 12, (row) => expenseMethodWord(row.method)),
  { title: 'KDV oranı %', width: 10, kind: 'count', value: (row) => row.vat_rate },
  { title: 'İçindeki KDV (₺)', width: 14, kind: 'money', value: vatOrNull },
  text('Not', 60, (row) => row.note),
]

/** Returns the sheet of the expenses with these ids, in their order. */
export function expenseSheet(ctx: UserCtx, ids: readonly number[]): Sheet {
  return sheetOf(COLUMNS, { name: 'Giderler', total: ids.length, batches: () => expenseBatches(ctx, ids) })
}

/** Returns the expenses of all pages, exactly as their screen filters, searches and sorts them. */
export async function expenseBook(
  ctx: UserCtx,
  input: ExpenseExportInput & Pick<PeriodFilter, 'days'>,
  signal?: AbortSignal,
): Promise<Book> {
  requireRight(ctx, 'figures')
  const day = today(ctx)
  const { category } = input
  const words = [
    describePeriod(input, day),
    category === undefined ? '' : `Kategori: ${category || 'yok'}`,
    input.q === '' ? '' : `Arama: ${input.q}`,
  ]
  return {
    fileName: `giderler-${periodFilePart(input, day)}`,
    title: 'Giderler',
    about: words.filter((word) => word !== '').join(' · '),
    issuedOn: day,
    company: await findCompany(ctx),
    sheets: [expenseSheet(ctx, await orderedExpenses(ctx, input, signal))],
  }
}
