import { useId } from 'react'

import { Amount } from '#client/components/amount.tsx'
import { formatCount } from '#client/lib/format.ts'
import { Card, CardHeader, CardTitle } from '#client/ui/card.tsx'
import type { VisitFacts } from '#shared/history/schema.ts'

type Facts = Pick<VisitFacts, 'years' | 'visits' | 'total_kurus'>

/** The income of each year, relative to the best one, and in all. A user who sees no prices gets the visits instead. */
export function YearsCard({ facts }: { facts: Facts }) {
  const id = useId()
  const { years, visits, total_kurus } = facts
  const hasPrices = total_kurus !== undefined
  const most = Math.max(1, ...years.map(sizeOf))
  return (
    <Card aria-labelledby={id} className="md:p-4">
      <CardHeader className="mb-3">
        <CardTitle id={id}>Yıllara göre</CardTitle>
      </CardHeader>
      <table className="w-full text-sm">
        <caption className="sr-only">
          {hasPrices ? 'Yıllara göre geliş ve tutar' : 'Yıllara göre geliş'}
        </caption>
        <thead className="sr-only">
          <tr>
            <th scope="col">Yıl</th>
            <th scope="col">Geliş</th>
            {hasPrices && <th scope="col">Tutar</th>}
          </tr>
        </thead>
        <tbody>
          {years.toReversed().map((one) => (
            <tr key={one.year}>
              <th scope="row" className="py-1.5 pr-3 text-left font-medium">
                {one.year}
              </th>
              <td className="w-full py-1.5">
                <span
                  className="mr-2 inline-block h-3 rounded-xs bg-gelir align-middle print:hidden"
                  style={{ width: `${(50 * sizeOf(one)) / most}%` }}
                />
                <span className="text-muted-foreground">{`${formatCount(one.visits)} geliş`}</span>
              </td>
              {one.total_kurus !== undefined && (
                <td className="py-1.5 text-right">
                  <Amount kurus={one.total_kurus} />
                </td>
              )}
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr className="border-t border-border font-semibold">
            <th scope="row" className="py-1.5 pr-3 text-left">
              Toplam
            </th>
            <td className="py-1.5 font-normal text-muted-foreground">{`${formatCount(visits)} geliş`}</td>
            {hasPrices && (
              <td className="py-1.5 text-right">
                <Amount kurus={total_kurus} />
              </td>
            )}
          </tr>
        </tfoot>
      </table>
    </Card>
  )
}

const sizeOf = ({ total_kurus, visits }: Facts['years'][number]) => total_kurus ?? visits
