import { Hono } from 'hono'

import { expenseBook } from '#server/expense/export.ts'
import type { AppEnv } from '#server/platform/http/app-env.ts'
import { customerHistoryBook, vehicleHistoryBook } from '#server/history/export.ts'
import { kayitBook } from '#server/kayit/export.ts'
import { journalBook } from '#server/kayit/export-journal.ts'
import { personalDataBook } from '#server/personal-data/export.ts'
import { shareOf } from '#server/platform/lib/processes.ts'
import { createShares } from '#server/platform/lib/shares.ts'
import { statsBook } from '#server/stats/export.ts'
import { AppError } from '#shared/errors.ts'
import { exportMessages } from '#shared/export/messages.ts'
import {
  expenseExportInput,
  historyExportInput,
  kayitExportInput,
  periodExportInput,
  personalDataExportInput,
} from '#shared/export/schema.ts'

import { exportRow, exportHandler, type ExportLimits } from './export.ts'

/** The files that the page offers, one row each: `/oto-servis/api/export/<name>?format=XLSX&…`. */
export const exportPaths = {
  kayit: exportRow(kayitExportInput, kayitBook),
  expense: exportRow(expenseExportInput, expenseBook),
  journal: exportRow(periodExportInput, journalBook),
  stats: exportRow(periodExportInput, statsBook),
  'vehicle-history': exportRow(historyExportInput, vehicleHistoryBook),
  'customer-history': exportRow(historyExportInput, customerHistoryBook),
  'personal-data': exportRow(personalDataExportInput, personalDataBook),
}

/** Each export holds a database connection; requests keep more than half of them. */
const EACH_SHOP = 2
const ALL_SHOPS = 4

const LIMITS: ExportLimits = {
  // A slow reader takes up to this long for one chunk: the next is asked for when the socket has drained.
  stream: { idle: 60_000, total: 600_000 },
}

const refusal = (message: string) => () => new AppError('UNAVAILABLE', message, { retryAfter: 10 })

/** The page's files, below `/oto-servis/api/export`. The numbers of running exports count for this process. */
export function exportRoutes(limits: ExportLimits = LIMITS): Hono<AppEnv> {
  const shares = createShares({
    each: EACH_SHOP,
    all: Math.max(EACH_SHOP, shareOf(ALL_SHOPS)),
    refusals: { each: refusal(exportMessages.shopBusy), all: refusal(exportMessages.busy) },
  })
  const app = new Hono<AppEnv>()
  for (const [path, row] of Object.entries(exportPaths))
    app.all(`/${path}`, exportHandler(row, { ...limits, shares }))
  return app
}
