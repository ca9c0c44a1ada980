import { useId } from 'react'

import { Amount } from '#client/components/amount.tsx'
import { formatCount } from '#client/lib/format.ts'
import { Card } from '#client/ui/card.tsx'
import type { TillDay } from '#shared/till/schema.ts'

import { TakenMethods } from './taken-methods.tsx'

/** Shows what came in on a day, by each method. */
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
      <TakenMethods taken={taken} />
    </Card>
  )
}
