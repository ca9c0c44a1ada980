import { ExportButton } from '#client/components/export-button.tsx'
import { ExportCard, type ExportState } from '#client/components/export-card.tsx'
import { exportMessages } from '#shared/export/messages.ts'

import { Row, Section } from './section.tsx'

const LIST = { path: 'kayit', title: 'Listelenen kayıtlar', unit: 'kayıt', params: {} } as const

const STATES: readonly ExportState[] = [
  { kind: 'running', done: 0, total: null },
  { kind: 'running', done: 6_500, total: 12_480 },
  { kind: 'saved', name: 'kayıtlar-2026-11.xlsx' },
  { kind: 'failed', message: exportMessages.broken },
]

/** The export button, closed, and the states of an export. */
export function Files() {
  return (
    <Section title="Dışa aktarma">
      <Row>
        <ExportButton format="XLSX" choices={[LIST]} />
        <ExportButton format="PDF" choices={[{ ...LIST, rows: 12_480 }]} />
      </Row>
      <div className="grid items-start gap-3 md:grid-cols-2 xl:grid-cols-4">
        {STATES.map((state, index) => (
          <ExportCard
            key={index}
            title={`Dosya ${index + 1} (XLSX)`}
            unit="kayıt"
            state={state}
            onClose={() => {}}
            onRetry={() => {}}
          />
        ))}
      </div>
    </Section>
  )
}
