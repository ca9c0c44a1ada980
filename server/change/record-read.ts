import { recordChange } from '#server/core/changes.ts'
import { type UserCtx, inTransaction } from '#server/core/context.ts'
import type { Book } from '#server/export/sheet.ts'
import type { ExportFormat } from '#shared/export/schema.ts'

/** Stores that many rows are about to be read as a file (KVKK art. 12: who has had a customer's data). */
export function recordRead(
  ctx: UserCtx,
  { fileName, sheets }: Pick<Book, 'fileName' | 'sheets'>,
  format: ExportFormat,
): Promise<void> {
  const detail = { count: sheets[0]?.total ?? 0, format }
  return inTransaction(ctx, (trx) =>
    recordChange(trx, { noun: 'export', id: null, verb: 'read', title: fileName, detail }),
  )
}
