import { type ReactNode, useId } from 'react'

import { cn } from '#client/lib/cn.ts'
import { formatCount } from '#client/lib/format.ts'
import { changeInPercent } from '#client/lib/percent-change.ts'
import { Badge } from '#client/ui/badge.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'

import { formatLira } from './daily-chart.ts'
import { changeInLira } from './period-words.ts'
import type { Balance, StatsView } from './stats-view.ts'

type Figures = Balance & { kayit: number; tamamlanan: number }

interface SummaryCardProps {
  /** Name of the period: 'Kasım 2026'. */
  title: string
  /** Figures to show; `undefined` during loading. */
  figures: Figures | undefined
  comparison: Comparison | null | undefined
  /** The card of all time below, if the screen has one. */
  children?: ReactNode
}

/** The compared days and those before; `words` names the comparison: 'Geçen ayın aynı günlerine göre'. */
interface Comparison {
  words: string
  current: Figures & { name: string }
  previous: Figures & { name: string }
}

/** Shows income, expense and result beside the compared days, and the number of records below. */
export function SummaryCard({ title, figures, comparison, children }: SummaryCardProps) {
  const id = useId()
  const compared = (key: keyof Figures, format = formatLira): Compared | undefined => {
    if (figures === undefined || !comparison) return undefined
    const { current, previous } = comparison
    const before = `${previous.name}: ${format(previous[key])}`
    // Entries for days to come count in the figure, but there are no days to compare them with.
    const isPart = current[key] !== figures[key]
    const changeOf = key === 'fark' ? changeInLira : changeInPercent
    return {
      current: current[key],
      previous: previous[key],
      days: isPart ? `${current.name}: ${format(current[key])}, ${before}` : before,
      change: current[key] === 0 && previous[key] === 0 ? '' : changeOf(current[key], previous[key]),
    }
  }
  return (
    <div data-slot="card" className="flex flex-col rounded-lg border border-border bg-card shadow-sm">
      <section aria-labelledby={id}>
        <div className="border-b border-border px-4.5 pt-3.5 pb-2.5">
          <h2 id={id} className="text-lg font-semibold">
            {title}
          </h2>
          <p className="min-h-5 text-sm text-muted-foreground">{comparison?.words}</p>
        </div>
        <dl className="grid grid-cols-2">
          <Amount
            label="Gelir"
            value={figures && formatLira(figures.gelir)}
            compared={compared('gelir')}
            barClass="bg-gelir"
            isKey
          />
          <Amount
            label="Gider"
            value={figures && formatLira(figures.gider)}
            compared={compared('gider')}
            barClass="bg-gider"
          />
          <Amount
            label="Kâr / zarar"
            value={figures && <Result fark={figures.fark} />}
            compared={compared('fark')}
          />
          <Count
            label="Kayıt sayısı"
            value={figures && formatCount(figures.kayit)}
            note={compared('kayit', formatCount)?.days}
          />
          <Count
            label="Tamamlanan"
            value={figures && formatCount(figures.tamamlanan)}
            note={compared('tamamlanan', formatCount)?.days}
            className="border-l"
          />
        </dl>
      </section>
      {children}
    </div>
  )
}

/** Shows the totals of all time as the lower part of the card. */
export function AllTimeFigures({ allTime }: { allTime: StatsView['allTime'] | undefined }) {
  const id = useId()
  const line = (label: string, value: ReactNode) => (
    <div className="flex flex-wrap justify-between gap-x-3">
      <dt className="text-muted-foreground">{label}</dt>
      <dd className="font-semibold wrap-anywhere">
        {allTime === undefined ? <Skeleton className="my-0.5 h-4 w-20" /> : value}
      </dd>
    </div>
  )
  return (
    <section aria-labelledby={id} className="mt-auto px-4.5 pt-3 pb-3.5 text-sm">
      <h2 id={id} className="mb-1 font-semibold text-muted-foreground">
        Tüm zamanlar
      </h2>
      <dl className="grid gap-1">
        {line('Toplam kayıt', allTime && formatCount(allTime.kayit))}
        {line('Toplam gelir', allTime && formatLira(allTime.gelir))}
        {line('Toplam gider', allTime && formatLira(allTime.gider))}
        {line('Toplam kâr / zarar', allTime && <Result fark={allTime.fark} />)}
      </dl>
    </section>
  )
}

