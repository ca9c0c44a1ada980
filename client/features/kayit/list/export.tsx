import type { Sort } from '#client/components/data-table/data-table.tsx'
import { SortSelect } from '#client/components/data-table/sort-select.tsx'
import { ExportButton } from '#client/components/export-button.tsx'
import { journalChoice } from '#client/lib/export-choices.ts'
import { useSessionUser } from '#client/lib/session.ts'
import type { Day } from '#shared/date.ts'
import { selectedPeriod } from '#shared/stats/selected-period.ts'

import type { KayitSort } from '#shared/kayit/schema.ts'

import { changeSearch, COLUMN_LABELS, type KayitSearch, toListInput } from './search.ts'

interface KayitExportProps {
  search: KayitSearch
  /** Number of records in the list; `undefined` during loading. */
  total: number | undefined
  today: Day
  onSort: (sort: Sort<KayitSort>) => void
}

const SORTS = Object.entries(COLUMN_LABELS).map(([id, label]) => ({ id, label }))

/**
 * Exports the filtered list of all pages, and the filtered month or year (else the current month) with its items. A
 * phone's menu has the order of the list too.
 */
export function KayitExport({ search, total, today, onSort }: KayitExportProps) {
  const { page: _page, size: _size, ...params } = toListInput(changeSearch(search, {}))
  const { month, year } = search
  const isYear = month === undefined && year !== undefined
  const period = { month, year, ...(isYear && { period: 'year' as const }) }
  const list = { path: 'kayit', title: 'Listelenen kayıtlar', unit: 'kayıt', params, rows: total } as const
  const { output_format, rights } = useSessionUser()
  // The journal contains the expenses.
  const journal = rights.includes('figures') ? [journalChoice(selectedPeriod(period, today))] : []
  return (
    <ExportButton
      format={output_format}
      choices={rights.includes('export') ? [list, ...journal] : []}
      phoneOptions={
        <div className="p-2">
          <SortSelect
            options={SORTS}
            sort={{ key: params.sort, dir: params.dir }}
            onSort={(id, isDesc) => onSort({ key: id as KayitSort, dir: isDesc ? 'desc' : 'asc' })}
          />
        </div>
      }
    />
  )
}
