import { useId } from 'react'

import { Amount } from '#client/components/amount.tsx'
import { formatCount } from '#client/lib/format.ts'
import { Card } from '#client/ui/card.tsx'
import type { TillDay } from '#shared/till/schema.ts'

import { Method } from './method-icon.tsx'

/** Shows what came in by each method. The bar is decoration: the amounts beside it say the same. */
export function TakenCard({ day }: { day: TillDay }) {
  const id = useId()
  const { taken, in_kurus, closed } = day
  const payments = taken.reduce((sum, { count }) => sum + count, 0)
  return (
    <Card aria-labelledby={id} className="grid gap-2 md:p-4 print:gap-1 print:py-2">
      <div className="flex items-baseline justify-between gap-4 text-muted-foreground">
        <h2 id={id}>{closed === null ? 'Bugün giren' : 'O gün giren'}</h2>
        <span>{`${formatCount(payments)} tahsilat`}</span>
      </div>
      <p className="text-2xl font-semibold">
        <Amount kurus={in_kurus} />
      </p>
      {taken.length > 0 && (
        <>
          <div aria-hidden className="flex h-1.5 gap-0.5 print:hidden">
            {taken.map(({ method, amount_kurus }, index) => (
              <span
                key={method}
                className="min-w-1 rounded-xs bg-gelir"
                style={{ flexGrow: amount_kurus, opacity: Math.max(0.4, 1 - index * 0.3) }}
              />
            ))}
          </div>
          <dl className="grid gap-1">
            {taken.map(({ method, amount_kurus }) => (
              <div key={method} className="flex items-baseline justify-between gap-4">
                <dt>
                  <Method method={method} />
                </dt>
                <dd className="font-semibold">
                  <Amount kurus={amount_kurus} />
                </dd>
              </div>
            ))}
          </dl>
        </>
      )}
    </Card>
  )
}
