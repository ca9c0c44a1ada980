import { ExportButton } from '#client/components/export-button.tsx'
import { monthChoice } from '#client/lib/export-choices.ts'
import { useOutputFormat } from '#client/lib/output-format.ts'
import { type Month, MONTH_NAMES } from '#shared/date.ts'

/** The statistics of the month, and the month itself with its records, items and expenses. */
export function StatsExport({ period }: { period: Month }) {
  const { month, year } = period
  return (
    <ExportButton
      format={useOutputFormat()}
      choices={[
        {
          path: 'stats',
          title: `${MONTH_NAMES[month - 1] ?? ''} ${year} istatistikleri`,
          unit: 'satır',
          params: { month, year },
        },
        monthChoice(period),
      ]}
    />
  )
}
