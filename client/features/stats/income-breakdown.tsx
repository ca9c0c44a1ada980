import { ChartFigure } from '#client/charts/chart-figure.tsx'
import { FigureTable } from '#client/charts/figure-table.tsx'
import { formatPercent } from '#client/charts/format.ts'
import { BarList } from '#client/charts/lazy-plots.tsx'
import { isolated } from '#shared/bidi.ts'
import type { IncomePart } from '#shared/stats/income.ts'

import { formatLira } from './daily-chart.ts'

interface IncomeBreakdownProps {
  title: string
  /** Noun for a part: 'İşlem', 'Marka'. */
  header: string
  /** Parts of the income; `undefined` during loading. */
  parts: readonly IncomePart[] | undefined
}

/** Shows the parts of a period's income, the largest first; all parts together are the income. */
export function IncomeBreakdown({ title, header, parts }: IncomeBreakdownProps) {
  return (
    <ChartFigure
      as="section"
      title={title}
      summary={parts && summary(parts)}
      isEmpty={parts?.length === 0}
      plotClass={parts === undefined ? 'h-110' : parts.length === 0 ? 'h-64' : ''}
      table={parts && <Figures title={title} header={header} parts={parts} />}
    >
      {parts && (
        <BarList
          label={`${title}. Yukarı ve aşağı ok tuşlarıyla gezilir.`}
          items={parts.map(({ name, gelir, isRest }) => ({ name, value: gelir, isRest }))}
          formatValue={formatLira}
          figuresOf={(index) => {
            const part = parts[index]
            if (part === undefined) return { title: '', lines: [] }
            return {
              title: part.name,
              lines: [
                { label: 'Gelir', value: formatLira(part.gelir) },
                { label: 'Payı', value: formatPercent(part.percent) },
              ],
            }
          }}
        />
      )}
    </ChartFigure>
  )
}

const sumOf = (parts: readonly IncomePart[]) => parts.reduce((sum, { gelir }) => sum + gelir, 0)

function summary(parts: readonly IncomePart[]): string {
  const [first] = parts
  if (first === undefined) return 'Bu dönemde gelir yok.'
  return `Toplam ${formatLira(sumOf(parts))}, en çok ${isolated(first.name)} (${formatPercent(first.percent)}).`
}

const Figures = ({ title, header, parts }: IncomeBreakdownProps & { parts: readonly IncomePart[] }) => (
  <FigureTable
    title={title}
    rows={parts}
    rowId={({ name }) => name}
    columns={[
      { header, cell: ({ name }) => name, total: 'Toplam' },
      { header: 'Gelir', cell: ({ gelir }) => ({ kurus: gelir }), total: { kurus: sumOf(parts) } },
      { header: 'Pay %', cell: ({ percent }) => ({ percent }) },
    ]}
  />
)
