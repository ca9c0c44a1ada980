import { type UserCtx, today, requireRight } from '#server/platform/core/context.ts'
import { periodName, periodWords } from '#server/platform/export/period.ts'
import type { Book } from '#server/platform/export/sheet.ts'
import { findCompany } from '#server/settings/operations.ts'
import type { PeriodExportInput } from '#shared/export/schema.ts'
import { daysOfSelected, selectedPeriod, shownPeriod } from '#shared/stats/selected-period.ts'

import { comparisonSheet, incomeSheets, monthSheets, openWorkSheet, pointsSheet } from './export-sheets.ts'
import { getPeriodStats, getStats } from './operations.ts'

/** The statistics of a period with the sections of its screen, from the same operations. */
export async function statsBook(ctx: UserCtx, input: PeriodExportInput): Promise<Book> {
  requireRight(ctx, 'figures')
  const day = today(ctx)
  const shown = shownPeriod(selectedPeriod(input, day))
  const days = daysOfSelected(shown)
  const stats = await getPeriodStats(ctx, days)
  const [comparison, income] = [comparisonSheet(stats), incomeSheets(stats)]
  const sheets =
    shown.kind === 'month'
      ? [...monthSheets(await getStats(ctx, shown)), comparison, ...income]
      : [comparison, pointsSheet(stats, days), ...income]
  return {
    fileName: `istatistikler-${periodName({ days }, day)}`,
    title: 'İstatistikler',
    about: periodWords({ days }, day),
    issuedOn: day,
    company: await findCompany(ctx),
    sheets: [...sheets, openWorkSheet(stats, day)],
  }
}
