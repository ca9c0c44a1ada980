import type { Day } from '#shared/date.ts'
import type { Kurus } from '#shared/money.ts'

import type { Look } from './columns.ts'
import { printableName } from './printable-text.ts'
import { type DocumentCompany, prepareCompany } from './service-document.ts'

/** A column of a letter; the wide one wraps and takes the width that the others leave. */
export type LetterColumn = { title: string; align: 'left' | 'right'; isWide?: boolean; look?: Look }

/** A document with one table for a customer, a statement or a car's history, in the look of a service document. */
export type Letter = {
  letter: 'statement' | 'history'
  title: string
  company: DocumentCompany
  issuedOn: Day
  /** The car's plate in its frame; '' for none. */
  plate: string
  /** The customer or the car, in large letters, and a line below. */
  name: string
  detail: string
  facts: readonly { label: string; value: string }[]
  columns: readonly [LetterColumn, ...LetterColumn[]]
  rows: readonly (readonly string[])[]
  /** The text of a table without rows. */
  empty: string
  remark: string
  sums: readonly { label: string; kurus: Kurus }[]
  /** The sum that counts. */
  total: { label: string; kurus: Kurus }
}

/** Returns the letter with every text safe to lay out, as `prepareDocument` does. */
export const prepareLetter = (letter: Letter): Letter => ({
  ...letter,
  company: prepareCompany(letter.company),
  plate: printableName(letter.plate),
  name: printableName(letter.name),
  detail: printableName(letter.detail),
  facts: letter.facts.map(({ label, value }) => ({ label, value: printableName(value) })),
  rows: letter.rows.map((cells) => cells.map(printableName)),
})
