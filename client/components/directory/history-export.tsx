import { ExportButton } from '#client/components/export-button.tsx'
import { useOutputFormat } from '#client/lib/output-format.ts'
import { useRight } from '#client/lib/session.ts'

interface HistoryExportProps {
  path: 'vehicle-history' | 'customer-history'
  title: string
  id: number
}

/** The button that downloads the history of a car or customer, for a user with the right to export. */
export function HistoryExport({ path, title, id }: HistoryExportProps) {
  const format = useOutputFormat()
  const mayExport = useRight('export')
  const choice = { path, title, unit: 'satır', params: { id } } as const
  return mayExport && <ExportButton format={format} choices={[choice]} label={title} />
}
