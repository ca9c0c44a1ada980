import { Badge } from '#client/ui/badge.tsx'
import { relativeDay } from '#client/lib/format.ts'
import { type Day, EMPTY_DASH, formatDay } from '#shared/date.ts'

interface LastVisitProps {
  day: Day | null
  /** Whether there is open work. */
  isOpen?: boolean
  today: Day
}

/** The last visit in words; the title holds the day. */
export function LastVisit({ day, isOpen = false, today }: LastVisitProps) {
  return (
    <span className="inline-flex items-center gap-2 whitespace-nowrap">
      {isOpen && <Badge variant="primary">Açık iş</Badge>}
      <span title={formatDay(day)} className="text-muted-foreground">
        {day === null ? EMPTY_DASH : relativeDay(day, today)}
      </span>
    </span>
  )
}
