import { CalendarX, CircleAlert, CircleCheck, TriangleAlert } from 'lucide-react'
import { useId } from 'react'

import { formatCount } from '#client/lib/format.ts'
import { Badge, type BadgeVariant } from '#client/ui/badge.tsx'
import { Progress, type ProgressProps } from '#client/ui/progress.tsx'
import { type Day, EMPTY_DASH, formatDay } from '#shared/date.ts'
import { type LicenseState, licenseState } from '#shared/license.ts'

const LOOKS: Record<
  LicenseState['tone'],
  { badge: BadgeVariant; bar: NonNullable<ProgressProps['variant']>; Icon: typeof CircleCheck }
> = {
  success: { badge: 'success', bar: 'success', Icon: CircleCheck },
  warning: { badge: 'warning', bar: 'warning', Icon: TriangleAlert },
  danger: { badge: 'danger', bar: 'danger', Icon: CircleAlert },
  neutral: { badge: 'secondary', bar: 'primary', Icon: CalendarX },
}

export interface LicenseCardProps {
  endDate: Day | null
  today: Day
}

/** Shows the remaining time of the licence in words, numbers and a bar, in one line until its last month (specification §4). */
export function LicenseCard({ endDate, today }: LicenseCardProps) {
  const id = useId()
  const { tone, message, daysLeft, percentUsed } = licenseState({ endDate, today })
  const { badge, bar, Icon } = LOOKS[tone]
  const isEnding = tone === 'warning' || tone === 'danger'
  return (
    <section aria-labelledby={id} className="flex min-w-0 grow flex-wrap items-center gap-x-6 gap-y-2">
      <div className="flex flex-wrap items-center gap-2">
        <h2 id={id} className="text-sm text-muted-foreground">
          Lisans durumu
        </h2>
        <Badge variant={badge} className="shrink whitespace-normal">
          <Icon aria-hidden />
          {message}
        </Badge>
      </div>
      <dl className="flex flex-wrap gap-x-6 gap-y-1 text-sm">
        <Figure label="Bitiş tarihi" value={formatDay(endDate)} />
        <Figure label="Kalan gün" value={daysLeft === null ? EMPTY_DASH : formatCount(daysLeft)} />
        <Figure label="Geçen süre" value={percentUsed === null ? EMPTY_DASH : `%${percentUsed}`} />
      </dl>
      {percentUsed !== null && (
        <Progress
          className={isEnding ? 'basis-full' : 'min-w-24 grow basis-0'}
          value={percentUsed}
          label="Lisansın kullanılan süresi"
          variant={bar}
        />
      )}
    </section>
  )
}

function Figure({ label, value }: { label: string; value: string }) {
  return (
    <div className="flex min-w-0 gap-1.5">
      <dt className="text-muted-foreground">{label}</dt>
      <dd className="font-semibold">{value}</dd>
    </div>
  )
}
