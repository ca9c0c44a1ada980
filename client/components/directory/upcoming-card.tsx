import { Link } from '@tanstack/react-router'

import { Amount } from '#client/components/amount.tsx'
import { DurumBadge } from '#client/components/durum-badge.tsx'
import { joinIsolated } from '#shared/bidi.ts'
import { STATE_WORDS } from '#shared/appointment/states.ts'
import { appointmentWords } from '#shared/appointment/words.ts'
import { formatDay } from '#shared/date.ts'
import type { VisitFacts } from '#shared/history/schema.ts'
import { STAGE_WORDS } from '#shared/kayit/stage.ts'

import { LinkedCard } from './linked-card.tsx'

type Upcoming = VisitFacts['upcoming'][number]

interface UpcomingCardProps {
  rows: readonly Upcoming[]
  /** The other side of the record: the car's customer, or the customer's car. */
  nameOf: (row: Upcoming) => string
}

/** Returns the day and time of an appointment, else the first work item. */
const titleOf = ({ appointment, ilk_islem }: Upcoming): string => {
  if (appointment === null) return ilk_islem
  const state = appointment.state === 'awaited' ? '' : ` (${STATE_WORDS[appointment.state]})`
  return appointmentWords(appointment) + state
}

/** The quotes and appointments of a car or customer, which are no visits yet. */
export const UpcomingCard = ({ rows, nameOf }: UpcomingCardProps) => (
  <LinkedCard title="Teklif ve randevular" rows={rows.map((row) => ({ ...row, id: row.kayit_id }))}>
    {(row) => (
      <>
        <DurumBadge durum={STAGE_WORDS[row.stage]} />
        <Link
          to="/book/$id"
          params={{ id: String(row.kayit_id) }}
          className="flex min-h-6 min-w-0 grow items-center font-medium wrap-anywhere after:absolute after:inset-0 max-md:min-h-11"
        >
          {titleOf(row) || nameOf(row) || formatDay(row.day)}
        </Link>
        {row.toplam_kurus !== undefined && <Amount kurus={row.toplam_kurus} />}
        <span className="basis-full text-sm text-muted-foreground">
          {joinIsolated(' · ', [
            nameOf(row),
            row.appointment === null ? formatDay(row.day) : row.ilk_islem,
            row.quote_valid_until === null ? '' : `${formatDay(row.quote_valid_until)} gününe kadar geçerli`,
          ])}
        </span>
      </>
    )}
  </LinkedCard>
)
