import { ChevronDown } from 'lucide-react'
import { useId, useState } from 'react'

import { Amount } from '#client/components/amount.tsx'
import { LoadError } from '#client/components/page-states.tsx'
import { trpc } from '#client/lib/api.ts'
import { formatCount } from '#client/lib/format.ts'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { MONTH_NAMES, type Month } from '#shared/date.ts'
import type { VatEstimate } from '#shared/expense/vat.ts'

/** Shows the estimate of a month's VAT, folded until the user asks for it. */
export function VatCard({ month, year }: Month) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <details
      className="group mt-4 max-w-xl rounded-lg border border-border bg-card shadow-sm"
      open={isOpen}
      onToggle={(event) => setIsOpen(event.currentTarget.open)}
    >
      <summary className="flex min-h-11 cursor-pointer list-none items-center gap-3 px-4 py-2 font-semibold [&::-webkit-details-marker]:hidden">
        <span className="grow">{`KDV tahmini – ${MONTH_NAMES[month - 1]} ${year}`}</span>
        <ChevronDown aria-hidden className="size-4 text-muted-foreground group-open:rotate-180" />
      </summary>
      {isOpen && <Estimate month={month} year={year} />}
    </details>
  )
}

function Estimate(period: Month) {
  const { data, isError, isFetching, refetch } = trpc.expense.vat.useQuery(period)
  return (
    <div className="border-t border-border p-4">
      {data === undefined && !isError && <Skeleton className="h-28" />}
      {isError && (
        <LoadError message="KDV tahmini alınamadı." isPending={isFetching} onRetry={() => void refetch()} />
      )}
      {data !== undefined && <Figures estimate={data} />}
    </div>
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
      <p id={id} className="mt-3 text-sm text-muted-foreground">
        Bu bir tahmindir; beyanname yerine geçmez. Kayıtlarda KDV %20 sayılır, iptal edilenler sayılmaz.
        {without_rate > 0 &&
          ` ${formatCount(without_rate)} giderin KDV oranı seçilmemiş; onların KDV’si sayılmadı.`}
      </p>
    </>
  )
}
