import type { UserCtx } from '#server/platform/core/context.ts'
import { idsOf } from '#server/directory/merge.ts'
import { requireRight } from '#server/platform/core/rights.ts'
import type { Book } from '#server/platform/export/sheet.ts'
import type { HistoryExportInput } from '#shared/export/schema.ts'
import { customerHistoryName } from '#shared/history/rules.ts'

import { historyBook } from './export.ts'
import { getCustomer } from './customer.ts'

/** What was done for a customer, as a file. Throws NOT_FOUND. */
export async function customerHistoryBook(ctx: UserCtx, { id }: HistoryExportInput): Promise<Book> {
  requireRight(ctx, 'export')
  const { name } = await getCustomer(ctx, { id })
  return historyBook(ctx, {
    target: { name: 'customer', ids: await idsOf(ctx, 'customer', id) },
    fileName: customerHistoryName(name),
    title: 'Müşteri geçmişi',
    about: [name],
  })
}
