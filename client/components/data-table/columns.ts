import {
  createColumnHelper,
  metaHelper,
  rowSortingFeature,
  tableFeatures,
  type ColumnDef,
  type RowData,
} from '@tanstack/react-table'
import type { ReactNode } from 'react'

type Card = 'title' | 'actions' | 'hidden' | 'unseen' | 'plate' | 'amount' | 'who' | 'state'

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
