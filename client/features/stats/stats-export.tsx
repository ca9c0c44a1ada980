import { ExportButton } from '#client/components/export-button.tsx'
import { journalChoice, statsChoice } from '#client/lib/export-choices.ts'
import { useOutputFormat } from '#client/lib/output-format.ts'
import type { SelectedPeriod } from '#shared/stats/selected-period.ts'

/** Exports the statistics of the period, and the period itself with its records, items and expenses. */
export function StatsExport({ selected }: { selected: SelectedPeriod }) {
  return (
    <ExportButton format={useOutputFormat()} choices={[statsChoice(selected), journalChoice(selected)]} />
  )
}
