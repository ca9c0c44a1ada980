import type { Day } from '#shared/date.ts'

import type { DocumentCompany } from './service-document.ts'

/** Everything that a document of tables shows besides its rows. */
export type TableDocument = {
  title: string
  /** What the tables contain, in words; may be empty. */
  about: string
  issuedOn: Day
  company: DocumentCompany
  /** Readable for screen readers, which costs memory for each cell. */
  isTagged: boolean
}

/** `width` is relative to the other columns. */
export type TableColumn = { title: string; width: number; align: 'left' | 'right' }

/** The parts of a document in their order: the document once, then tables, their rows in batches, the end. */
export type TablePart =
  | { part: 'document'; document: TableDocument }
  | { part: 'table'; heading: string; columns: readonly TableColumn[] }
  | { part: 'rows'; rows: readonly (readonly string[])[] }
  /** A last row in bold, kept with the row before. */
  | { part: 'totals'; cells: readonly string[] }
  | { part: 'end' }
