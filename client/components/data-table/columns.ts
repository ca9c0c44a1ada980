import {
  createColumnHelper,
  metaHelper,
  rowSortingFeature,
  tableFeatures,
  type ColumnDef,
  type RowData,
} from '@tanstack/react-table'

export interface DataColumnMeta {
  /** Numbers are right-aligned. */
  align?: 'right'
  /** On a card: the heading, the line of buttons (never printed), or hidden; otherwise a labelled line. */
  card?: 'title' | 'actions' | 'hidden'
  /** Hidden on a tablet (768 to 1023 px), where the column would push the buttons off the screen. */
  wide?: boolean
  /** The minimum width, on wide screens, of a text that may break anywhere. */
  least?: 'name' | 'title' | 'email'
}

/** The table features in use: the server sorts, searches and pages. */
export const dataTableFeatures = tableFeatures({
  rowSortingFeature,
  columnMeta: metaHelper<DataColumnMeta>(),
})

// oxlint-disable-next-line typescript/no-explicit-any -- one list holds columns of different value types
export type DataColumn<Row extends RowData> = ColumnDef<typeof dataTableFeatures, Row, any>

/**
 * Creates columns: `accessor` ones can be sorted (their id is the server's sort key), `display` ones cannot.
 * Every `header` is text, because it is also the label on a card and in the sort menu.
 */
export const dataColumnHelper = <Row extends RowData>() => createColumnHelper<typeof dataTableFeatures, Row>()
