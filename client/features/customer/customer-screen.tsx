import { Link } from '@tanstack/react-router'

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
import { carText, formatCount } from '#client/lib/format.ts'
import { useToday } from '#client/lib/use-today.ts'
import { isolated, joinIsolated } from '#shared/bidi.ts'
import type { CustomerDetail, CustomerListItem } from '#shared/customer/schema.ts'
import { formatDay } from '#shared/date.ts'
import { messages } from '#shared/messages.ts'
import { formatPhone } from '#shared/phone.ts'

import { PersonalData } from './personal-data.tsx'

/** Shows a customer: contact data, cars, and visits on a timeline. */
export function CustomerScreen({ id }: { id: string }) {
  const query = trpc.customer.get.useQuery({ id })
  if (query.data === undefined)
    return (
      <UnreadyScreen
        title="Müşteri"
        query={query}
        failureMessage={messages.customerFailed}
        missingMessage={messages.customerNotFound}
        list={{ to: '/customers', label: 'Müşteriler listesine dön' }}
      />
    )
  return <Customer customer={query.data} />
}

function Visits({
  id,
  page,
  ...look
}: Pick<TimelineLook, 'today' | 'onDetach'> & { id: number; page: number }) {
  const query = trpc.customer.visits.useQuery({ id, page })
  return (
    <TimelinePage {...look} page={page} query={query} owner="customer" detachLabel="Bu müşteriye ait değil" />
  )
}

function Customer({ customer }: { customer: CustomerDetail }) {
  const today = useToday()
  const utils = trpc.useUtils()
  const dialog = useMergeDialog()
  const candidates = trpc.customer.list.useQuery({ q: dialog.search }, { enabled: dialog.isOpen })
  const linking = useLinking({
    merge: trpc.customer.merge.useMutation().mutateAsync,
    separate: trpc.customer.separate.useMutation().mutateAsync,
    relink: trpc.customer.relink.useMutation().mutateAsync,
    // Customers' pages name their cars and cars' pages their customers, so both caches are stale.
    refresh: () => Promise.all([utils.vehicle.invalidate(), utils.customer.invalidate()]),
    words: {
      merged: 'Müşteriler birleştirildi.',
      separated: 'Müşteriler ayrıldı.',
      detached: 'Kayıt bu müşteriden ayrıldı.',
    },
  })
  return (
    <>
      <PageHeader title="Müşteri" about={customer.name}>
        <Contact phone={customer.phone} />
        <Merge
          into={customer.id}
          linking={linking}
          dialog={dialog}
          title="Müşteri kayıtlarını birleştir"
          placeholder="Ad, telefon veya vergi no"
          candidates={candidates}
          renderRow={renderCandidate}
        >
          Seçilen müşterinin gelişleri {isolated(customer.name)} altında görünür.
        </Merge>
        <PersonalData id={customer.id} />
        <HistoryExport path="customer-history" title="Müşteri geçmişi" id={customer.id} />
      </PageHeader>
      <Facts>
        <Fact name="Telefon">{customer.phone && formatPhone(customer.phone)}</Fact>
        <Fact name="T.C. / Vergi No">{customer.tax_no}</Fact>
        <Fact name="Geliş">{formatCount(customer.visits)}</Fact>
        <Fact name="İlk geliş">{customer.first_day && formatDay(customer.first_day)}</Fact>
        <Fact name="Son geliş">{customer.last_day && formatDay(customer.last_day)}</Fact>
        <OpenWorkFact id={customer.open_kayit_id} />
      </Facts>
      <div className="grid items-start gap-4 xl:grid-cols-[minmax(0,1fr)_minmax(20rem,26rem)]">
        <VisitTimeline
          total={customer.visits}
          empty="Bu müşterinin kaydı kalmadı."
          renderPage={(page) => (
            <Visits
              id={customer.id}
              page={page}
              today={today}
              onDetach={customer.visits > 1 ? (visit) => void linking.detach(visit) : undefined}
            />
          )}
        />
        <div className="grid gap-4 max-xl:order-first">
          <Cars customer={customer} />
          <YearsCard facts={customer} />
          <MergedCard
            merged={customer.merged.map(({ id, name, phone }) => ({
              id,
              label: name,
              name: joinIsolated(' · ', [name, formatPhone(phone)]),
            }))}
            isPending={linking.isPending}
            onSeparate={(id) => void linking.separate(id, customer.id)}
          />
        </div>
      </div>
    </>
  )
}

const Cars = ({ customer: { cars } }: { customer: CustomerDetail }) => (
  <LinkedCard title={cars.length === 1 ? 'Araç' : 'Araçlar'} rows={cars}>
    {(car) => (
      <>
        <Link
          to="/vehicle/$id"
          params={{ id: String(car.id) }}
          className="inline-flex min-h-11 items-center after:absolute after:inset-0 md:min-h-8"
        >
          {car.plate === '' ? (
            <span className="chassis break-all">{car.vin}</span>
          ) : (
            <Plate text={car.plate} />
          )}
        </Link>
        <span className="min-w-0 text-sm text-muted-foreground wrap-anywhere">
          {joinIsolated(', ', [carText({ arac_marka: car.make, arac_model: car.model }), car.model_year])}
        </span>
        <span className="ml-auto text-sm text-muted-foreground">{`${formatCount(car.visits)} geliş`}</span>
      </>
    )}
  </LinkedCard>
)

/** Shows a customer in the dialog that merges. */
const renderCandidate = (row: CustomerListItem) => (
  <>
    <span className="min-w-0 font-semibold wrap-anywhere">{row.name}</span>
    <span className="min-w-0 text-sm text-muted-foreground wrap-anywhere">
      {joinIsolated(' · ', [formatPhone(row.phone), ...row.cars.map(({ plate }) => plate)])}
    </span>
  </>
)
