import { createContext } from 'react'

/** What a list's cells need besides their row, so that the columns themselves never change. */
export interface ListActions<Row> {
  /** The search that found the rows: its hits are marked. */
  query: string
  /** Where a row is changed in a dialog. */
  onEdit?: (row: Row) => void
  /** `opener` is the pressed button. */
  onDelete: (row: Row, opener: HTMLElement) => void
}

export const createListContext = <Row>() => createContext<ListActions<Row>>({ query: '', onDelete: () => {} })
