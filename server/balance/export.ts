import { idsOf } from '#server/directory/merge.ts'
import { type UserCtx, requireRight, today } from '#server/platform/core/context.ts'
import { ownRows } from '#server/platform/core/own-rows.ts'
import { type Book, type Column, sheetOfRows, text } from '#server/platform/export/sheet.ts'
import { findCompany } from '#server/settings/operations.ts'
import { withoutCancelledPairs } from '#shared/balance/rules.ts'
import type { Debtor, StatementLine } from '#shared/balance/schema.ts'
import { formatDay } from '#shared/date.ts'
import type { DebtsExportInput, StatementExportInput } from '#shared/export/schema.ts'
import { formatTL } from '#shared/money.ts'
import { METHOD_WORDS } from '#shared/payment/words.ts'
import { formatPhone } from '#shared/phone.ts'

import { customerAccount } from './account.ts'
import { allDebtors } from './debts.ts'

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

/** A line of a statement, or the balance before its period. */
type Row = Pick<StatementLine, 'debit_kurus' | 'credit_kurus' | 'balance_kurus'> & {
  day: string | null
  words: string
  plate: string
  isCarried: boolean
}

const STATEMENT_COLUMNS: readonly Column<Row>[] = [
  { title: 'Gün', width: 13, kind: 'day', value: ({ day }) => day },
  text('Açıklama', 44, ({ words }) => words),
  text('Plaka', 14, ({ plate }) => plate),
  { title: 'Borç (₺)', width: 16, kind: 'money', value: (row) => row.debit_kurus || null, sum: isOfPeriod },
  {
    title: 'Alacak (₺)',
    width: 16,
    kind: 'money',
    value: (row) => row.credit_kurus || null,
    sum: isOfPeriod,
  },
  { title: 'Bakiye (₺)', width: 16, kind: 'money', value: ({ balance_kurus }) => balance_kurus },
]

/** The balance before the period is no movement of it. */
function isOfPeriod({ isCarried }: Row): boolean {
  return !isCarried
}

/**
 * Returns a customer's statement of a period ('Cari ekstre') for the customer: without the shop's notes, and without
 * entries that were cancelled. Throws FORBIDDEN and NOT_FOUND.
 */
export async function statementBook(ctx: UserCtx, input: StatementExportInput): Promise<Book> {
  requireRight(ctx, 'export')
  const [id] = await idsOf(ctx, 'customer', input.id)
  const [account, { name }, company] = await Promise.all([
    customerAccount(ctx, { ...input, customer_id: id }),
    ownRows(ctx, 'customer').where('id', '=', id).select('name').executeTakeFirstOrThrow(),
    findCompany(ctx),
  ])
  const day = today(ctx)
  const carried: Row[] = [
    { ...NO_MOVEMENT, balance_kurus: account.carried_kurus, words: 'Devreden bakiye', isCarried: true },
  ]
  const lines = withoutCancelledPairs(account.lines, account.carried_kurus)
  const rows = [...(input.from == null ? [] : carried), ...lines.map(rowOf)]
  const end = account.lines.at(-1)?.balance_kurus ?? account.carried_kurus
  return {
    fileName: `cari-ekstre-${day}`,
    historyOf: { customer_id: id },
    title: 'Cari ekstre',
    about: [name, periodWords(input), balanceWords(end)].filter((one) => one !== '').join(' · '),
    issuedOn: day,
    company,
    sheets: [sheetOfRows('Cari ekstre', STATEMENT_COLUMNS, rows)],
  }
}

const NO_MOVEMENT = { day: null, plate: '', debit_kurus: 0, credit_kurus: 0 }

function periodWords({ from, to }: Pick<StatementExportInput, 'from' | 'to'>): string {
  if (from == null && to == null) return ''
  return `${from == null ? '' : formatDay(from)}–${to == null ? '' : formatDay(to)}`
}

const balanceWords = (kurus: number): string => {
  if (kurus === 0) return 'Bakiye yok'
  return kurus > 0 ? `Borç ${formatTL(kurus)}` : `Alacak ${formatTL(0 - kurus)}`
}

function rowOf(line: StatementLine): Row {
  const { day, plate, debit_kurus, credit_kurus, balance_kurus } = line
  return { day, plate, debit_kurus, credit_kurus, balance_kurus, words: wordsOf(line), isCarried: false }
}

function wordsOf({ kind, work, entry }: StatementLine): string {
  if (kind === 'opening') return 'Devreden bakiye'
  if (kind === 'record' || entry === null) return work
  const { method, reverses, is_cancelled } = entry
  const word = METHOD_WORDS[method]
  if (reverses !== null) return `${word} ${kind === 'refund' ? 'tahsilatın' : 'iadenin'} iptali`
  return `${kind === 'refund' ? 'İade, ' : ''}${word}${is_cancelled ? ', iptal edildi' : ''}`
}