/** A figure of the compared days, and the one before it. */
interface Compared {
  current: number
  previous: number
  /** The compared days with their figure: '1–22 Ekim: ₺53.621'. */
  days: string
  /** The change in words: '%18 az'; '' without a base, or if nothing was entered. */
  change: string
}

interface AmountProps {
  label: string
  /** Figure in words; `undefined` during loading. */
  value: ReactNode
  compared: Compared | undefined
  /** Colour of the bar; without one there are no bars. */
  barClass?: string
  isKey?: boolean
}

function Amount({ label, value, compared, barClass, isKey = false }: AmountProps) {
  return (
    <div
      className={cn(
        'col-span-2 grid grid-cols-[auto_1fr] gap-x-3 px-4.5 pt-2.5 print:break-inside-avoid',
        // A placeholder has no line of text, so its baseline would heighten the row.
        value === undefined ? 'items-center' : 'items-baseline',
      )}
    >
      <dt className="text-muted-foreground">{label}</dt>
      <dd className={cn('text-right font-semibold wrap-anywhere', isKey ? 'text-3xl' : 'text-2xl')}>
        {value === undefined ? (
          <Skeleton className={cn('my-1 ml-auto w-36', isKey ? 'h-7' : 'h-6')} />
        ) : (
          value
        )}
      </dd>
      <dd className="col-span-2">
        {barClass !== undefined && <Bars compared={compared} className={barClass} />}
        <span className="flex min-h-4.5 flex-wrap justify-between gap-x-3 text-xs">
          <span className="text-muted-foreground">{compared?.days}</span>{' '}
          <span className="font-medium">{compared?.change}</span>
        </span>
      </dd>
    </div>
  )
}

/** Draws the compared figure above the thinner bar of the one before. They are decoration: the words say the same. */
function Bars({ compared, className }: { compared: Compared | undefined; className: string }) {
  const { current = 0, previous = 0 } = compared ?? {}
  const most = Math.max(1, current, previous)
  const widthOf = (value: number) => ({ width: `${(100 * Math.max(0, value)) / most}%` })
  return (
    <span aria-hidden className="my-1 grid h-3.5 content-center gap-0.5 print:hidden">
      <span className={cn('h-2 rounded-xs', className)} style={widthOf(current)} />
      <span className="h-1 rounded-xs bg-input" style={widthOf(previous)} />
    </span>
  )
}

interface CountProps {
  label: string
  value: string | undefined
  note: string | undefined
  className?: string
}

function Count({ label, value, note, className }: CountProps) {
  return (
    <div
      className={cn(
        'mt-2.5 flex flex-wrap items-baseline content-start gap-x-2 border-y border-border px-4.5 py-2',
        className,
      )}
    >
      <dt className="w-full text-xs text-muted-foreground">{label}</dt>
      <dd className="text-xl font-semibold">
        {value === undefined ? <Skeleton className="my-1 h-5 w-8" /> : value}
      </dd>
      <dd className="min-h-4.5 text-xs text-muted-foreground">{note}</dd>
    </div>
  )
}

/** Shows a result in green from 0 and in red below (specification §2); a loss also has its word. */
function Result({ fark }: Pick<Balance, 'fark'>) {
  const isLoss = fark < 0
  return (
    <>
      {isLoss && (
        <>
          <Badge variant="danger" className="mr-2 align-middle">
            Zarar
          </Badge>{' '}
        </>
      )}
      <span className={isLoss ? 'text-destructive' : 'text-success'}>{formatLira(fark)}</span>
    </>
  )
}
