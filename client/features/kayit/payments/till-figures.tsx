import { CircleCheck } from 'lucide-react'

import { Amount } from '#client/components/amount.tsx'
import { cn } from '#client/lib/cn.ts'
import { EMPTY_DASH } from '#shared/date.ts'
import type { Totals } from '#shared/money.ts'
import type { RecordPayments } from '#shared/payment/schema.ts'

import { typedRest } from './use-till.ts'

const LARGE = 'text-xl font-semibold md:text-3xl md:leading-8'

interface TillFiguresProps {
  /** Totals of the typed items; `null` above the limit of a record. */
  totals: Totals | null
  /** Absent for a new record, and for a user who may not see payments. */
  money: RecordPayments | undefined
}

/** Shows the totals of a record; once money counts, the paid amount and, as the largest figure, the rest. */
export function TillFigures({ totals, money }: TillFiguresProps) {
  const rest = money === undefined || totals === null ? null : typedRest(money, totals.brut_kurus)
  const paid = money?.paid_kurus ?? 0
  const counts = rest !== null || paid !== 0
  const secondary = counts ? 'sr-only' : 'max-lg:hidden'
  return (
    <dl className="flex min-w-0 items-end gap-4 md:gap-8">
      <Figure label="KDV hariç toplam" kurus={totals?.net_kurus} className={secondary} />
      <Figure label="KDV" kurus={totals?.kdv_kurus} className={secondary} />
      <Figure
        label="KDV dahil toplam"
        kurus={totals?.brut_kurus}
        className={counts ? 'max-md:hidden' : 'text-2xl font-semibold md:text-3xl md:leading-8'}
      />
      {counts && <Figure label="Ödenen" kurus={paid} className={rest === null ? LARGE : 'max-md:hidden'} />}
      {rest !== null && <Rest rest={rest} isPaid={rest === 0 && paid > 0} />}
    </dl>
  )
}

function Rest({ rest, isPaid }: { rest: number; isPaid: boolean }) {
  return (
    <div className="grid min-w-0">
      <dt className="text-xs font-normal text-on-ink-muted">{rest < 0 ? 'Fazla ödenen' : 'Kalan'}</dt>
      <dd className={cn('flex items-center gap-3', LARGE, rest > 0 && 'text-on-ink-warning')}>
        <Amount kurus={Math.abs(rest)} />
        {isPaid && (
          <span className="flex items-center gap-1.5 text-base text-on-ink-ok">
            <CircleCheck aria-hidden className="size-4" />
            Ödendi
          </span>
        )}
      </dd>
    </div>
  )
}

interface FigureProps {
  label: string
  /** Amount in kuruş; `undefined` above the limit of a record. */
  kurus: number | undefined
  className: string
}

function Figure({ label, kurus, className }: FigureProps) {
  return (
    <div className={cn('grid min-w-0', className)}>
      <dt className="text-xs font-normal text-on-ink-muted">{label}</dt>
      <dd>{kurus === undefined ? EMPTY_DASH : <Amount kurus={kurus} />}</dd>
    </div>
  )
}
