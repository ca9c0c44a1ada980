import { Link } from '@tanstack/react-router'
import { Combine, ShieldCheck } from 'lucide-react'
import { useState } from 'react'

import { Fact, Facts } from '#client/components/directory/facts.tsx'
import { BookLine } from '#client/components/directory/book-line.tsx'
import { HistoryExport } from '#client/components/directory/history-export.tsx'
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
import { YearsCard } from '#client/components/directory/years-card.tsx'
import { lazyDialog } from '#client/components/lazy-dialog.tsx'
import { SendLine, SubjectShare } from '#client/components/share/send-line.tsx'
import { Plate } from '#client/components/plate.tsx'
import { trpc } from '#client/lib/api.ts'
import { carText, formatCount } from '#client/lib/format.ts'
import { useSessionUser } from '#client/lib/session.ts'
import { useToday } from '#client/lib/use-today.ts'
import { Button } from '#client/ui/button.tsx'
import { isolated, joinIsolated } from '#shared/bidi.ts'
import type { CustomerDetail, CustomerListItem } from '#shared/customer/schema.ts'
import { messages } from '#shared/messages.ts'
import { formatPhone } from '#shared/phone.ts'

import { AccountOrVisits } from './account/account-or-visits.tsx'
import { BalanceCard } from './account/balance-card.tsx'
import { OpenRecordsCard } from './account/open-records-card.tsx'
import { periodOf, useAccount } from './account/use-account.ts'
import { PersonalData } from './personal-data.tsx'

const AccountDialogs = lazyDialog(() => import('./account/account-dialogs.tsx'))

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
}: Pick<TimelineLook, 'today' | 'onDetach' | 'onlyPlate'> & { id: number; page: number }) {
  const query = trpc.customer.visits.useQuery({ id, page })
  return (
    <TimelinePage {...look} page={page} query={query} owner="customer" detachLabel="Bu müşteriye ait değil" />
  )
}

