import { Link } from '@tanstack/react-router'
import { type ReactNode, useId } from 'react'

import { cn } from '#client/lib/cn.ts'
import { formatCount } from '#client/lib/format.ts'
import { changeInPercent } from '#client/lib/percent-change.ts'
import { Card } from '#client/ui/card.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { type Day, EMPTY_DASH, formatDay } from '#shared/date.ts'

import { formatLira } from './daily-chart.ts'
import { changeInLira } from './period-words.ts'
import { daysOpen, type PeriodView } from './period-view.ts'
import { Profit, TrendIcon } from './stats-cards.tsx'

interface PeriodFiguresProps {
  /** Name of the period: 'Kasım 2026'. */
  title: string
  /** Figures to show; `undefined` during loading. */
  view: PeriodView | undefined
  today: Day
}

type Key = 'gelir' | 'gider' | 'fark' | 'kayit' | 'tamamlanan'

/** Shows the figures of a period in one card: the income first and largest, each with its comparison. */
export function PeriodFiguresCard({ title, view, today }: PeriodFiguresProps) {
  const figures = view?.figures
  const note = (key: Key, format = formatCount) => view && noteOf(view, { key, format })
  return (
    <FiguresCard title={title} note={view && comparedDays(view)}>
      <Figure label="Gelir" value={figures && formatLira(figures.gelir)} isKey>
        {note('gelir', formatLira)}
      </Figure>
      <Figure label="Gider" value={figures && formatLira(figures.gider)}>
        {note('gider', formatLira)}
      </Figure>
      <Figure label="Kâr / zarar" value={figures && <Profit {...figures} />}>
        {note('fark', formatLira)}
      </Figure>
      <Figure label="Kayıt sayısı" value={figures && formatCount(figures.kayit)}>
        {note('kayit')}
      </Figure>
      <Figure label="Tamamlanan" value={figures && formatCount(figures.tamamlanan)}>
        {note('tamamlanan')}
      </Figure>
      <AverageAndOpenWork view={view} today={today} />
    </FiguresCard>
  )
}

/** Shows the average and the open work, which the specification's cards of a month lack. */
export function MonthDetailsCard({ view, today }: Omit<PeriodFiguresProps, 'title'>) {
  return (
    <FiguresCard title="Ortalama ve açık işler" isWide>
      <AverageAndOpenWork view={view} today={today} />
    </FiguresCard>
  )
}

function AverageAndOpenWork({ view, today }: Pick<PeriodFiguresProps, 'view' | 'today'>) {
  const { ortalama, gelirli } = view?.figures ?? {}
  return (
    <>
      <Figure
        label="Kayıt başına ortalama gelir"
        value={view && (ortalama == null ? EMPTY_DASH : formatLira(ortalama))}
      >
        {view && averageNote(view)}
        {view &&
          (gelirli === 0
            ? 'Geliri olan kayıt yok.'
            : `Geliri olan ${formatCount(gelirli ?? 0)} kayıt sayıldı.`)}
      </Figure>
      <Figure label="Açık işler" value={view && formatCount(view.open.kayit_sayisi)}>
        {view && openNote(view.open, today)}
      </Figure>
    </>
  )
}

/** Returns the compared days: 'Geçen yılın aynı günlerine göre: 1 Ocak – 22 Kasım 2025'. */
function comparedDays({ comparison }: PeriodView): string {
  if (comparison === null) return 'Karşılaştırılacak bir dönem yok.'
  return `${comparison.words}: ${comparison.previous.name}`
}

/** Returns '%12 fazla (₺901.000)'; with the compared days if there are entries for days to come. */
function noteOf(
  { figures, comparison }: PeriodView,
  { key, format }: { key: Key; format: (value: number) => string },
) {
  if (comparison === null) return null
  const [current, previous] = [comparison.current[key], comparison.previous[key]]
  const change = key === 'fark' ? changeInLira(current, previous) : changeInPercent(current, previous)
  const part = current === figures[key] ? '' : `${comparison.current.name}: ${format(current)}, `
  return (
    <>
      {part}
      {key === 'gelir' && change !== '' && `${comparison.words} `}
      {change !== '' && (
        <Emphasis>
          <TrendIcon trend={current - previous} />
          {change}
        </Emphasis>
      )}
      {change === '' ? 'Önceki: ' : ', önceki '}
      {format(previous)}
    </>
  )
}

function averageNote({ comparison }: PeriodView): ReactNode {
  const [current, previous] = [comparison?.current.ortalama, comparison?.previous.ortalama]
  if (comparison === null || current == null || previous == null) return null
  return (
    <>
      {comparison.words} <Emphasis>{changeInPercent(current, previous)}</Emphasis>, önceki{' '}
      {formatLira(previous)}.{' '}
    </>
  )
}

function openNote({ kayit_sayisi, en_eski, toplam_kurus }: PeriodView['open'], today: Day): ReactNode {
  if (kayit_sayisi === 0 || en_eski === null) return 'Bugün açık iş yok.'
  return (
    <>
      Bugün, toplam <Emphasis>{formatLira(toplam_kurus)}</Emphasis>. En eskisi{' '}
      {formatCount(daysOpen(en_eski, today))} gündür açık ({formatDay(en_eski)}).{' '}
      <Link
        to="/books"
        search={{ open: true, sort: 'giris_tarihi' }}
        className="flex min-h-11 w-fit items-center text-sm font-medium text-primary md:min-h-8"
      >
        Açık işleri göster
      </Link>
    </>
  )
}

/** Emphasises the part of a note that users read first. */
const Emphasis = ({ children }: { children: ReactNode }) => (
  <span className="font-medium text-foreground">{children}</span>
)

interface FiguresCardProps {
  title: string
  /** Line below the title: the compared days. */
  note?: string | undefined
  /** Places the figures side by side on wide screens. */
  isWide?: boolean
  children: ReactNode
}

function FiguresCard({ title, note, isWide = false, children }: FiguresCardProps) {
  const id = useId()
  return (
    <Card aria-labelledby={id} className={cn('p-0 md:p-0', isWide && 'lg:col-span-2')}>
      <div className="border-b border-border px-4 pt-3 pb-2.5">
        <h2 id={id} className="text-lg font-semibold">
          {title}
        </h2>
        {!isWide && <p className="min-h-5 text-sm text-muted-foreground">{note}</p>}
      </div>
      {/* The gaps show the colour of the lines. */}
      <dl className={cn('grid gap-px overflow-hidden rounded-b-lg bg-border', isWide && 'md:grid-cols-2')}>
        {children}
      </dl>
    </Card>
  )
}

interface FigureProps {
  label: string
  /** Figure in words; `undefined` during loading. */
  value: ReactNode
  isKey?: boolean
  /** Comparison in words. */
  children: ReactNode
}

function Figure({ label, value, isKey = false, children }: FigureProps) {
  return (
    <div className="bg-card px-4 py-3 print:break-inside-avoid">
      <dt className="text-sm text-muted-foreground">{label}</dt>
      <dd className={cn('font-semibold wrap-anywhere', isKey ? 'text-3xl' : 'text-xl')}>
        {value === undefined ? <Skeleton className={cn('my-1 w-32', isKey ? 'h-7' : 'h-5')} /> : value}
      </dd>
      <dd className="min-h-4.5 text-xs text-muted-foreground">{children}</dd>
    </div>
  )
}
