import type { Day } from '#shared/date.ts'

import { printableLine } from './printable-text.ts'
import { type DocumentCompany, prepareCompany } from './service-document.ts'

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

type HasGlyph = (codePoint: number) => boolean

/** Longest text of a cell: a page is 40 lines high. */
const MAX_CELL = 300

export function prepareTableDocument(document: TableDocument, hasGlyph: HasGlyph): TableDocument {
  return {
    ...document,
    about: printableLine(document.about, { max: MAX_CELL, hasGlyph }),
    company: prepareCompany(document.company, hasGlyph),
  }
}

/** The texts of a row, safe to lay out. */
export const prepareCells = (cells: readonly string[], hasGlyph: HasGlyph): string[] =>
  cells.map((text) => printableLine(text, { max: MAX_CELL, hasGlyph }))
