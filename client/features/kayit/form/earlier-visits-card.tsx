import { Link } from '@tanstack/react-router'
import { ChevronRight } from 'lucide-react'

import { Amount } from '#client/components/amount.tsx'
import { WarrantyLine } from '#client/components/directory/warranty-line.tsx'
import { HandoverCard } from '#client/features/kayit/intake/handover-card.tsx'
import { trpc } from '#client/lib/api.ts'
import { formatCount } from '#client/lib/format.ts'
import { QUIET } from '#client/lib/query-client.ts'
import { Card } from '#client/ui/card.tsx'
import { isolated } from '#shared/bidi.ts'
import { formatDay } from '#shared/date.ts'
import type { EarlierVisits } from '#shared/history/schema.ts'
import { hasIncome, recordDay } from '#shared/kayit/rules.ts'

import { AppointmentLine } from './appointment-line.tsx'
import { QuoteLine, type QuoteLineProps } from './quote-line.tsx'

const LINK =
  'inline-flex min-h-11 items-center gap-1 text-primary underline-offset-4 hover:underline md:min-h-8'

/** Shows the quotes around a stored record, an appointment's time, the forms of this visit and the car's history. */
export default function BesideRecord({ id, form }: QuoteLineProps) {
  return (
    <>
      <QuoteLine id={id} form={form} />
      <AppointmentLine id={id} />
      <HandoverCard id={id} />
      <EarlierVisitsCard id={id} />
    </>
  )
}

/** Shows the car's history: the last visits, the kilometres since, other open work. */
function EarlierVisitsCard({ id }: { id: number }) {
  const { data } = trpc.vehicle.earlier.useQuery({ kayit_ids: [String(id)] }, { meta: QUIET })
  // The card of a quote for more work leads to that visit already.
  const { data: quote } = trpc.share.quote.useQuery({ kayit_id: id }, { enabled: false })
  const known = data?.[0]
  if (known === undefined || (known.visits === 0 && known.open_kayit_id === null && known.owed_count === 0))
    return null
  return (
    <Card aria-label="Aracın geçmişi" data-print="hide" className="grid px-4 py-2 text-sm md:px-4 md:py-2">
      {known.last.map((visit) => (
        <LastVisit key={visit.kayit_id} visit={visit} />
      ))}
      <RecordWarranty id={id} vehicleId={known.vehicle_id} />
      {known.km_since !== null && known.km_since > 0 && (
        <span className="flex min-h-8 items-center justify-between gap-3 text-muted-foreground">
          Son gelişten beri{' '}
          <span className="font-semibold text-foreground">{`${formatCount(known.km_since)} km`}</span>
        </span>
      )}
      {known.owed_kurus !== undefined && known.owed_count > 0 && (
        <span className="flex min-h-8 items-center justify-between gap-3 font-semibold text-warning-ink">
          {`Diğer kayıtlardan kalan (${formatCount(known.owed_count)})`}
          <Amount kurus={known.owed_kurus} />
        </span>
      )}
      {known.open_kayit_id !== null && known.open_kayit_id !== quote?.visit?.kayit_id && (
        <Link to="/book/$id" params={{ id: String(known.open_kayit_id) }} className={LINK}>
          Başka açık kaydı var
        </Link>
      )}
      <Link to="/vehicle/$id" params={{ id: String(known.vehicle_id) }} className={LINK}>
        {known.visits === 0 ? 'Aracın geçmişi' : `Aracın geçmişi (${formatCount(known.visits)} geliş)`}
        <ChevronRight aria-hidden className="ml-auto size-4" />
      </Link>
    </Card>
  )
}

/** Shows the work that was under warranty on the day of the record. */
function RecordWarranty({ id, vehicleId }: { id: number; vehicleId: number }) {
  const { data } = trpc.kayit.get.useQuery({ kayit_id: id }, { enabled: false })
  if (data === undefined) return null
  const { kayit } = data
  return <WarrantyLine vehicleId={vehicleId} kayitId={id} day={recordDay(kayit)} km={kayit.km_bilgisi} />
}

function LastVisit({ visit }: { visit: EarlierVisits['last'][number] }) {
  const { kayit_id, day, ilk_islem, islem_sayisi, toplam_kurus } = visit
  return (
    <span className="flex min-w-0 items-center gap-3">
      <Link to="/book/$id" params={{ id: String(kayit_id) }} className={LINK}>
        {formatDay(day)}
      </Link>
      <span className="min-w-0 grow truncate">
        {islem_sayisi > 0 &&
          (islem_sayisi === 1
            ? isolated(ilk_islem)
            : `${isolated(ilk_islem)}, +${formatCount(islem_sayisi - 1)}`)}
      </span>
      {toplam_kurus !== undefined && (
        <Amount
          kurus={toplam_kurus}
          className={hasIncome(visit) ? 'text-muted-foreground' : 'line-through'}
        />
      )}
    </span>
  )
}
