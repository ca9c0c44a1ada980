import type { ReactNode } from 'react'

type Card = 'title' | 'actions' | 'hidden' | 'unseen' | 'plate' | 'amount' | 'who' | 'state'

/** The width of a column. */
export interface ColumnWidth {
  /** The least width in rem, for a usual text in one line with its padding: from 768, 1024, 1280 and 1600 px on. */
  least: readonly [md: number, lg: number, xl: number, wide: number]
  /**
   * The column's share of the remaining width, relative to the other columns; by default the last of its least widths.
   */
  share?: number
}

export interface DataColumnMeta {
  /** Numbers are right-aligned. */
  align?: 'right'
  /**
   * The column's place on a card: the heading, the line of buttons (never printed), or hidden; otherwise a labelled
   * line. The other places make a card of two lines, with the buttons at its end, and hide the rest.
   */
  card?: Card | ((row: unknown) => Card)
  /**
   * The width below which the column is hidden, because it would push the buttons off the screen (`lg` 1024, `xl` 1280,
   * `wide` 1600 px); `card`: only on cards; `noPreview`: not beside the preview, which is shown from 1280 px on.
   */
  from?: 'lg' | 'xl' | 'wide' | 'card' | 'noPreview'
  /** Replaces the label in the head. */
  head?: () => ReactNode
  /** The column has a fixed width, because rows are laid out one by one, and not at all out of sight. */
  width: ColumnWidth
}

/** A column of a list that the server searches, sorts and pages. */
export interface DataColumn<Row> {
  /** The id; of a sortable column the server's sort key. */
  id: string
  isSortable: boolean
  /** The label, a text because cards and the sort menu show it too. */
  header: string
  meta: DataColumnMeta
  cell: (row: Row) => ReactNode
}

type Look<Row> = Pick<DataColumn<Row>, 'header' | 'meta'>

/**
 * Creates columns: `accessor` columns are sortable and by default draw their value, `display` columns are not sortable.
 */
export const dataColumnHelper = <Row>() => ({
  accessor: <Key extends keyof Row & string>(
    key: Key,
    { id = key, cell, ...look }: Look<Row> & Drawn<Row, Row[Key]>,
  ): DataColumn<Row> => ({
    ...look,
    id,
    isSortable: true,
    cell: (row) => (cell === undefined ? String(row[key] ?? '') : cell({ row, value: row[key] })),
  }),
  display: ({
    cell,
    ...look
  }: Look<Row> & { id: string; cell: (of: { row: Row }) => ReactNode }): DataColumn<Row> => ({
    ...look,
    isSortable: false,
    cell: (row) => cell({ row }),
  }),
})

/** The column's id, if it is not the key, and a function that draws a cell from the row and the value. */
interface Drawn<Row, Value> {
  id?: string
  cell?: (of: { row: Row; value: Value }) => ReactNode
}
