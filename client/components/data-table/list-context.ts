import { createContext } from 'react'

import type { Day } from '#shared/date.ts'

/**
 * The values that the cells of a list need beside their row. They are passed by context, so that the columns never
 * change.
 */
export interface ListActions<Row> {
  /** The search that found the rows; its hits are marked. */
  query: string
  /** Whether the rows match only without Turkish marks. */
  isSimilar?: boolean
  /** The current day, for the age of open work. */
  today?: Day
  /** Opens the dialog that edits a row. */
  onEdit?: (row: Row) => void
  /** `opener` is the pressed button. */
  onDelete: (row: Row, opener: HTMLElement) => void
}

export const createListContext = <Row>() => createContext<ListActions<Row>>({ query: '', onDelete: () => {} })
