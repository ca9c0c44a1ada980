import { type UserCtx, requireRight, today } from '#server/platform/core/context.ts'
import { type Book, type Column, sheetOfRows, text } from '#server/platform/export/sheet.ts'
import { findCompany } from '#server/settings/operations.ts'
import type { Debtor } from '#shared/balance/schema.ts'
import { formatDay } from '#shared/date.ts'
import type { DebtsExportInput, StatementExportInput } from '#shared/export/schema.ts'
import { formatPhone } from '#shared/phone.ts'

import { allDebtors } from './debts.ts'
import { readStatement, statementTable } from './statement.ts'

const age = (title: string, index: 0 | 1 | 2 | 3): Column<Debtor> => ({
  title,
  width: 15,
  kind: 'money',
  value: ({ ages }) => ages[index],
  sum: true,
})

const DEBT_COLUMNS: readonly Column<Debtor>[] = [
  text('Müşteri', 30, ({ name }) => name),
  text('Telefon', 18, ({ phone }) => formatPhone(phone)),
  text('Araçlar', 24, ({ plates }) => plates.join(', ')),
  age('0–30 gün (₺)', 0),
  age('31–60 gün (₺)', 1),
  age('61–90 gün (₺)', 2),
  age('90 günü geçen (₺)', 3),
  { title: 'Toplam (₺)', width: 16, kind: 'money', value: ({ total_kurus }) => total_kurus, sum: true },
  { title: 'Son tahsilat', width: 13, kind: 'day', value: ({ last_payment }) => last_payment?.day ?? null },
]

/** Returns the customers who owe money, as their screen filters and sorts them. Throws FORBIDDEN. */
export async function debtsBook(ctx: UserCtx, input: DebtsExportInput): Promise<Book> {
  requireRight(ctx, 'export')
  requireRight(ctx, 'payments')
  const day = today(ctx)
  return {
    fileName: `alacaklar-${day}`,
    title: 'Alacaklar',
    about: `${formatDay(day)} itibarıyla`,
    issuedOn: day,
    company: await findCompany(ctx),
    sheets: [sheetOfRows('Alacaklar', DEBT_COLUMNS, await allDebtors(ctx, { ...input, page: 1 }))],
  }
}

/** Returns a customer's statement of a period ('Cari ekstre') as a file. Throws FORBIDDEN and NOT_FOUND. */
export async function statementBook(ctx: UserCtx, input: StatementExportInput): Promise<Book> {
  requireRight(ctx, 'export')
  const [{ customer_id, ...statement }, company] = await Promise.all([
    readStatement(ctx, input),
    findCompany(ctx),
  ])
  const { from, to } = input
  const day = today(ctx)
  return {
    fileName: `cari-ekstre-${day}`,
    historyOf: { customer_id },
    ...statementTable({ ...statement, from, to }),
    issuedOn: day,
    company,
  }
}
