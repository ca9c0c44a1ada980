import { Link } from '@tanstack/react-router'
import { Combine } from 'lucide-react'
import { useState } from 'react'

import { BookLine } from '#client/components/directory/book-line.tsx'
import { Fact, Facts } from '#client/components/directory/facts.tsx'
import { HistoryExport } from '#client/components/directory/history-export.tsx'
import { LinkedCard } from '#client/components/directory/linked-card.tsx'
import { Merge, useMergeDialog } from '#client/components/directory/merge.tsx'
import { MergedCard } from '#client/components/directory/merged-card.tsx'
import { MoreLine, MoreMenu } from '#client/components/directory/more-menu.tsx'
import { OpenWorkFact } from '#client/components/directory/open-work-fact.tsx'
import { SubjectHead, VisitsText } from '#client/components/directory/subject-head.tsx'
import { UpcomingCard } from '#client/components/directory/upcoming-card.tsx'
import { UnreadyScreen } from '#client/components/directory/unready-screen.tsx'
import { VisitTimeline, TimelinePage } from '#client/components/directory/visit-timeline.tsx'
import type { TimelineLook } from '#client/components/directory/timeline-visit.tsx'
import { useLinking } from '#client/components/directory/use-linking.ts'
import { WarrantyLine } from '#client/components/directory/warranty-line.tsx'
import { YearsCard } from '#client/components/directory/years-card.tsx'
import { SendLine, SubjectShare } from '#client/components/share/send-line.tsx'
import { Plate } from '#client/components/plate.tsx'
import { trpc } from '#client/lib/api.ts'
import { cn } from '#client/lib/cn.ts'
import { formatCount } from '#client/lib/format.ts'
import { useRight } from '#client/lib/session.ts'
import { useToday } from '#client/lib/use-today.ts'
import { isolated, joinIsolated } from '#shared/bidi.ts'
import { formatDay } from '#shared/date.ts'
import { messages } from '#shared/messages.ts'
import type { VehicleDetail, VehicleListItem } from '#shared/vehicle/schema.ts'
import { formatPhone } from '#shared/phone.ts'

import { CarReminders } from './car-reminders.tsx'
import { nameOf } from './vehicle-name.ts'

/** Shows a car: its data, and its visits on a timeline. */
export function VehicleScreen({ id }: { id: string }) {
  const query = trpc.vehicle.get.useQuery({ id })
  if (query.data === undefined)
    return (
      <UnreadyScreen
        title="Araç"
        query={query}
        failureMessage={messages.vehicleFailed}
        missingMessage={messages.vehicleNotFound}
        list={{ to: '/vehicles', label: 'Araçlar listesine dön' }}
      />
    )
  return <Vehicle car={query.data} />
}

function Visits({
  id,
  page,
  ...look
}: Pick<TimelineLook, 'today' | 'onDetach'> & { id: number; page: number }) {
  const query = trpc.vehicle.visits.useQuery({ id, page })
  return <TimelinePage {...look} page={page} query={query} owner="vehicle" detachLabel="Bu araca ait değil" />
}

