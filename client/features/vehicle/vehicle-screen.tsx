import { Link } from '@tanstack/react-router'
import { Plus } from 'lucide-react'

import { Contact } from '#client/components/directory/contact.tsx'
import { Fact, Facts } from '#client/components/directory/facts.tsx'
import { HistoryExport } from '#client/components/directory/history-export.tsx'
import { LinkedCard } from '#client/components/directory/linked-card.tsx'
import { Merge, useMergeDialog } from '#client/components/directory/merge.tsx'
import { MergedCard } from '#client/components/directory/merged-card.tsx'
import { OpenWorkFact } from '#client/components/directory/open-work-fact.tsx'
import { UnreadyScreen } from '#client/components/directory/unready-screen.tsx'
import { VisitTimeline, TimelinePage } from '#client/components/directory/visit-timeline.tsx'
import type { TimelineLook } from '#client/components/directory/timeline-visit.tsx'
import { useLinking } from '#client/components/directory/use-linking.ts'
import { YearsCard } from '#client/components/directory/years-card.tsx'
import { PageHeader } from '#client/components/page-header.tsx'
import { Plate } from '#client/components/plate.tsx'
import { trpc } from '#client/lib/api.ts'
import { formatCount } from '#client/lib/format.ts'
import { useToday } from '#client/lib/use-today.ts'
import { Button } from '#client/ui/button.tsx'
import { isolated, joinIsolated } from '#shared/bidi.ts'
import { formatDay } from '#shared/date.ts'
import { messages } from '#shared/messages.ts'
import type { VehicleDetail, VehicleListItem } from '#shared/vehicle/schema.ts'
import { formatPhone } from '#shared/phone.ts'

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
  const utils = trpc.useUtils()
  const dialog = useMergeDialog()
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
  const about = [nameOf(car), visitsText(car)].filter(Boolean).join(' · ')
  return (
    <>
      <PageHeader
        title="Araç"
        plate={car.plate}
        about={car.plate === '' ? `${isolated(car.vin)} · ${about}` : about}
      >
        <Contact phone={car.customers[0]?.phone ?? ''} />
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
        <HistoryExport path="vehicle-history" title="Araç geçmişi" id={car.id} />
        <Button asChild>
          <Link
            to="/book/$id"
            params={{ id: '0' }}
            state={{ newRecordOf: { plaka: car.plate, sasi_no: car.plate === '' ? car.vin : '' } }}
          >
            <Plus aria-hidden />
            Yeni kayıt
          </Link>
        </Button>
      </PageHeader>
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
      <div className="grid items-start gap-4 xl:grid-cols-[minmax(0,1fr)_minmax(20rem,26rem)]">
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

/** Returns the number of visits and the first one's day: '9 geliş, ilki 14.03.2022'. */
const visitsText = ({ visits, first_day }: VehicleDetail): string =>
  first_day === null || visits < 2
    ? `${formatCount(visits)} geliş`
    : `${formatCount(visits)} geliş, ilki ${formatDay(first_day)}`

function EarlierPlates({ car: { earlier_plates } }: { car: VehicleDetail }) {
  return earlier_plates.map(({ plate, last_day }) => (
    <span key={plate} className="block">
      {isolated(plate)}
      <span className="text-sm font-normal text-muted-foreground">{` ${formatDay(last_day)} gününe kadar`}</span>
    </span>
  ))
}

const Customers = ({ car: { customers } }: { car: VehicleDetail }) => (
  <LinkedCard title={customers.length === 1 ? 'Müşteri' : 'Müşteriler'} rows={customers}>
    {(customer) => (
      <>
        <Link
          to="/customer/$id"
          params={{ id: String(customer.id) }}
          className="inline-flex min-h-11 items-center font-semibold wrap-anywhere after:absolute after:inset-0 md:min-h-8"
        >
          {customer.name}
        </Link>
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
