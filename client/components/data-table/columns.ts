import type { ReactNode } from 'react'

type Card = 'title' | 'actions' | 'hidden' | 'unseen' | 'plate' | 'amount' | 'who' | 'state'

/** The width of a column. */
export interface ColumnWidth {
  /** The least one in rem, for a usual text in one line with its padding: from 768, 1024, 1280 and 1600 px on. */
  least: readonly [md: number, lg: number, xl: number, wide: number]
  /** Its share of what is left, relative to the others'; default: by the last of its least widths. */
  share?: number
}

export interface DataColumnMeta {
  /** Numbers are right-aligned. */
  align?: 'right'
  /**
   * On a card: the heading, the line of buttons (never printed), or hidden; otherwise a labelled line. A card of two
   * lines has these places instead, the buttons at its end, and hides the rest.
   */
  card?: Card | ((row: unknown) => Card)
  /**
   * Hidden below this width (`lg` 1024, `xl` 1280, `wide` 1600 px), where the column would push the buttons off the
   * screen; `card`: only on cards; `noPreview`: not beside the preview, which has room from 1280 px on.
   */
  from?: 'lg' | 'xl' | 'wide' | 'card' | 'noPreview'
  /** Rendered in the head instead of the label. */
  head?: () => ReactNode
  /** Rows are laid out one by one, those out of sight not at all, and keep their columns while a list loads. */
  width: ColumnWidth
}

/** A column of a list that the server searches, sorts and pages. */
export interface DataColumn<Row> {
  /** Of one that can be sorted, the server's sort key. */
  id: string
  isSortable: boolean
  /** Text, because it is also the label on a card and in the sort menu. */
  header: string
  meta: DataColumnMeta
  cell: (row: Row) => ReactNode
}

type Look<Row> = Pick<DataColumn<Row>, 'header' | 'meta'>

/**
 * Creates columns: `accessor` ones can be sorted and draw their value if nothing else is said, `display` ones cannot.
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

/** The column's id, if it is not the key, and how a cell is drawn from the row and the value. */
interface Drawn<Row, Value> {
  id?: string
  cell?: (of: { row: Row; value: Value }) => ReactNode
}
