import { ChartFigure } from '#client/charts/chart-figure.tsx'
import { FigureTable } from '#client/charts/figure-table.tsx'
import { BarList } from '#client/charts/lazy-plots.tsx'
import { formatCount } from '#client/lib/format.ts'

import type { OperationCount } from './stats-view.ts'

const TITLE = 'En sık yapılan işlemler'

/** Shows the most frequent operations of the month. */
export function OperationsChart({ operations }: { operations: readonly OperationCount[] | undefined }) {
  return (
    <ChartFigure
      title={TITLE}
      summary={operations && summary(operations)}
      isEmpty={operations?.length === 0}
      plotClass={plotClass(operations)}
      table={operations && table(operations)}
    >
      {operations && (
        <BarList
          label={`${TITLE}. Yukarı ve aşağı ok tuşlarıyla işlemler arasında gezilir.`}
          items={operations.map(({ name, adet }) => ({ name, value: adet }))}
          formatValue={formatCount}
          figuresOf={(index) => ({
            title: operations[index]?.name ?? '',
            lines: [{ label: 'Adet', value: formatCount(operations[index]?.adet ?? 0) }],
          })}
        />
      )}
    </ChartFigure>
  )
}

/** Reserves ten rows during loading, the server's maximum. As the last figure it may shrink without a shift. */
function plotClass(operations: readonly OperationCount[] | undefined): string {
  if (operations === undefined) return 'h-110'
  return operations.length === 0 ? 'h-64' : ''
}

function summary(operations: readonly OperationCount[]): string {
  if (operations.length === 0) return 'Bu ayda işlem yok.'
  return operations.length === 1 ? 'Ayın tek işlemi.' : `Ayın ilk ${operations.length} işlemi, adetleriyle.`
}

const table = (operations: readonly OperationCount[]) => (
  <FigureTable
    title={TITLE}
    rows={operations}
    rowId={({ name }) => name}
    columns={[
      { header: 'İşlem', cell: ({ name }) => name },
      { header: 'Adet', cell: ({ adet }) => adet },
    ]}
  />
)
