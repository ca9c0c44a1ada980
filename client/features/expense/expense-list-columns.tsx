import { use } from 'react'

import { dataColumnHelper, type DataColumn } from '#client/components/data-table/columns.ts'
import { createListContext } from '#client/components/data-table/list-context.ts'
import { EditActions } from '#client/components/data-table/row-actions.tsx'
import { Highlight } from '#client/components/highlight.tsx'
import { EMPTY_DASH, formatDay, monthLabel } from '#shared/date.ts'
import { shownDay } from '#shared/expense/rules.ts'
import type { Expense } from '#shared/expense/schema.ts'
import { formatTL } from '#shared/money.ts'

import { noteFrom } from './expense-note.ts'
import { COLUMN_LABELS } from './expense-search.ts'

const column = dataColumnHelper<Expense>()

export const ListContext = createListContext<Expense>()

/** The title, the shown day, the month of the spend date, the note and the amount. */
export const EXPENSE_COLUMNS: DataColumn<Expense>[] = [
  column.accessor('title', {
    header: COLUMN_LABELS.title,
    meta: { card: 'title', least: 'title' },
    cell: ({ value }) => <Title text={value} />,
  }),
  column.accessor('spend_date', {
    header: COLUMN_LABELS.spend_date,
    cell: ({ row }) => <span className="whitespace-nowrap">{formatDay(shownDay(row))}</span>,
  }),
  column.display({
    id: 'month_label',
    header: 'Dönem',
    meta: { from: 'lg' },
    cell: ({ row }) => <span className="whitespace-nowrap">{monthLabel(row.spend_date)}</span>,
  }),
  column.display({
    id: 'note',
    header: 'Not',
    cell: ({ row }) => <Note text={row.note} />,
  }),
  column.accessor('amount_kurus', {
    // The server's sort key, as it appears in addresses.
    id: 'amount',
    header: COLUMN_LABELS.amount,
    meta: { align: 'right' },
    cell: ({ value }) => <span className="font-semibold whitespace-nowrap">{formatTL(value)}</span>,
  }),
  column.display({
    id: 'actions',
    header: 'İşlemler',
    meta: { card: 'actions' },
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

/** Two lines of the note; the dialog shows all of it. */
function Note({ text }: { text: string }) {
  const { query, isSimilar } = use(ListContext)
  if (text === '') return EMPTY_DASH
  return (
    <span className="line-clamp-2 wrap-anywhere print:line-clamp-none">
      <Highlight text={noteFrom(text, query)} query={query} kind={isSimilar ? 'anySimilar' : 'any'} />
    </span>
  )
}

function Actions({ row }: { row: Expense }) {
  return <EditActions narrow="tablet" row={row} actions={use(ListContext)} />
}
