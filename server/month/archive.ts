import { expenseBook } from '#server/expense/export.ts'
import { journalBook } from '#server/kayit/export-journal.ts'
import { requireRight, today, type UserCtx } from '#server/platform/core/context.ts'
import { periodFilePart } from '#server/platform/export/period.ts'
import type { Book } from '#server/platform/export/sheet.ts'
import { statsBook } from '#server/stats/export.ts'
import type { PeriodExportInput } from '#shared/export/schema.ts'
import { daysOfSelected, selectedPeriod } from '#shared/stats/selected-period.ts'

import { dayEndsBook } from './day-ends-file.ts'
import { paymentsBook } from './payments-file.ts'

/** Returns all files of a period for the accountant as one archive, of one snapshot. Throws FORBIDDEN. */
export async function monthBook(ctx: UserCtx, input: PeriodExportInput, signal?: AbortSignal): Promise<Book> {
  requireRight(ctx, 'export')
  requireRight(ctx, 'payments')
  requireRight(ctx, 'figures')
  const day = today(ctx)
  const days = daysOfSelected(selectedPeriod(input, day))
  const journal = await journalBook(ctx, input, signal)
  const expenses = { format: input.format, days, q: '', sort: 'spend_date', dir: 'asc' } as const
  const files = [
    journal,
    await paymentsBook(ctx, input, signal),
    await expenseBook(ctx, expenses, signal),
    await dayEndsBook(ctx, input),
    await statsBook(ctx, input),
  ]
  return {
    ...journal,
    fileName: `muhasebe-${periodFilePart({ days }, day)}`,
    sheets: files.flatMap(({ sheets }) => sheets),
    files,
  }
}
