import { recordChange } from '#server/platform/core/changes.ts'
import { type UserCtx, inTransaction } from '#server/platform/core/context.ts'
import type { Book } from '#server/platform/export/sheet.ts'
import type { FileFormat } from '#shared/export/schema.ts'

/** Stores that many rows are about to be read as a file (KVKK art. 12: who has had a customer's data). */
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
