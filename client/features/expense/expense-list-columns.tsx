import { use } from 'react'

import { type ColumnWidth, type DataColumn, dataColumnHelper } from '#client/components/data-table/columns.ts'
import { Amount } from '#client/components/amount.tsx'
import { Highlight } from '#client/components/highlight.tsx'
import { EMPTY_DASH, formatDay } from '#shared/date.ts'
import { shownDay } from '#shared/expense/rules.ts'
import type { Expense } from '#shared/expense/schema.ts'
import { expenseMethodWord } from '#shared/expense/words.ts'
import { ACROSS } from '#shared/search/across.ts'

import { noteExcerpt } from './expense-note.ts'
import { ExpenseRowButtons } from './expense-row-buttons.tsx'
import { COLUMN_LABELS } from './expense-search.ts'
import { ListContext } from './list-context.ts'

const column = dataColumnHelper<Expense>()

const WIDTHS = {
  spend_date: { least: [6, 6.5, 7, 7.5] },
  title: { least: [9, 12, 13, 15], share: 20 },
  category: { least: [6, 7, 8, 9], share: 8 },
  method: { least: [5, 5, 5.5, 6] },
  note: { least: [8, 10, 12, 16], share: 24 },
  amount: { least: [7.75, 8.5, 9, 10] },
  actions: { least: [6.75, 6.75, 9.5, 9.5] },
} satisfies Record<string, ColumnWidth>

/** Columns of the list. On a phone category, method and note stand beside the day. */
export const EXPENSE_COLUMNS: DataColumn<Expense>[] = [
  column.accessor('spend_date', {
    header: COLUMN_LABELS.spend_date,
    meta: { card: 'who', width: WIDTHS.spend_date },
    cell: ({ row }) => (
      <span className="block max-md:truncate max-md:text-sm max-md:text-muted-foreground">
        <span className="whitespace-nowrap">{formatDay(shownDay(row))}</span>
        <span className="md:hidden">
          {[row.category, expenseMethodWord(row.method)].map((word) => word !== '' && ` · ${word}`)}
        </span>
        {row.note !== '' && <ShortNote text={row.note} />}
      </span>
    ),
  }),
  column.accessor('title', {
    header: COLUMN_LABELS.title,
    meta: { card: 'plate', width: WIDTHS.title },
    cell: ({ value }) => (
      <span className="font-semibold wrap-anywhere">
        <Marked text={value} />
      </span>
    ),
  }),
  column.display({
    id: 'category',
    header: 'Kategori',
    meta: { card: 'hidden', width: WIDTHS.category },
    cell: ({ row }) => <span className="wrap-anywhere">{row.category || EMPTY_DASH}</span>,
  }),
  column.display({
    id: 'method',
    header: 'Ödeme',
    meta: { card: 'hidden', from: 'lg', width: WIDTHS.method },
    cell: ({ row }) => expenseMethodWord(row.method) || EMPTY_DASH,
  }),
  column.display({
    id: 'note',
    header: 'Not',
    meta: { card: 'hidden', width: WIDTHS.note },
    cell: ({ row }) => <Note text={row.note} />,
  }),
  column.accessor('amount_kurus', {
    // The server's sort key, as it appears in addresses.
    id: 'amount',
    header: COLUMN_LABELS.amount,
    meta: { align: 'right', card: 'amount', width: WIDTHS.amount },
    cell: ({ value }) => <Amount kurus={value} className="font-semibold" />,
  }),
  column.display({
    id: 'actions',
    header: 'İşlemler',
    meta: { card: 'actions', width: WIDTHS.actions },
    cell: ({ row }) => <ExpenseRowButtons row={row} />,
  }),
]

/** A text with the hits of the search. */
function Marked({ text }: { text: string }) {
  const { query, isSimilar } = use(ListContext)
  return <Highlight text={text} query={query} kind={isSimilar ? 'similar' : 'words'} across={ACROSS} />
}

/** The note on a phone, in one line beside the day. */
const ShortNote = ({ text }: { text: string }) => (
  <span className="md:hidden">
    {' · '}
    <Marked text={noteExcerpt(text, use(ListContext).query)} />
  </span>
)

/** Shows two lines of the note; the dialog shows all of it. */
function Note({ text }: { text: string }) {
  const { query } = use(ListContext)
  if (text === '') return EMPTY_DASH
  return (
    <span className="line-clamp-2 wrap-anywhere print:line-clamp-none">
      <Marked text={noteExcerpt(text, query)} />
    </span>
  )
}
