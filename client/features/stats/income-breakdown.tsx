import { formatPercent } from '#client/charts/format.ts'
import { BarList, FigureTable } from '#client/charts/lazy-plots.tsx'
import { isolated } from '#shared/bidi.ts'
import type { IncomePart } from '#shared/stats/income.ts'

import { formatLira } from './daily-chart.ts'

interface IncomeBreakdownProps {
  title: string
  /** Noun for a part: 'İşlem', 'Marka'. */
  header: string
  parts: readonly IncomePart[]
}

/** Shows the parts of a period's income, the largest first; all parts together are the income. */
export function IncomeBreakdown({ title, header, parts }: IncomeBreakdownProps) {
  const [first] = parts
  if (first === undefined) return <p className="text-muted-foreground">Bu dönemde gelir yok.</p>
  const share = `${isolated(first.name)} (${formatPercent(first.percent)})`
  return (
    <>
      <p className="mb-1 wrap-anywhere text-muted-foreground">
        Toplam {formatLira(sumOf(parts))}, en çok {share}.
      </p>
      <BarList
        label={`${title}. Yukarı ve aşağı ok tuşlarıyla gezilir.`}
        // A discount, the last part, is below 0 and has no bar.
        items={parts
          .filter(({ gelir }) => gelir > 0)
          .map(({ name, gelir, isRest }) => ({ name, value: gelir, isRest }))}
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
    </>
  )
}

const sumOf = (parts: readonly IncomePart[]) => parts.reduce((sum, { gelir }) => sum + gelir, 0)
