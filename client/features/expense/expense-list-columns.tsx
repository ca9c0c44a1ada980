import { use } from 'react'

import { type ColumnWidth, type DataColumn, dataColumnHelper } from '#client/components/data-table/columns.ts'
import { createListContext } from '#client/components/data-table/list-context.ts'
import { EditActions } from '#client/components/data-table/row-actions.tsx'
import { Highlight } from '#client/components/highlight.tsx'
import { EMPTY_DASH, formatDay, monthLabel } from '#shared/date.ts'
import { shownDay } from '#shared/expense/rules.ts'
import type { Expense } from '#shared/expense/schema.ts'
import { formatTL } from '#shared/money.ts'

import { noteExcerpt } from './expense-note.ts'
import { COLUMN_LABELS } from './expense-search.ts'

const column = dataColumnHelper<Expense>()

export const ListContext = createListContext<Expense>()

const WIDTHS = {
  title: { least: [9, 12, 13, 15], share: 20 },
  spend_date: { least: [6, 6.5, 7, 7.5] },
  month_label: { least: [0, 7.5, 8, 8.5] },
  note: { least: [8, 10, 12, 16], share: 24 },
  amount: { least: [7.75, 8.5, 9, 10] },
  actions: { least: [6, 6.5, 12.5, 13] },
} satisfies Record<string, ColumnWidth>

/** Columns of the list: title, shown day, month of the spend date, note and amount. */
export const EXPENSE_COLUMNS: DataColumn<Expense>[] = [
  column.accessor('title', {
    header: COLUMN_LABELS.title,
    meta: { card: 'title', width: WIDTHS.title },
    cell: ({ value }) => <Title text={value} />,
  }),
  column.accessor('spend_date', {
    header: COLUMN_LABELS.spend_date,
    meta: { width: WIDTHS.spend_date },
    cell: ({ row }) => <span className="whitespace-nowrap">{formatDay(shownDay(row))}</span>,
  }),
  column.display({
    id: 'month_label',
    header: 'Dönem',
    meta: { from: 'lg', width: WIDTHS.month_label },
    cell: ({ row }) => <span className="whitespace-nowrap">{monthLabel(row.spend_date)}</span>,
  }),
  column.display({
    id: 'note',
    header: 'Not',
    meta: { width: WIDTHS.note },
    cell: ({ row }) => <Note text={row.note} />,
  }),
  column.accessor('amount_kurus', {
    // The server's sort key, as it appears in addresses.
    id: 'amount',
    header: COLUMN_LABELS.amount,
    meta: { align: 'right', width: WIDTHS.amount },
    cell: ({ value }) => <span className="font-semibold whitespace-nowrap">{formatTL(value)}</span>,
  }),
  column.display({
    id: 'actions',
    header: 'İşlemler',
    meta: { card: 'actions', width: WIDTHS.actions },
    cell: ({ row }) => <Actions row={row} />,
  }),
]

function Title({ text }: { text: string }) {
  const { query, isSimilar } = use(ListContext)
  return (
    <span className="wrap-anywhere">
      <Highlight text={text} query={query} kind={isSimilar ? 'anySimilar' : 'any'} />
    </span>
  )
}

/** Shows two lines of the note; the dialog shows all of it. */
function Note({ text }: { text: string }) {
  const { query, isSimilar } = use(ListContext)
  if (text === '') return EMPTY_DASH
  return (
    <span className="line-clamp-2 wrap-anywhere print:line-clamp-none">
      <Highlight text={noteExcerpt(text, query)} query={query} kind={isSimilar ? 'anySimilar' : 'any'} />
    </span>
  )
}

function Actions({ row }: { row: Expense }) {
  return <EditActions narrow="tablet" row={row} actions={use(ListContext)} />
}
