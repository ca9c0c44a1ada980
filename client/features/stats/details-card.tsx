import { Link } from '@tanstack/react-router'
import { ChevronDown } from 'lucide-react'
import { type ReactNode, useId } from 'react'

import { formatCount } from '#client/lib/format.ts'
import { changeInPercent } from '#client/lib/percent-change.ts'
import { Card } from '#client/ui/card.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { joinIsolated } from '#shared/bidi.ts'
import { type Day, EMPTY_DASH, formatDay } from '#shared/date.ts'
import type { IncomePart } from '#shared/stats/income.ts'

import { formatLira } from './daily-chart.ts'
import { IncomeBreakdown } from './income-breakdown.tsx'
import { daysOpen, type PeriodView } from './period-view.ts'

interface DetailsCardProps {
  /** Statistics of the period; `undefined` during loading, `null` when they failed to load. */
  view: PeriodView | null | undefined
  today: Day
  /** The charts as tables, by their titles; `undefined` during loading. */
  tables: Readonly<Record<string, ReactNode>> | undefined
}

/** Shows the rest of the statistics as folded lines, each with its answer. */
export function DetailsCard({ view, today, tables }: DetailsCardProps) {
  const id = useId()
  const names = tables && Object.keys(tables)
  return (
    <Card aria-labelledby={id} className="p-0 md:p-0">
      <h2 id={id} className="px-4 pt-3.5 pb-2.5 text-base font-semibold">
        Ayrıntılar
      </h2>
      {view !== null && <PeriodFolds view={view} today={today} />}
      <Fold title="Grafiklerin tabloları" answer={names && `${names.length} tablo`}>
        {Object.entries(tables ?? {}).map(([title, table]) => (
          <div key={title}>
            <h3 className="pt-1 font-medium">{title}</h3>
            {table}
          </div>
        ))}
      </Fold>
    </Card>
  )
}

function PeriodFolds({ view, today }: { view: PeriodView | undefined; today: Day }) {
  return (
    <>
      <Fold title="İşleme göre gelir" answer={view && greatest(view.operations)}>
        {view && <IncomeBreakdown title="İşleme göre gelir" header="İşlem" parts={view.operations} />}
      </Fold>
      <Fold title="Markaya göre gelir" answer={view && greatest(view.makes)}>
        {view && <IncomeBreakdown title="Markaya göre gelir" header="Marka" parts={view.makes} />}
      </Fold>
      <Fold title="Kayıt başına ortalama gelir" answer={view && averageAnswer(view)}>
        {view && <p>{averageNote(view)}</p>}
      </Fold>
      <Fold title="Açık işler" answer={view && openAnswer(view.open)}>
        {view && <OpenWorkNote {...view.open} today={today} />}
      </Fold>
    </>
  )
}

const greatest = ([first]: readonly IncomePart[]): string =>
  first === undefined ? 'gelir yok' : joinIsolated(', ', [`en çok ${first.name}`, formatLira(first.gelir)])

function averageAnswer({ figures: { ortalama }, comparison }: PeriodView): string {
  if (ortalama === null) return EMPTY_DASH
  const [current, previous] = [comparison?.current.ortalama, comparison?.previous.ortalama]
  const change = current == null || previous == null ? '' : changeInPercent(current, previous)
  return [formatLira(ortalama), change].filter(Boolean).join(', ')
}

function averageNote({ figures: { gelirli }, comparison }: PeriodView): string {
  if (gelirli === 0) return 'Geliri olan kayıt yok.'
  const counted = `Geliri olan ${formatCount(gelirli)} kayıt sayıldı.`
  const [current, previous] = [comparison?.current.ortalama, comparison?.previous.ortalama]
  if (comparison === null || current == null || previous == null) return counted
  const change = changeInPercent(current, previous)
  return `${comparison.words} ${change}, önceki ${formatLira(previous)}. ${counted}`
}

type OpenWork = PeriodView['open']

const openAnswer = ({ kayit_sayisi, toplam_kurus }: OpenWork): string =>
  kayit_sayisi === 0 ? 'açık iş yok' : `${formatCount(kayit_sayisi)} iş, ${formatLira(toplam_kurus)}`

function OpenWorkNote({ en_eski, today }: OpenWork & { today: Day }) {
  if (en_eski === null) return <p>Bugün açık iş yok.</p>
  return (
    <>
      <p>
        Seçilen dönem ne olursa olsun bugünkü açık işlerdir. En eskisi {formatCount(daysOpen(en_eski, today))}{' '}
        gündür açık ({formatDay(en_eski)}).
      </p>
      <Link
        to="/books"
        search={{ open: true, sort: 'giris_tarihi' }}
        className="flex min-h-11 w-fit items-center font-medium text-primary md:min-h-8"
      >
        Açık işleri göster
      </Link>
    </>
  )
}

interface FoldProps {
  title: string
  /** The answer in the closed line; `undefined` during loading. */
  answer: string | undefined
  children: ReactNode
}

/** Folds a part with the browser's own element, because its find-in-page then opens a closed part too. */
function Fold({ title, answer, children }: FoldProps) {
  return (
    <details className="group border-t border-border text-sm">
      <summary className="flex min-h-12 items-center gap-x-3 px-4 py-1.5 outline-offset-[-2px] [&::-webkit-details-marker]:hidden">
        <span className="grid min-w-0 grow gap-x-3 md:flex md:items-baseline md:justify-between">
          <span className="shrink-0 text-base font-medium">{title}</span>{' '}
          {answer === undefined ? (
            <Skeleton className="my-0.5 h-4 w-28" />
          ) : (
            <span className="min-w-0 truncate text-muted-foreground">{answer}</span>
          )}
        </span>
        <ChevronDown
          aria-hidden
          className="size-4! shrink-0 text-muted-foreground transition-transform duration-150 group-open:rotate-180"
        />
      </summary>
      <div className="px-4 pb-3">{children}</div>
    </details>
  )
}
