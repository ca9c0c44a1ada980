import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'

import { Amount } from '#client/components/amount.tsx'
import { trpc } from '#client/lib/api.ts'
import { formatCount } from '#client/lib/format.ts'
import { Badge } from '#client/ui/badge.tsx'
import { daysOfWholeMonth, type Month, monthLabel, monthOf } from '#shared/date.ts'
import { messages } from '#shared/messages.ts'
import { formatTL, type Kurus } from '#shared/money.ts'
import { DURUM_TAMAM } from '#shared/options.ts'
import type { ComparedStats, PeriodFigures } from '#shared/stats/schema.ts'

import { QueryCard } from './card-frame.tsx'

/** Shows a month's income, expense and result as the statistics do, beside those of the month before. */
export function MonthResultCard({ month }: { month: Month }) {
  const query = trpc.stats.get.useQuery(month)
  return (
    <QueryCard title="Ayın sonucu" query={query} failure={messages.statsFailed} height="h-52 md:h-32">
      {(stats) => (
        <>
          <Figures stats={stats} />
          <div className="flex flex-wrap items-center justify-between gap-x-4 border-t border-border pt-3">
            <p className="text-muted-foreground">{recordWords(stats)}</p>
            <Link
              to="/stats"
              search={month}
              data-print="hide"
              className="-my-2 inline-flex min-h-11 items-center font-medium text-primary md:min-h-8"
            >
              İstatistiklerde aç
            </Link>
          </div>
        </>
      )}
    </QueryCard>
  )
}

function recordWords({ son_ay_kayit_sayisi, durumlara_gore_kayit }: ComparedStats): string {
  const completed = durumlara_gore_kayit.find(({ durum }) => durum === DURUM_TAMAM)?.adet ?? 0
  return `${formatCount(son_ay_kayit_sayisi)} kayıt, tamamlanan ${formatCount(completed)}`
}

function Figures({ stats }: { stats: ComparedStats }) {
  const { son_ay_gelir_kurus: income, son_ay_gider_kurus: spent, comparison } = stats
  const before = (kurus: (of: PeriodFigures) => Kurus) =>
    comparison === null ? '' : beforeWords(comparison.previous, kurus(comparison.previous))
  const result = income - spent
  return (
    <dl className="grid gap-3 md:grid-cols-3 md:gap-0">
      <Figure label="Gelir" note={before(({ gelir_kurus }) => gelir_kurus)}>
        <Amount kurus={income} />
      </Figure>
      <Figure label="Gider" note={before(({ gider_kurus }) => gider_kurus)}>
        <Amount kurus={spent} />
      </Figure>
      <Figure label="Kâr / zarar" note={before((of) => of.gelir_kurus - of.gider_kurus)}>
        {result < 0 && (
          <>
            <Badge variant="danger" className="mr-2 align-middle">
              Zarar
            </Badge>{' '}
          </>
        )}
        <Amount kurus={result} className={result < 0 ? 'text-destructive' : 'text-success'} />
      </Figure>
    </dl>
  )
}

/** Returns a figure of the compared days: 'Ekim 2026: ₺53.621,00', or of a running month '1–22 Ekim 2026: …'. */
function beforeWords({ from, to }: PeriodFigures, kurus: Kurus): string {
  const { year, month } = monthOf(from)
  const isWhole = daysOfWholeMonth(year, month).to === to
  const days = isWhole ? '' : from === to ? '1 ' : `1–${Number(to.slice(8))} `
  return `${days}${monthLabel(from)}: ${formatTL(kurus)}`
}

interface FigureProps {
  label: string
  /** The figure of the month before; '' without one. */
  note: string
  children: ReactNode
}

/** A line of a phone, else a column. */
function Figure({ label, note, children }: FigureProps) {
  return (
    <div className="grid grid-cols-[auto_1fr] items-baseline gap-x-4 border-border max-md:last:border-t max-md:last:pt-3 md:block md:px-4 md:first:pl-0 md:not-first:border-l">
      <dt className="text-muted-foreground">{label}</dt>
      <dd className="text-2xl font-semibold wrap-anywhere max-md:text-right">{children}</dd>
      {note !== '' && <dd className="col-span-2 text-sm text-muted-foreground max-md:text-right">{note}</dd>}
    </div>
  )
}
