import { ExportButton } from '#client/components/export-button.tsx'
import { journalChoice } from '#client/lib/export-choices.ts'
import { useSessionUser } from '#client/lib/session.ts'
import type { Day } from '#shared/date.ts'
import { selectedPeriod } from '#shared/stats/selected-period.ts'

import { changeSearch, type KayitSearch, toListInput } from './search.ts'

interface KayitExportProps {
  search: KayitSearch
  /** Number of records in the list; `undefined` during loading. */
  total: number | undefined
  today: Day
}

/** Exports the filtered list of all pages, and the filtered month or year (else the current month) with its items. */
export function KayitExport({ search, total, today }: KayitExportProps) {
  const { page: _page, size: _size, ...params } = toListInput(changeSearch(search, {}))
  const { month, year } = search
  const isYear = month === undefined && year !== undefined
  const period = { month, year, ...(isYear && { period: 'year' as const }) }
  const list = { path: 'kayit', title: 'Listelenen kayıtlar', unit: 'kayıt', params, rows: total } as const
  const { output_format, rights } = useSessionUser()
  // The journal contains the expenses.
  const journal = rights.includes('figures') ? [journalChoice(selectedPeriod(period, today))] : []
  if (!rights.includes('export')) return null
  return <ExportButton format={output_format} choices={[list, ...journal]} />
}
