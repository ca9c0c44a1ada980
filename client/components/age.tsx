import { cn } from '#client/lib/cn.ts'
import { type Day, daysBetween, formatDay } from '#shared/date.ts'

/** The number of ticks, one for each day; work of that many days is late. */
const SLOTS = 5
const EMPTY_SLOT = 'shadow-[inset_0_0_0_1px_var(--input)]'

/** Returns the days that a car has been in the shop; `null` without an entry date and for a future one. */
function ageOf(since: Day | null, today: Day): number | null {
  const days = since === null ? -1 : daysBetween(since, today)
  return days < 0 ? null : days
}

export interface AgeProps {
  /** The entry date. */
  since: Day | null
  today: Day
  className?: string
  /** Whether only the ticks are shown. */
  isShort?: boolean
  /** The words after '2 gündür'. */
  suffix?: string
}

/**
 * The age of open work as ticks and words; the title holds the exact day. An unknown age renders nothing. The words are
 * generated content, which is read aloud, so that the text of a list's cell is only its value.
 */
export function Age({ since, today, className, isShort = false, suffix = '' }: AgeProps) {
  const days = ageOf(since, today)
  if (days === null) return null
  const isLate = days >= SLOTS
  const filled = isLate ? 'bg-warning' : 'bg-primary-ink'
  return (
    <span
      data-slot="age"
      data-words={days === 0 ? 'bugün' : `${days} gündür${suffix}`}
      title={formatDay(since)}
      className={cn(
        'inline-flex items-center gap-0.5 text-xs whitespace-nowrap text-muted-foreground',
        'after:content-[attr(data-words)]',
        isShort ? 'after:sr-only' : 'after:ml-1.5',
        isLate && 'font-semibold text-warning-ink',
        className,
      )}
    >
      {Array.from({ length: SLOTS }, (_, slot) => (
        <span
          key={slot}
          data-filled={slot < Math.max(1, days) || undefined}
          className={cn('h-2.75 w-1 rounded-[1px]', slot < Math.max(1, days) ? filled : EMPTY_SLOT)}
        />
      ))}
    </span>
  )
}
