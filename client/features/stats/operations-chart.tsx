import { ChevronDown } from 'lucide-react'
import { useState } from 'react'

import { ChartFigure } from '#client/charts/chart-figure.tsx'
import { BarList, FigureTable } from '#client/charts/lazy-plots.tsx'
import { cn } from '#client/lib/cn.ts'
import { formatCount } from '#client/lib/format.ts'
import { Button } from '#client/ui/button.tsx'
import { isolated } from '#shared/bidi.ts'

import type { OperationCount } from './stats-view.ts'

const TITLE = 'En sık yapılan işlemler'
/** Number of bars before 'n işlem daha'. */
const FIRST = 5

/** Shows the most frequent operations of the month, the first five until the user asks for the others. */
export function OperationsChart({ operations }: { operations: readonly OperationCount[] | undefined }) {
  const [isWhole, setIsWhole] = useState(false)
  const more = Math.max(0, (operations?.length ?? 0) - FIRST)
  const items = isWhole ? operations : operations?.slice(0, FIRST)
  return (
    <ChartFigure
      title={TITLE}
      summary={operations && summary(operations)}
      isEmpty={operations?.length === 0}
      plotClass={items?.length === 0 ? 'h-45' : items === undefined ? 'h-63' : ''}
    >
      {items && (
        <BarList
          label={`${TITLE}. Yukarı ve aşağı ok tuşlarıyla işlemler arasında gezilir.`}
          items={items.map(({ name, adet }) => ({ name, value: adet }))}
          formatValue={formatCount}
          figuresOf={(index) => ({
            title: items[index]?.name ?? '',
            lines: [{ label: 'Adet', value: formatCount(items[index]?.adet ?? 0) }],
          })}
        />
      )}
      {more > 0 && (
        <Button
          variant="ghost"
          size="sm"
          aria-expanded={isWhole}
          className="mt-1 -ml-3 text-primary"
          onClick={() => setIsWhole(!isWhole)}
        >
          {isWhole ? `İlk ${FIRST} işlem` : `${more} işlem daha`}
          <ChevronDown aria-hidden className={cn(isWhole && 'rotate-180')} />
        </Button>
      )}
    </ChartFigure>
  )
}

function summary([first]: readonly OperationCount[]): string {
  if (first === undefined) return 'Bu ayda işlem yok.'
  return `En çok ${isolated(first.name)}, ${formatCount(first.adet)} adet`
}

/** Shows the same as a table. */
export const OperationsTable = ({ operations }: { operations: readonly OperationCount[] }) => (
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