function Customer({ customer }: { customer: CustomerDetail }) {
  const today = useToday()
  const utils = trpc.useUtils()
  const dialog = useMergeDialog()
  const hasPersonalData = useSessionUser().rights.includes('personal_data')
  const [isDataOpen, setDataOpen] = useState(false)
  const [isSendOpen, setSendOpen] = useState(false)
  const account = useAccount(customer.id)
  const candidates = trpc.customer.list.useQuery({ q: dialog.search }, { enabled: dialog.isOpen })
  const linking = useLinking({
    merge: trpc.customer.merge.useMutation().mutateAsync,
    separate: trpc.customer.separate.useMutation().mutateAsync,
    relink: trpc.customer.relink.useMutation().mutateAsync,
    // Customers' pages name their cars and cars' pages their customers, so both caches are stale.
    refresh: () =>
      Promise.all([utils.vehicle.invalidate(), utils.customer.invalidate(), utils.payment.invalidate()]),
    words: {
      merged: 'Müşteriler birleştirildi.',
      separated: 'Müşteriler ayrıldı.',
      detached: 'Kayıt bu müşteriden ayrıldı.',
    },
  })
  return (
    <>
      <SubjectHead
        title="Müşteri"
        name={customer.name}
        about={
          <>
            {customer.phone !== '' && `${formatPhone(customer.phone)} · `}
            <VisitsText facts={customer} />
          </>
        }
        phone={customer.phone}
        newRecordOf={newRecordOf(customer)}
      >
        <MoreMenu>
          {({ close, leave }) => (
            <>
              <BookLine of={newRecordOf(customer)} />
              <MoreLine Icon={Combine} leave={leave} onClick={() => dialog.setOpen(true)}>
                Birleştir
              </MoreLine>
              {hasPersonalData && (
                <MoreLine Icon={ShieldCheck} leave={leave} onClick={() => setDataOpen(true)}>
                  Kişisel veriler
                </MoreLine>
              )}
              <HistoryExport
                path="customer-history"
                title="Müşteri geçmişi"
                id={customer.id}
                onStart={close}
              />
              {account && (
                <SendLine leave={leave} onClick={() => setSendOpen(true)}>
                  Ekstreyi gönder
                </SendLine>
              )}
              {account && (
                <HistoryExport
                  path="statement"
                  title="Cari ekstre"
                  id={customer.id}
                  period={periodOf(account.year)}
                  onStart={close}
                />
              )}
            </>
          )}
        </MoreMenu>
      </SubjectHead>
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
      {account && (
        <AccountDialogs
          open={account.asked !== null}
          onOpenChange={(open) => !open && account.ask(null)}
          account={account}
        />
      )}
      {account && (
        <SubjectShare
          open={isSendOpen}
          onOpenChange={setSendOpen}
          target={{ kind: 'statement', id: customer.id, ...periodOf(account.year) }}
          phone={customer.phone}
        />
      )}
      {hasPersonalData && <PersonalData id={customer.id} open={isDataOpen} onOpenChange={setDataOpen} />}
      <Cars customer={customer} />
      {(customer.tax_no !== '' || customer.open_kayit_id !== null) && (
        <Facts>
          <Fact name="T.C. / Vergi No">{customer.tax_no}</Fact>
          <OpenWorkFact id={customer.open_kayit_id} />
        </Facts>
      )}
      <div className="grid items-start gap-4 xl:grid-cols-[minmax(0,1fr)_21.75rem] xl:grid-rows-[auto_1fr]">
        <div className="min-w-0 xl:row-span-2">
          <AccountOrVisits account={account}>
            <VisitTimeline
              total={customer.visits}
              empty="Bu müşterinin kaydı kalmadı."
              renderPage={(page) => (
                <Visits
                  id={customer.id}
                  page={page}
                  today={today}
                  onlyPlate={customer.cars.length === 1 ? customer.cars[0]?.plate : undefined}
                  onDetach={customer.visits > 1 ? (visit) => void linking.detach(visit) : undefined}
                />
              )}
            />
          </AccountOrVisits>
        </div>
        {account && (
          <div className="grid gap-4 max-xl:-order-1">
            <BalanceCard account={account} />
            <OpenRecordsCard records={account.data.open_records} />
          </div>
        )}
        <div className="grid gap-4">
          <UpcomingCard rows={customer.upcoming} nameOf={({ plate }) => plate} />
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

/** Returns the fields of a new record: the customer's, and the plate of an only car. */
const newRecordOf = ({ name, phone, tax_no, cars: [car, another] }: CustomerDetail) => ({
  musteri_adi_soyadi: name,
  musteri_tel: formatPhone(phone),
  tc_vergino: tax_no,
  ...(car !== undefined && another === undefined && { plaka: car.plate }),
})

/** The number of cars that are shown at once; a company may have dozens. */
const SHOWN_CARS = 6

/** The customer's cars, the last one first, each a card to press. */
function Cars({ customer: { cars } }: { customer: CustomerDetail }) {
  const [isWhole, setIsWhole] = useState(false)
  if (cars.length === 0) return null
  const shown = isWhole ? cars : cars.slice(0, SHOWN_CARS)
  return (
    <section aria-label={cars.length === 1 ? 'Araç' : 'Araçlar'} className="mb-4">
      <ul className="flex flex-wrap items-center gap-3">
        {shown.map((car) => (
          <li
            key={car.id}
            className="relative flex min-h-15 min-w-0 flex-wrap items-center gap-x-4 gap-y-1 rounded-lg border border-border bg-card px-4 py-2 hover:bg-sunken max-md:w-full max-md:flex-nowrap max-md:gap-x-3 max-md:px-3"
          >
            <Link
              to="/vehicle/$id"
              params={{ id: String(car.id) }}
              className="inline-flex min-w-11 items-center after:absolute after:inset-0 max-md:min-h-11"
            >
              {car.plate === '' ? (
                <span className="chassis break-all">{car.vin}</span>
              ) : (
                <Plate text={car.plate} className="max-md:text-lg max-md:leading-6.5" />
              )}
            </Link>
            <span className="min-w-24 wrap-anywhere max-md:flex-1">
              <span className="block font-semibold">
                {joinIsolated(', ', [
                  carText({ arac_marka: car.make, arac_model: car.model }),
                  String(car.model_year ?? ''),
                ])}
              </span>
              <span className="block text-sm text-muted-foreground">{`${formatCount(car.visits)} geliş`}</span>
            </span>
          </li>
        ))}
        {shown.length < cars.length && (
          <li>
            <Button variant="ghost" onClick={() => setIsWhole(true)}>
              {`${formatCount(cars.length - shown.length)} araç daha`}
            </Button>
          </li>
        )}
      </ul>
    </section>
  )
}

/** Shows a customer in the dialog that merges. */
const renderCandidate = (row: CustomerListItem) => (
  <>
    <span className="min-w-0 font-semibold wrap-anywhere">{row.name}</span>
    <span className="min-w-0 text-sm text-muted-foreground wrap-anywhere">
      {joinIsolated(' · ', [formatPhone(row.phone), ...row.cars.map(({ plate }) => plate)])}
    </span>
  </>
)
