import { createContext } from 'react'

import { Amount } from '#client/components/amount.tsx'
import { type DataColumn, dataColumnHelper } from '#client/components/data-table/columns.ts'
import { formatCount } from '#client/lib/format.ts'
import type { Day } from '#shared/date.ts'

interface DirectoryList {
  /** The search that found the rows; its hits are marked. */
  query: string
  today: Day
  /** Whether the rows match only without Turkish marks. */
  isSimilar: boolean
}

/** The state of a list of cars or customers that its cells need beside their row. */
export const DirectoryContext = createContext<DirectoryList>({ query: '', today: '', isSimilar: false })

/** The id of the column that a user without the right to prices does not see. */
export const PRICED_COLUMN = 'total'

/** Returns the columns of both lists for the number of visits and their sum. */
export function visitColumns<Row extends { visits: number; total_kurus?: number | undefined }>(
  labels: Readonly<Record<'visits' | 'total', string>>,
): DataColumn<Row>[] {
  const column = dataColumnHelper<Row>()
  return [
    column.accessor('visits', {
      header: labels.visits,
      meta: { align: 'right', card: 'hidden', width: { least: [4, 5, 6, 6] } },
      cell: ({ row }) => formatCount(row.visits),
    }),
    column.accessor('total_kurus', {
      id: PRICED_COLUMN,
      header: labels.total,
      meta: { align: 'right', card: 'amount', width: { least: [6.5, 8, 8.5, 9] } },
      cell: ({ row: { total_kurus } }) =>
        total_kurus !== undefined && <Amount kurus={total_kurus} className="font-semibold" />,
    }),
  ]
}
