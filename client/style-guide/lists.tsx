import { Amount } from '#client/components/amount.tsx'
import { dataColumnHelper } from '#client/components/data-table/columns.ts'
import { DataTable } from '#client/components/data-table/data-table.tsx'
import { DurumBadge } from '#client/components/durum-badge.tsx'
import { Pagination } from '#client/components/pagination.tsx'
import { Plate } from '#client/components/plate.tsx'
import { KayitChart } from '#client/features/stats/kayit-chart.tsx'
import { OperationsChart } from '#client/features/stats/operations-chart.tsx'
import { ProfitChart } from '#client/features/stats/profit-chart.tsx'
import type { DayFigures } from '#client/features/stats/daily-figures.ts'

import { Section } from './section.tsx'

interface Row {
  id: string
  plaka: string
  ad: string
  kurus: number
  durum: string
}

const ROWS: Row[] = [
  { id: '1', plaka: '34 ABC 123', ad: 'Ayşe Kaya', kurus: 1_234_500, durum: 'Devam Ediyor' },
  { id: '2', plaka: '06 DE 4567', ad: 'Hüseyin Sarı', kurus: 10_005, durum: 'Tamamlandı' },
  { id: '3', plaka: 'B-MW 1234', ad: 'İsmail Işık', kurus: 0, durum: 'İptal' },
]

const column = dataColumnHelper<Row>()
const COLUMNS = [
  column.accessor('plaka', {
    header: 'Plaka',
    meta: { card: 'title', width: { least: [8, 10, 11, 11] } },
    cell: ({ value }) => <Plate text={value} />,
  }),
  column.accessor('ad', { header: 'Müşteri Adı', meta: { width: { least: [8, 10, 12, 14] } } }),
  column.display({
    id: 'tutar',
    header: 'Tutar',
    meta: { align: 'right', width: { least: [7, 8, 9, 9] } },
    cell: ({ row }) => <Amount kurus={row.kurus} />,
  }),
  column.accessor('durum', {
    header: 'Durum',
    meta: { width: { least: [8, 9, 9, 9] } },
    cell: ({ value }) => <DurumBadge durum={value} />,
  }),
]

const TABLE = {
  columns: COLUMNS,
  rowId: (row: Row) => row.id,
  sort: { key: 'plaka', dir: 'asc' } as const,
  onSortChange: () => {},
}

export function Lists() {
  return (
    <Section title="Listeler">
      <DataTable {...TABLE} caption="Örnek liste" rows={ROWS} />
      <Pagination
        page={3}
        size={20}
        total={340}
        sizes={[10, 20, 50]}
        onPageChange={() => {}}
        onSizeChange={() => {}}
      />
      <DataTable {...TABLE} caption="Yüklenen liste" rows={undefined} expectedRows={2} />
    </Section>
  )
}

const DAYS: DayFigures[] = Array.from({ length: 30 }, (_, index) => {
  const gelir = ((index * 37) % 11) * 100_000
  const gider = ((index * 23) % 7) * 90_000
  return {
    label: `2026-11-${String(index + 1).padStart(2, '0')}`,
    kayit_sayisi: (index * 5) % 8,
    gelir,
    gider,
    kar: Math.max(0, gelir - gider),
    zarar: Math.max(0, gider - gelir),
    gelir_sayisi: (index * 5) % 8,
    gider_sayisi: index % 3,
  }
})
const OPERATIONS = [
  { name: 'Periyodik bakım', adet: 24 },
  { name: 'Fren balatası', adet: 17 },
  { name: 'Akü', adet: 3 },
]

export function Figures() {
  return (
    <Section title="Grafikler">
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 xl:grid-cols-2">
        <KayitChart days={DAYS} drawnCount={22} />
        <ProfitChart days={DAYS} />
        <OperationsChart operations={OPERATIONS} />
        <OperationsChart operations={[]} />
      </div>
    </Section>
  )
}
