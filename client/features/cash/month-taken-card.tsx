import { Amount } from '#client/components/amount.tsx'
import { trpc } from '#client/lib/api.ts'
import { formatCount } from '#client/lib/format.ts'
import type { Month } from '#shared/date.ts'
import type { PeriodPayments } from '#shared/payment/sums.ts'

import { QueryCard } from './card-frame.tsx'
import { TakenMethods } from './taken-methods.tsx'

/** Shows what customers paid in a month, by each method, and what they got back. */
export function MonthTakenCard({ month }: { month: Month }) {
  // Others take payments meanwhile, so each visit reads it again.
  const query = trpc.payment.month.useQuery(month, { staleTime: 0 })
  return (
    <QueryCard title="Giren para" query={query} failure="Tahsilatlar alınamadı." height="h-36">
      {(payments) => <Sums payments={payments} />}
    </QueryCard>
  )
}

function Sums({ payments: { methods, count, in_kurus, refunded_kurus } }: { payments: PeriodPayments }) {
  if (methods.length === 0) return <p className="text-muted-foreground">Bu ay için tahsilat girilmemiş.</p>
  const taken = methods.map(({ in_kurus: amount_kurus, ...sums }) => ({ ...sums, amount_kurus }))
  return (
    <>
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <p className="text-2xl font-semibold">
          <Amount kurus={in_kurus} />
        </p>
        <p className="text-muted-foreground">{`${formatCount(count)} tahsilat`}</p>
      </div>
      <TakenMethods taken={taken.filter((one) => one.count > 0)} />
      {refunded_kurus > 0 && (
        <dl className="grid gap-1 border-t border-border pt-2">
          <Line label="İade" kurus={0 - refunded_kurus} />
          <Line label="İadeden sonra" kurus={in_kurus - refunded_kurus} />
        </dl>
      )}
      <p className="text-sm text-muted-foreground">
        Gelir yapılan işin tutarı, giren para müşterilerin o ay ödediğidir; ikisi eşit olmayabilir.
      </p>
    </>
  )
}

function Line({ label, kurus }: { label: string; kurus: number }) {
  return (
    <div className="flex items-baseline justify-between gap-4 last:font-semibold">
      <dt>{label}</dt>
      <dd>
        <Amount kurus={kurus} />
      </dd>
    </div>
  )
}