function Vehicle({ car }: { car: VehicleDetail }) {
  const today = useToday()
  const canRemind = useRight('quotes')
  const utils = trpc.useUtils()
  const dialog = useMergeDialog()
  const [isSendOpen, setSendOpen] = useState(false)
  const candidates = trpc.vehicle.list.useQuery({ q: dialog.search }, { enabled: dialog.isOpen })
  const linking = useLinking({
    merge: trpc.vehicle.merge.useMutation().mutateAsync,
    separate: trpc.vehicle.separate.useMutation().mutateAsync,
    relink: trpc.vehicle.relink.useMutation().mutateAsync,
    // Cars' pages name their customers and customers' pages their cars, so both caches are stale.
    refresh: () => Promise.all([utils.vehicle.invalidate(), utils.customer.invalidate()]),
    words: {
      merged: 'Araçlar birleştirildi.',
      separated: 'Araçlar ayrıldı.',
      detached: 'Kayıt bu araçtan ayrıldı.',
    },
  })
  return (
    <>
      <SubjectHead
        title="Araç"
        plate={car.plate}
        name={car.plate === '' ? isolated(car.vin) : nameOf(car)}
        about={<About car={car} />}
        phone={car.customers[0]?.phone ?? ''}
        newRecordOf={{ plaka: car.plate, ...(car.plate === '' && { sasi_no: car.vin }) }}
      >
        <MoreMenu>
          {({ close, leave }) => (
            <>
              <BookLine
                of={{
                  plaka: car.plate,
                  musteri_adi_soyadi: car.customers[0]?.name ?? '',
                  musteri_tel: car.customers[0]?.phone ?? '',
                }}
              />
              <MoreLine Icon={Combine} leave={leave} onClick={() => dialog.setOpen(true)}>
                Birleştir
              </MoreLine>
              <SendLine leave={leave} onClick={() => setSendOpen(true)}>
                Geçmişi gönder
              </SendLine>
              <HistoryExport path="vehicle-history" title="Araç geçmişi" id={car.id} onStart={close} />
            </>
          )}
        </MoreMenu>
      </SubjectHead>
      <Merge
        into={car.id}
        linking={linking}
        dialog={dialog}
        title="Aynı aracı birleştir"
        placeholder="Plaka, şasi no, marka veya model"
        candidates={candidates}
        renderRow={renderCandidate}
      >
        Seçilen aracın gelişleri {isolated(car.plate || car.vin)} altında görünür.
      </Merge>
      <SubjectShare
        open={isSendOpen}
        onOpenChange={setSendOpen}
        target={{ kind: 'vehicle', id: car.id }}
        phone={car.customers[0]?.phone ?? ''}
      />
      <Facts>
        <Fact name="Kilometre">{car.km === null ? null : formatCount(car.km)}</Fact>
        <Fact name="Yıllık ortalama">
          {car.km_per_year === null ? null : `${formatCount(car.km_per_year)} km`}
        </Fact>
        <Fact name="Şasi No">{car.vin && <span className="chassis break-all">{car.vin}</span>}</Fact>
        <Fact name="Motor No">
          {car.engine_no && <span className="chassis break-all">{car.engine_no}</span>}
        </Fact>
        <Fact name="Önceki plaka">{car.earlier_plates.length > 0 && <EarlierPlates car={car} />}</Fact>
        <OpenWorkFact id={car.open_kayit_id} />
      </Facts>
      <WarrantyLine className="mb-4" vehicleId={car.id} day={today} km={car.km} />
      <div className="grid items-start gap-4 xl:grid-cols-[minmax(0,1fr)_21.75rem]">
        <VisitTimeline
          total={car.visits}
          empty="Bu aracın kaydı kalmadı."
          renderPage={(page) => (
            <Visits
              id={car.id}
              page={page}
              today={today}
              onDetach={car.visits > 1 ? (visit) => void linking.detach(visit) : undefined}
            />
          )}
        />
        <div className="grid gap-4">
          {canRemind && <CarReminders id={car.id} today={today} />}
          <UpcomingCard rows={car.upcoming} nameOf={({ customer }) => customer} />
          <Customers car={car} />
          <YearsCard facts={car} />
          <MergedCard
            merged={car.merged.map(({ id, plate, vin }) => ({
              id,
              label: plate || vin,
              name: plate === '' ? <span className="chassis">{vin}</span> : <Plate text={plate} />,
            }))}
            isPending={linking.isPending}
            onSeparate={(id) => void linking.separate(id, car.id)}
          />
        </div>
      </div>
    </>
  )
}

/** The line below the car's name: its last customer, whose phone stands here unless it stands in the list, and visits. */
function About({ car }: { car: VehicleDetail }) {
  const { customers } = car
  const [last] = customers
  const isOnly = customers.length === 1
  return (
    <>
      {car.plate === '' && nameOf(car) !== '' && `${nameOf(car)} · `}
      {last !== undefined && (
        <>
          <CustomerLink customer={last} className="text-primary underline underline-offset-4" />
          {' · '}
          {isOnly && last.phone !== '' && `${formatPhone(last.phone)} · `}
        </>
      )}
      <VisitsText facts={car} />
    </>
  )
}

interface CustomerLinkProps {
  customer: VehicleDetail['customers'][number]
  className: string
}

const CustomerLink = ({ customer: { id, name }, className }: CustomerLinkProps) => (
  <Link
    to="/customer/$id"
    params={{ id: String(id) }}
    className={cn('font-semibold wrap-anywhere', className)}
  >
    {isolated(name)}
  </Link>
)

function EarlierPlates({ car: { earlier_plates } }: { car: VehicleDetail }) {
  return earlier_plates.map(({ plate, last_day }) => (
    <span key={plate} className="block">
      {isolated(plate)}
      <span className="text-sm font-normal text-muted-foreground">{` ${formatDay(last_day)} gününe kadar`}</span>
    </span>
  ))
}

/** The customers of a car that has had several. */
const Customers = ({ car: { customers } }: { car: VehicleDetail }) =>
  customers.length > 1 && (
    <LinkedCard title="Müşteriler" rows={customers}>
      {(customer) => (
        <>
          <CustomerLink
            customer={customer}
            className="inline-flex min-h-11 items-center after:absolute after:inset-0 md:min-h-8"
          />
          <span className="text-sm text-muted-foreground">{formatPhone(customer.phone)}</span>
          <span className="ml-auto text-sm text-muted-foreground">{formatDay(customer.last_day)}</span>
        </>
      )}
    </LinkedCard>
  )

/** Shows a car in the dialog that merges. */
const renderCandidate = (row: VehicleListItem) => (
  <>
    {row.plate === '' ? <span className="chassis break-all">{row.vin}</span> : <Plate text={row.plate} />}
    <span className="min-w-0 text-sm text-muted-foreground wrap-anywhere">
      {joinIsolated(' · ', [nameOf(row), row.customer_name])}
    </span>
  </>
)
