import { ExportButton } from '#client/components/export-button.tsx'
import { monthChoice } from '#client/lib/export-choices.ts'
import { useOutputFormat } from '#client/lib/output-format.ts'
import { type Day, monthOf } from '#shared/date.ts'

import { type KayitSearch, toListInput } from './search.ts'

export interface KayitExportProps {
  search: KayitSearch
  today: Day
}

/** The list as it is filtered, on all its pages; and the filtered month, or else the current one, with its items. */
export function KayitExport({ search, today }: KayitExportProps) {
  const { page: _page, size: _size, ...params } = toListInput(search)
  const current = monthOf(today)
  const month = { month: search.month ?? current.month, year: search.year ?? current.year }
  return (
    <ExportButton
      format={useOutputFormat()}
      choices={[{ path: 'kayit', title: 'Süzülen kayıtlar', unit: 'kayıt', params }, monthChoice(month)]}
    />
  )
}
