import { idsOf } from '#server/directory/merge.ts'
import type { UserCtx } from '#server/platform/core/context.ts'
import { ownRows } from '#server/platform/core/own-rows.ts'
import type { Letter } from '#server/platform/documents/letter.ts'
import { type Column, sheetOfRows, text } from '#server/platform/export/sheet.ts'
import { withoutCancelledPairs } from '#shared/balance/rules.ts'
import type { StatementLine } from '#shared/balance/schema.ts'
import { type Day, formatDay } from '#shared/date.ts'
import { formatTL, type Kurus } from '#shared/money.ts'
import { METHOD_WORDS } from '#shared/payment/words.ts'

import { customerAccount } from './account.ts'

/** The days of a statement, which both belong to it. */
export type Period = { from?: Day | null | undefined; to?: Day | null | undefined }

/** A line of a statement for the customer, or the balance before its period. */
export type StatementRow = Pick<StatementLine, 'debit_kurus' | 'credit_kurus' | 'balance_kurus'> & {
  day: Day | null
  words: string
  plate: string
  isCarried: boolean
}

/** A customer's account of a period; `end_kurus` is what the customer owes at its end. */
export type Statement = { customer_id: number; name: string; rows: StatementRow[]; end_kurus: Kurus }

/**
 * Returns a customer's statement of a period for the customer: without the shop's notes, and without entries that were
 * cancelled. Throws FORBIDDEN and NOT_FOUND.
 */
export async function readStatement(ctx: UserCtx, input: Period & { id: number }): Promise<Statement> {
  const [customer_id] = await idsOf(ctx, 'customer', input.id)
  const [account, { name }] = await Promise.all([
    customerAccount(ctx, { ...input, customer_id }),
    ownRows(ctx, 'customer').where('id', '=', customer_id).select('name').executeTakeFirstOrThrow(),
  ])
  const carried: StatementRow[] = [
    { ...NO_MOVEMENT, balance_kurus: account.carried_kurus, words: 'Devreden bakiye', isCarried: true },
  ]
  const lines = withoutCancelledPairs(account.lines, account.carried_kurus)
  return {
    customer_id,
    name,
    rows: [...(input.from == null ? [] : carried), ...lines.map(rowOf)],
    end_kurus: account.lines.at(-1)?.balance_kurus ?? account.carried_kurus,
  }
}

const NO_MOVEMENT = { day: null, plate: '', debit_kurus: 0, credit_kurus: 0 }

function rowOf(line: StatementLine): StatementRow {
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

const STATEMENT_COLUMNS: readonly Column<StatementRow>[] = [
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
function isOfPeriod({ isCarried }: StatementRow): boolean {
  return !isCarried
}

/** Returns the title, description and table of a statement's file. */
export const statementTable = ({
  name,
  rows,
  end_kurus,
  ...period
}: Pick<Statement, 'name' | 'rows' | 'end_kurus'> & Period) => ({
  title: 'Cari ekstre',
  letter: statementLetter({ name, rows, end_kurus, ...period }),
  about: [name, periodWords(period), balanceWords(end_kurus)].filter((one) => one !== '').join(' · '),
  sheets: [sheetOfRows('Cari ekstre', STATEMENT_COLUMNS, rows)],
})

const LETTER_COLUMNS: Letter['columns'] = [
  { title: 'Gün', align: 'left' },
  { title: 'Açıklama', align: 'left', isWide: true },
  { title: 'Plaka', align: 'left' },
  { title: 'Borç', align: 'right' },
  { title: 'Alacak', align: 'right' },
  { title: 'Bakiye', align: 'right', look: 'bold' },
]

/** Returns a statement's PDF in the look of the other documents. */
function statementLetter({ name, rows, end_kurus, ...period }: Parameters<typeof statementTable>[0]) {
  const sumOf = (column: 'debit_kurus' | 'credit_kurus') =>
    rows.filter(isOfPeriod).reduce((sum, row) => sum + row[column], 0)
  const amount = (kurus: Kurus) => (kurus === 0 ? '' : formatTL(kurus))
  return {
    letter: 'statement' as const,
    title: 'Hesap ekstresi',
    plate: '',
    name,
    detail: '',
    facts: [{ label: 'Dönem', value: periodWords(period) || 'Tüm hareketler' }],
    columns: LETTER_COLUMNS,
    rows: rows.map(({ day, words, plate, debit_kurus, credit_kurus, balance_kurus }) => [
      day === null ? '' : formatDay(day),
      words,
      plate,
      amount(debit_kurus),
      amount(credit_kurus),
      formatTL(balance_kurus),
    ]),
    empty: 'Hesapta hareket yok.',
    remark: 'Tutarlara KDV dahildir.',
    sums: [
      { label: 'Borç toplamı', kurus: sumOf('debit_kurus') },
      { label: 'Alacak toplamı', kurus: sumOf('credit_kurus') },
    ],
    total: { label: end_kurus < 0 ? 'Alacağınız' : 'Borcunuz', kurus: Math.abs(end_kurus) },
  }
}

/** Returns the period in words, '' for all days. */
export function periodWords({ from, to }: Period): string {
  if (from == null && to == null) return ''
  return `${from == null ? '' : formatDay(from)}–${to == null ? '' : formatDay(to)}`
}

const balanceWords = (kurus: number): string => {
  if (kurus === 0) return 'Bakiye yok'
  return kurus > 0 ? `Borç ${formatTL(kurus)}` : `Alacak ${formatTL(0 - kurus)}`
}
