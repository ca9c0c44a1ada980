import {
  createColumnHelper,
  metaHelper,
  rowSortingFeature,
  tableFeatures,
  type ColumnDef,
  type RowData,
} from '@tanstack/react-table'

export interface DataColumnMeta {
  /** Numbers stand at the right. */
  align?: 'right'
  /** On a phone's card: the heading line, the line of buttons (never printed), or not shown; else a labelled line. */
  card?: 'title' | 'actions' | 'hidden'
  /** Left out of a table on a tablet (768 to 1023 px), where it would push the buttons off the screen. */
  wide?: boolean
  /** What a text that may break anywhere keeps on wide screens, whatever long text stands beside it. */
  least?: 'name' | 'title' | 'email'
}

/** Only what our server-driven tables use: the server sorts, searches and cuts pages. */
export const dataTableFeatures = tableFeatures({
  rowSortingFeature,
  columnMeta: metaHelper<DataColumnMeta>(),
})

// oxlint-disable-next-line typescript/no-explicit-any -- one list holds columns of different value types
export type DataColumn<Row extends RowData> = ColumnDef<typeof dataTableFeatures, Row, any>

/**
 * Makes columns: `accessor` ones can be sorted (their id is the server's sort key), `display` ones cannot.
 * Every `header` is a text: it is also the label on a phone's card and in the sort menu.
 */
export const dataColumnHelper = <Row extends RowData>() => createColumnHelper<typeof dataTableFeatures, Row>()
