import { use, useState } from 'react'

import { type ColumnWidth, type DataColumn, dataColumnHelper } from '#client/components/data-table/columns.ts'
import { createListContext } from '#client/components/data-table/list-context.ts'
import { RowActions } from '#client/components/data-table/row-actions.tsx'
import { Highlight } from '#client/components/highlight.tsx'
import { Button } from '#client/ui/button.tsx'
import type { Feedback } from '#shared/feedback/schema.ts'
import { EMPTY_DASH, formatInstant } from '#shared/date.ts'
import { highlightRanges } from '#shared/turkish.ts'
import { formatPhone } from '#shared/phone.ts'

import { FEEDBACK_COLUMN_LABELS } from './column-labels.ts'

const column = dataColumnHelper<Feedback>()

export const FeedbackListContext = createListContext<Feedback>()

const WIDTHS = {
  subject: { least: [8, 8, 10, 12], share: 14 },
  sender_name: { least: [8.5, 9, 11, 12], share: 14 },
  sender_email: { least: [0, 9, 11, 14], share: 16 },
  message: { least: [10, 12, 16, 20], share: 26 },
  created_at: { least: [9, 9.5, 10, 11] },
  actions: { least: [5, 5.5, 6, 6.5] },
} satisfies Record<string, ColumnWidth>

export const FEEDBACK_COLUMNS: DataColumn<Feedback>[] = [
  column.accessor('subject', {
    header: FEEDBACK_COLUMN_LABELS.subject,
    meta: { card: 'title', width: WIDTHS.subject },
    cell: ({ value }) => <ColumnText text={value} />,
  }),
  column.accessor('sender_name', {
    header: FEEDBACK_COLUMN_LABELS.sender_name,
    meta: { width: WIDTHS.sender_name },
    cell: ({ row }) => (
      <div className="md:leading-5">
        <ColumnText text={row.sender_name} />
        {row.sender_phone !== '' && (
          <span className="block text-sm text-muted-foreground md:leading-5">
            <ColumnText text={formatPhone(row.sender_phone)} />
          </span>
        )}
      </div>
    ),
  }),
  column.accessor('sender_email', {
    header: FEEDBACK_COLUMN_LABELS.sender_email,
    meta: { from: 'lg', width: WIDTHS.sender_email },
    cell: ({ value }) => <ColumnText text={value} />,
  }),
  column.display({
    id: 'message',
    header: 'Mesaj',
    meta: { width: WIDTHS.message },
    cell: ({ row }) => <Message text={row.message} />,
  }),
  column.accessor('created_at', {
    header: FEEDBACK_COLUMN_LABELS.created_at,
    meta: { width: WIDTHS.created_at },
    cell: ({ value }) => <span className="whitespace-nowrap">{formatInstant(value)}</span>,
  }),
  column.display({
    id: 'actions',
    header: 'İşlemler',
    meta: { card: 'actions', width: WIDTHS.actions },
    cell: ({ row }) => <Actions row={row} />,
  }),
]

function ColumnText({ text }: { text: string }) {
  const { query } = use(FeedbackListContext)
  if (text === '') return EMPTY_DASH
  return (
    <span className="wrap-anywhere">
      <Highlight text={text} query={query} />
    </span>
  )
}

/** Limits, in characters and lines, up to which a message is shown whole. */
const SHORT_LENGTH = 240
const SHORT_LINES = 4

/** Folds a long message to four lines; one with a hit of the search is open from the start. */
function Message({ text }: { text: string }) {
  const { query } = use(FeedbackListContext)
  const [pressed, setPressed] = useState<boolean>()
  const isLong = text.length > SHORT_LENGTH || text.split('\n').length > SHORT_LINES
  const isOpen = !isLong || (pressed ?? highlightRanges(text, query).length > 0)
  return (
    <div className="max-md:text-left">
      <p
        className={`whitespace-pre-line wrap-anywhere ${isOpen ? '' : 'line-clamp-4 print:line-clamp-none'}`}
      >
        <Highlight text={text} query={query} />
      </p>
      {isLong && (
        <Button
          variant="link"
          size="sm"
          className="px-0"
          aria-expanded={isOpen}
          onClick={() => setPressed(!isOpen)}
        >
          {isOpen ? 'Mesajı daralt' : 'Mesajın tamamı'}
        </Button>
      )}
    </div>
  )
}

function Actions({ row }: { row: Feedback }) {
  const { onDelete } = use(FeedbackListContext)
  return <RowActions onDelete={(opener) => onDelete(row, opener)} />
}
