import { Download } from 'lucide-react'

import { ExportLink, exportFormats } from '#client/components/export-link.tsx'
import { MENU_LINE } from '#client/components/menu-panel.tsx'
import { useOutputFormat } from '#client/lib/output-format.ts'
import { useRight } from '#client/lib/session.ts'

interface HistoryExportProps {
  path: 'vehicle-history' | 'customer-history' | 'statement'
  title: string
  id: number
  /** The days of a statement, by default all. */
  period?: { from?: string; to?: string }
  onStart: () => void
}

/** Lines that download the history of a car or customer, for a user with the right to export. */
export function HistoryExport({ path, title, id, period, onStart }: HistoryExportProps) {
  const formats = exportFormats(useOutputFormat())
  const mayExport = useRight('export')
  const choice = { path, title, unit: 'satır', params: { id, ...period } } as const
  return (
    mayExport &&
    formats.map((format) => (
      <ExportLink key={format} choice={choice} format={format} className={MENU_LINE} onStart={onStart}>
        <Download aria-hidden />
        {`${title} (${format})`}
      </ExportLink>
    ))
  )
}
