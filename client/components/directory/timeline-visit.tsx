import { Link } from '@tanstack/react-router'
import { ChevronDown, Split } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'

import { Age } from '#client/components/age.tsx'
import { Amount } from '#client/components/amount.tsx'
import { DurumBadge } from '#client/components/durum-badge.tsx'
import { Plate } from '#client/components/plate.tsx'
import { cn } from '#client/lib/cn.ts'
import { formatCount, longAgo } from '#client/lib/format.ts'
import { rescueFocus } from '#client/lib/rescue-focus.ts'
import { Button } from '#client/ui/button.tsx'
import { isolated } from '#shared/bidi.ts'
import { type Day, formatDay } from '#shared/date.ts'
import type { Visit } from '#shared/history/schema.ts'
import { hasIncome, isCompleted, isOpenWork } from '#shared/kayit/rules.ts'

import { MoreLine, MoreMenu } from './more-menu.tsx'

/** The look of a timeline's visits, and the action on one. */
export interface TimelineLook {
  /** The owner of the timeline: a visit of a car names the customer, and a visit of a customer the car. */
  owner: 'vehicle' | 'customer'
  /** The plate of a customer's only car, which its visits do not repeat. */
  onlyPlate?: string | undefined
  today: Day
  /** Removes a record from this timeline; absent for the only record. */
  onDetach: ((visit: Visit) => void) | undefined
  detachLabel: string
}

interface TimelineVisitProps extends TimelineLook {
  visit: Visit
  startsOpen: boolean
  isFocused: boolean
}

/** A visit: its day, kilometres, work and amount. A visit with open work has a filled dot. */
export function TimelineVisit({
  visit,
  startsOpen,
  isFocused,
  owner,
  onlyPlate,
  today,
  onDetach,
  detachLabel,
}: TimelineVisitProps) {
  const [isOpen, setIsOpen] = useState(startsOpen)
  const summary = useRef<HTMLElement>(null)
  useEffect(() => {
    if (isFocused) summary.current?.focus()
  }, [isFocused])
  const isWork = isOpenWork(visit)
  return (
    <li ref={rescueFocus} className="timeline-visit" data-open={isWork || undefined}>
      <p className="timeline-day">
        <span className="font-semibold">{formatDay(visit.day)}</span>
        {isWork ? (
          <Age since={visit.giris_tarihi} today={today} suffix=" açık" />
        ) : (
          <span className="text-sm text-muted-foreground">{longAgo(visit.day, today)}</span>
        )}
      </p>
      <details
        open={isOpen}
        onToggle={(event) => setIsOpen(event.currentTarget.open)}
        className="group min-w-0 rounded-lg border border-border bg-card"
      >
        <summary
          ref={summary}
          className="flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1 px-3 py-2 outline-offset-[-2px] md:px-4 [&::-webkit-details-marker]:hidden"
        >
          <Kilometres visit={visit} isOpen={isOpen} />
          {owner === 'customer' && visit.plate !== onlyPlate && <CarName visit={visit} />}
          <DurumBadge
            durum={visit.durum}
            className={cn(
              !isWork && ['max-md:hidden', !isOpen && isCompleted(visit) && 'hidden print:inline-flex'],
            )}
          />
          {/* The work is shortened to one line, and the amount stays beside it. */}
          <span className={cn('flex min-w-0 grow items-center gap-2', !isOpen && 'basis-48')}>
            <span className="min-w-0 truncate group-open:hidden print:hidden">{summariseWork(visit)}</span>
            <VisitAmount visit={visit} />
            <ChevronDown
              aria-hidden
              data-print="hide"
              className="size-4 shrink-0 text-muted-foreground group-open:rotate-180"
            />
          </span>
        </summary>
        <div className="border-t border-border px-3 py-2 md:px-4">
          <Items visit={visit} />
          {[visit.complaint, visit.note].filter(Boolean).map((text) => (
            <p key={text} className="mt-2 text-sm whitespace-pre-line text-muted-foreground wrap-anywhere">
              {text}
            </p>
          ))}
          <div className="mt-2 flex flex-wrap items-center gap-x-4" data-print="hide">
            <Button asChild variant="link" size="sm" className="px-0">
              <Link to="/book/$id" params={{ id: String(visit.kayit_id) }}>
                Kaydı aç
              </Link>
            </Button>
            {owner === 'vehicle' && (
              <span className="min-w-0 text-sm text-muted-foreground wrap-anywhere">{visit.customer}</span>
            )}
            {onDetach !== undefined && (
              <MoreMenu label={`Diğer işlemler: ${formatDay(visit.day)}`} variant="ghost" className="ml-auto">
                {({ leave }) => (
                  <MoreLine Icon={Split} leave={leave} onClick={() => onDetach(visit)}>
                    {detachLabel}
                  </MoreLine>
                )}
              </MoreMenu>
            )}
          </div>
        </div>
      </details>
    </li>
  )
}

function Kilometres({ visit: { km, km_since }, isOpen }: { visit: Visit; isOpen: boolean }): ReactNode {
  if (km === null) return null
  return (
    <span className={cn('inline-flex items-baseline gap-2 whitespace-nowrap', !isOpen && 'max-md:hidden')}>
      <span className="rounded-sm border border-input px-1.5 text-sm font-semibold tabular-nums">
        {formatCount(km)} km
      </span>
      {km_since !== null && (
        <span
          className={cn(
            'text-sm tabular-nums',
            km_since < 0 ? 'text-warning-ink' : ['text-muted-foreground', !isOpen && 'hidden print:inline'],
          )}
        >
          {km_since < 0 ? `−${formatCount(-km_since)}` : `+${formatCount(km_since)}`}
        </span>
      )}
    </span>
  )
}

/** The amount of the visit; an empty element for a user who sees no prices. */
function VisitAmount({ visit }: { visit: Visit }) {
  if (visit.toplam_kurus === undefined) return <span className="ml-auto" />
  const look = hasIncome(visit) ? 'font-semibold' : 'text-muted-foreground line-through'
  return <Amount kurus={visit.toplam_kurus} className={cn('ml-auto', look)} />
}

function CarName({ visit: { plate, car } }: { visit: Visit }) {
  return plate === '' ? (
    <span className="min-w-0 font-semibold wrap-anywhere">{car}</span>
  ) : (
    <Plate text={plate} className="text-sm! leading-5!" />
  )
}

/** Returns the work in one line: 'Triger seti, +3'. */
function summariseWork({ islemler }: Visit): string {
  const [first, ...rest] = islemler
  if (first === undefined) return ''
  return rest.length === 0
    ? isolated(first.islem_adi)
    : `${isolated(first.islem_adi)}, +${formatCount(rest.length)}`
}

function Items({ visit: { islemler } }: { visit: Visit }) {
  if (islemler.length === 0) return <p className="text-sm text-muted-foreground">Henüz işlem eklenmedi.</p>
  return (
    <ul className="grid gap-1 text-sm">
      {islemler.map((item, index) => (
        <li key={index} className="flex items-baseline gap-2">
          <span className="min-w-0 wrap-anywhere">
            {isolated(item.islem_adi)}
            {item.islem_adet > 1 && ` × ${formatCount(item.islem_adet)}`}
          </span>
          {item.fiyat_kurus !== undefined && (
            <>
              <span aria-hidden className="grow border-b border-dotted border-input" />
              <Amount kurus={item.fiyat_kurus * item.islem_adet} />
            </>
          )}
        </li>
      ))}
    </ul>
  )
}
