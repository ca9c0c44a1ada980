import { useSyncExternalStore } from 'react'

import { cn } from '#client/lib/cn.ts'
import type { Span } from '#shared/appointment/rules.ts'
import { clockOf } from '#shared/clock.ts'
import { formatClock } from '#shared/date.ts'

interface DayGroundProps {
  hours: Span
  /** The opening hours of the day; `null` for a closed one. */
  open: Span | null
  isToday: boolean
  /** Begins an appointment at this minute of the day. */
  onAsk: (start: number) => void
}

const HALF = 30

/** The empty hours of a day. A press on one begins an appointment; the keyboard has the button above. */
export function DayGround({ hours, open, isToday, onAsk }: DayGroundProps) {
  const halves = Array.from({ length: (hours.until - hours.from) / HALF }, (_, i) => hours.from + i * HALF)
  const isOpen = (minute: number) => open !== null && minute >= open.from && minute < open.until
  return (
    <div className="relative border-l border-border" data-print="hide">
      {halves.map((minute) => (
        <button
          key={minute}
          type="button"
          tabIndex={-1}
          aria-hidden
          className={cn(
            'group flex h-[calc(var(--hour)/2)] w-full items-center justify-center text-sm font-medium text-primary-ink',
            minute % 60 === 0 && minute !== hours.from && 'border-t border-border',
            !isOpen(minute) && 'bg-sunken',
          )}
          onClick={() => onAsk(minute)}
        >
          <span className="opacity-0 group-hover:opacity-100">{`+ ${clockOf(minute)}`}</span>
        </button>
      ))}
      {isToday && <NowLine hours={hours} />}
    </div>
  )
}

const now = () => formatClock(new Date().toISOString())

function onMinute(check: () => void): () => void {
  const timer = window.setInterval(check, 15_000)
  return () => window.clearInterval(timer)
}

/** The line of the present time. */
function NowLine({ hours }: { hours: Span }) {
  const clock = useSyncExternalStore(onMinute, now)
  const [hour = 0, minute = 0] = clock.split(':').map(Number)
  const at = hour * 60 + minute
  if (at < hours.from || at > hours.until) return null
  return (
    <div
      aria-hidden
      className="pointer-events-none absolute inset-x-0 z-20 border-t-2 border-primary"
      style={{ top: `${((at - hours.from) / (hours.until - hours.from)) * 100}%` }}
    />
  )
}
