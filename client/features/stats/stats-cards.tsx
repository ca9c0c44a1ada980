import { ArrowDown, ArrowUp, Equal, Minus, Plus } from 'lucide-react'
import { type ReactNode, useId } from 'react'

import { cn } from '#client/lib/cn.ts'
import { formatCount } from '#client/lib/format.ts'
import { Badge } from '#client/ui/badge.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'

import { formatLira } from './daily-chart.ts'
import type { Balance, Comparison, MonthFigures, StatsView } from './stats-view.ts'

const AMOUNT_SPAN = 'md:col-span-2 lg:col-span-1'

interface MonthCardsProps {
  /** Name of the month: 'Kasım 2026'. */
  title: string
  /** Figures to show; `undefined` during loading. */
  month: MonthFigures | undefined
  comparison: Comparison | null | undefined
}

/** Shows the selected month, each figure with its comparison below. */
export function MonthCards({ title, month, comparison }: MonthCardsProps) {
  const comparisonOf = (key: keyof MonthFigures, format: (value: number) => string) => {
    if (month === undefined || !comparison) return { note: '' }
    const { current, previous } = comparison
    const before = `${previous.name}: ${format(previous[key])}`
    // Entries for days to come count in the figure, but there are no days to compare them with.
    const isPart = current[key] !== month[key]
    const trend = Math.sign(current[key] - previous[key])
    // 'Azaldı' would state the opposite about a loss.
    const hasLoss = key === 'fark' && Math.min(current.fark, previous.fark) < 0
    return {
      trend,
      trendText: (hasLoss ? RESULT_WORDS : TREND_WORDS)[trend] ?? '',
      note: isPart ? `${current.name}: ${format(current[key])}, ${before}` : before,
    }
  }
  return (
    <Group title={title} note={comparison?.words ?? ''} isKey>
      <Figure
        label="Kayıt sayısı"
        value={month && formatCount(month.kayit)}
        {...comparisonOf('kayit', formatCount)}
        className="md:col-span-3 lg:col-span-1"
      />
      <Figure
        label="Tamamlanan"
        value={month && formatCount(month.tamamlanan)}
        {...comparisonOf('tamamlanan', formatCount)}
        className="md:col-span-3 lg:col-span-1"
      />
      <Figure
        label="Gelir"
        value={month && formatLira(month.gelir)}
        {...comparisonOf('gelir', formatLira)}
        className={AMOUNT_SPAN}
      />
      <Figure
        label="Gider"
        value={month && formatLira(month.gider)}
        {...comparisonOf('gider', formatLira)}
        className={AMOUNT_SPAN}
      />
      <Figure
        label="Kâr / zarar"
        value={month && <Profit {...month} />}
        {...comparisonOf('fark', formatLira)}
        className="col-span-2"
      />
    </Group>
  )
}

/** Shows the totals of all time. */
export function AllTimeCards({ allTime }: { allTime: StatsView['allTime'] | undefined }) {
  return (
    <Group title="Tüm zamanlar">
      <Figure
        label="Toplam kayıt"
        value={allTime && formatCount(allTime.kayit)}
        className="col-span-2 md:col-span-3 lg:col-span-2"
      />
      <Figure
        label="Toplam gelir"
        value={allTime && formatLira(allTime.gelir)}
        className="md:col-span-3 lg:col-span-1"
      />
      <Figure
        label="Toplam gider"
        value={allTime && formatLira(allTime.gider)}
        className="md:col-span-3 lg:col-span-1"
      />
      <Figure
        label="Toplam kâr / zarar"
        value={allTime && <Profit {...allTime} />}
        className="col-span-2 md:col-span-3 lg:col-span-2"
      />
    </Group>
  )
}

interface GroupProps {
  title: string
  /** Line below the title; '' reserves it. */
  note?: string
  /** Enlarges the figures beyond those of other groups on wide screens. */
  isKey?: boolean
  children: ReactNode
}

function Group({ title, note, isKey = false, children }: GroupProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="mb-6">
      <h2 id={id} className="text-lg font-semibold">
        {title}
      </h2>
      {note !== undefined && <p className="min-h-5 text-sm text-muted-foreground">{note}</p>}
      {/* The group is one card with lines: the gaps show its border's colour. */}
      <dl
        data-key={isKey || undefined}
        className="mt-2 grid grid-cols-2 gap-px overflow-hidden rounded-lg border border-border bg-border md:grid-cols-6"
      >
        {children}
      </dl>
    </section>
  )
}

const TREND_WORDS: Record<number, string> = { 1: 'Arttı.', 0: 'Değişmedi.', [-1]: 'Azaldı.' }
const RESULT_WORDS: Record<number, string> = { ...TREND_WORDS, 1: 'İyileşti.', [-1]: 'Kötüleşti.' }

interface FigureProps {
  label: string
  /** Figure in words; `undefined` during loading. */
  value: ReactNode
  /** Comparison of the figure; '' reserves its line. */
  note?: string
  /** Change from the compared period; only its sign counts. */
  trend?: number
  /** Trend in a word. */
  trendText?: string
  className?: string
}

function Figure({ label, value, note, trend, trendText, className }: FigureProps) {
  return (
    <div className={cn('min-w-0 bg-card p-3 md:px-4 print:break-inside-avoid', className)}>
      <dt className="text-sm text-muted-foreground">{label}</dt>
      <dd className="text-xl font-semibold wrap-anywhere xl:in-data-key:text-2xl">
        {value === undefined ? <Skeleton className="my-1 h-5 w-24 xl:in-data-key:h-6" /> : value}
      </dd>
      {note !== undefined && (
        <dd className="min-h-9 text-xs text-muted-foreground">
          {trend !== undefined && (
            <span className="flex items-center gap-0.5">
              <TrendIcon trend={trend} />
              {trendText}
            </span>
          )}
          {note}
        </dd>
      )}
    </div>
  )
}

/** Shows the direction of a change in the colour of its text, because a rise of the expense is not good. */
export function TrendIcon({ trend }: { trend: number }) {
  const Icon = trend > 0 ? ArrowUp : trend < 0 ? ArrowDown : Equal
  return <Icon aria-hidden className="inline size-4! shrink-0" />
}

/**
 * Shows the result in green from 0 and in red below (specification §2), with a word and a sign of its own, apart from
 * the trend. Without income and expense there is neither a profit nor a loss to name.
 */
export function Profit({ gelir, gider, fark }: Balance) {
  const isLoss = fark < 0
  const Icon = isLoss ? Minus : Plus
  return (
    <span className="flex flex-wrap items-center gap-x-2">
      <span className={isLoss ? 'text-destructive' : 'text-success'}>{formatLira(fark)}</span>
      {(gelir !== 0 || gider !== 0) && (
        <Badge variant={isLoss ? 'danger' : 'success'}>
          <Icon aria-hidden />
          {isLoss ? 'Zarar' : 'Kâr'}
        </Badge>
      )}
    </span>
  )
}
