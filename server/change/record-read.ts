import { recordChange } from '#server/platform/core/changes.ts'
import { type UserCtx, inTransaction } from '#server/platform/core/context.ts'
import type { Book } from '#server/platform/export/sheet.ts'
import type { FileFormat } from '#shared/export/schema.ts'

/** Logs the export of many rows as a file, so that the shop knows who has had a customer's data (KVKK art. 12). */
export function recordRead(
  ctx: UserCtx,
  { fileName, sheets, customer, of }: Pick<Book, 'fileName' | 'sheets' | 'customer' | 'of'>,
  format: FileFormat,
): Promise<void> {
  const detail = { count: customer?.records ?? sheets[0]?.total ?? 0, format }
  const what =
    customer === undefined
      ? { noun: 'export' as const, id: null, title: fileName, ...of }
      : { noun: 'customer' as const, id: customer.id, title: customer.name, customer_id: customer.id }
  return inTransaction(ctx, (trx) => recordChange(trx, { ...what, verb: 'read', detail }))
}
