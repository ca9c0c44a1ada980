import type { ReactNode } from 'react'

import { Amount } from '#client/components/amount.tsx'
import { approvals } from '#client/features/kayit/items/approvals.ts'
import { cn } from '#client/lib/cn.ts'
import { useStore } from '#client/lib/store.ts'
import { GLYPHS } from '#client/ui/glyph.tsx'
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
  const approved = useStore(approvals, ({ kurus }) => kurus)
  const counts = rest !== null || paid !== 0
  const secondary = counts ? 'sr-only' : 'max-lg:hidden'
  return (
    <dl className="flex min-w-0 items-end gap-4 md:gap-8">
      <Figure label="KDV hariç toplam" kurus={totals?.net_kurus} className={secondary} />
      <Figure label="KDV" kurus={totals?.kdv_kurus} className={secondary} />
      <Figure
        label="KDV dahil toplam"
        kurus={totals?.brut_kurus}
        className={counts ? 'max-md:hidden' : LARGE}
      />
      {!!approved && approved !== totals?.brut_kurus && (
        <Figure label="Onaylanan" kurus={approved} className="max-lg:hidden" />
      )}
      {counts && <Figure label="Ödenen" kurus={paid} className={rest === null ? LARGE : 'max-md:hidden'} />}
      {rest !== null && (
        <Figure
          label={rest < 0 ? 'Fazla ödenen' : 'Kalan'}
          kurus={Math.abs(rest)}
          className={cn(LARGE, rest > 0 && 'text-on-ink-warning')}
        >
          {rest === 0 && paid > 0 && (
            <span className="flex items-center gap-1.5 text-base text-on-ink-ok *:size-4">
              {GLYPHS.check}
              Ödendi
            </span>
          )}
        </Figure>
      )}
    </dl>
  )
}

interface FigureProps {
  label: string
  /** Amount in kuruş; `undefined` above the limit of a record. */
  kurus: number | undefined
  className: string
  children?: ReactNode
}

function Figure({ label, kurus, className, children }: FigureProps) {
  return (
    <div className={cn('grid min-w-0', className)}>
      <dt className="text-xs font-normal text-on-ink-muted">{label}</dt>
      <dd className="flex items-center gap-3">
        {kurus === undefined ? EMPTY_DASH : <Amount kurus={kurus} />}
        {children}
      </dd>
    </div>
  )
}
