import { useId } from 'react'

import { Amount } from '#client/components/amount.tsx'
import { trpc } from '#client/lib/api.ts'
import { formatCount } from '#client/lib/format.ts'
import type { Month } from '#shared/date.ts'
import type { VatEstimate } from '#shared/expense/vat.ts'

import { QueryCard } from './card-frame.tsx'

/** Shows the estimate of a month's VAT, which says that it is one. */
export function VatCard({ month }: { month: Month }) {
  const query = trpc.expense.vat.useQuery(month)
  return (
    <QueryCard title="KDV tahmini" query={query} failure="KDV tahmini alınamadı." height="h-36">
      {(estimate) => <Figures estimate={estimate} />}
    </QueryCard>
  )
}

function Figures({ estimate }: { estimate: VatEstimate }) {
  const id = useId()
  const { collected_kurus, paid_kurus, difference_kurus, without_rate } = estimate
  const lines = [
    ['Kayıtlardaki KDV', collected_kurus],
    ['Giderlerdeki KDV', 0 - paid_kurus],
    [difference_kurus < 0 ? 'Devreden (tahmini)' : 'Ödenecek (tahmini)', Math.abs(difference_kurus)],
  ] as const
  return (
    <>
      <dl className="grid gap-1.5" aria-describedby={id}>
        {lines.map(([label, kurus]) => (
          <div
            key={label}
            className="flex items-baseline justify-between gap-4 last:border-t last:border-border last:pt-1.5 last:font-semibold"
          >
            <dt>{label}</dt>
            <dd>
              <Amount kurus={kurus} />
            </dd>
          </div>
        ))}
      </dl>
      <p id={id} className="text-sm text-muted-foreground">
        Bu bir tahmindir; beyanname yerine geçmez. Kayıtlarda KDV %20 sayılır, iptal edilenler sayılmaz.
        {without_rate > 0 &&
          ` ${formatCount(without_rate)} giderin KDV oranı seçilmemiş; onların KDV’si sayılmadı.`}
      </p>
    </>
  )
}
