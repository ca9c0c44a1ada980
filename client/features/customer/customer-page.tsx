import { Link } from '@tanstack/react-router'
import { Combine } from 'lucide-react'
import { useId, useState } from 'react'

import { ExportButton } from '#client/components/export-button.tsx'
import { Contact } from '#client/components/history/contact.tsx'
import { Fact, Facts } from '#client/components/history/facts.tsx'
import type { MergeDialogProps } from '#client/components/history/merge-dialog.tsx'
import { MergedCard } from '#client/components/history/merged-card.tsx'
import { OpenWorkFact } from '#client/components/history/open-work-fact.tsx'
import { UnreadyPage } from '#client/components/history/page-failed.tsx'
import { Road, RoadPart } from '#client/components/history/road.tsx'
import type { StopLook } from '#client/components/history/stop.tsx'
import { useLinking } from '#client/components/history/use-linking.ts'
import { YearsCard } from '#client/components/history/years-card.tsx'
import { lazyDialog } from '#client/components/lazy-dialog.tsx'
import { PageHeader } from '#client/components/page-header.tsx'
import { Plate } from '#client/components/plate.tsx'
import { trpc } from '#client/lib/api.ts'
import { carText, formatCount } from '#client/lib/format.ts'
import { useOutputFormat } from '#client/lib/output-format.ts'
import { useRight } from '#client/lib/session.ts'
import { useToday } from '#client/lib/use-today.ts'
import { Button } from '#client/ui/button.tsx'
import { Card, CardHeader, CardTitle } from '#client/ui/card.tsx'
import { isolated, joinIsolated } from '#shared/bidi.ts'
import type { CustomerDetail, CustomerListItem } from '#shared/customer/schema.ts'
import { formatDay } from '#shared/date.ts'
import { messages } from '#shared/messages.ts'
import { formatPhone } from '#shared/phone.ts'

import { PersonalData } from './personal-data.tsx'

/** A customer: what is known of them, their cars, and their visits along a road. */
export function CustomerPage({ id }: { id: string }) {
  const query = trpc.customer.get.useQuery({ id })
  if (query.data === undefined)
    return (
      <UnreadyPage
        title="Müşteri"
        query={query}
        failed={messages.customerFailed}
        missing={messages.customerNotFound}
        list={{ to: '/customers', label: 'Müşteriler listesine dön' }}
      />
    )
  return <Customer customer={query.data} />
}

function Visits({ id, page, ...look }: Pick<StopLook, 'today' | 'onDetach'> & { id: number; page: number }) {
  const query = trpc.customer.visits.useQuery({ id, page })
  return <RoadPart {...look} page={page} query={query} of="customer" detachLabel="Bu müşteriye ait değil" />
}

function Customer({ customer }: { customer: CustomerDetail }) {
  const today = useToday()
  const utils = trpc.useUtils()
  const linking = useLinking({
    merge: trpc.customer.merge.useMutation().mutateAsync,
    separate: trpc.customer.separate.useMutation().mutateAsync,
    relink: trpc.customer.relink.useMutation().mutateAsync,
    // Cars name their customers, and customers their cars.
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
        <Merge customer={customer} linking={linking} />
        <PersonalData id={customer.id} />
        <History customer={customer} />
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
        <Road
          total={customer.visits}
          empty="Bu müşterinin kaydı kalmadı."
          renderPart={(page) => (
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
            pending={linking.pending}
            onSeparate={(id) => void linking.separate(id, customer.id)}
          />
        </div>
      </div>
    </>
  )
}

function Cars({ customer: { cars } }: { customer: CustomerDetail }) {
  const id = useId()
  if (cars.length === 0) return null
  return (
    <Card aria-labelledby={id} className="md:p-4">
      <CardHeader className="mb-2">
        <CardTitle id={id}>{cars.length === 1 ? 'Araç' : 'Araçlar'}</CardTitle>
      </CardHeader>
      <ul className="grid">
        {cars.map((car) => (
          <li key={car.id} className="relative flex flex-wrap items-center gap-x-3 py-1.5 hover:bg-sunken">
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
          </li>
        ))}
      </ul>
    </Card>
  )
}

function History({ customer }: { customer: CustomerDetail }) {
  const format = useOutputFormat()
  const mayExport = useRight('export')
  const history = {
    path: 'customer-history',
    title: 'Müşteri geçmişi',
    unit: 'satır',
    params: { id: customer.id },
  } as const
  return mayExport && <ExportButton format={format} choices={[history]} label="Müşteri geçmişi" />
}

const MergeDialog = lazyDialog<MergeDialogProps<CustomerListItem>>(
  () => import('#client/components/history/merge-dialog.tsx'),
)

function Merge({ customer, linking }: { customer: CustomerDetail; linking: ReturnType<typeof useLinking> }) {
  const [open, setOpen] = useState(false)
  const [q, setQ] = useState('')
  const found = trpc.customer.list.useQuery({ q }, { enabled: open })
  const merge = async (row: CustomerListItem) => {
    if (await linking.merge(row.id, customer.id)) setOpen(false)
  }
  return (
    <>
      <Button variant="outline" onClick={() => setOpen(true)}>
        <Combine aria-hidden />
        Birleştir
      </Button>
      <MergeDialog
        open={open}
        onOpenChange={setOpen}
        title="Aynı müşteriyi birleştir"
        placeholder="Ad, telefon veya vergi no"
        q={q}
        onSearch={setQ}
        rows={found.data?.items}
        isError={found.isError}
        into={customer.id}
        pending={linking.pending}
        onMerge={(row) => void merge(row)}
        nameOf={candidate}
      >
        Seçilen müşterinin gelişleri {isolated(customer.name)} altında görünür. Kayıtlar değişmez; istediğiniz
        zaman ayırabilirsiniz.
      </MergeDialog>
    </>
  )
}

/** One that can be chosen, as it is shown. */
const candidate = (row: CustomerListItem) => (
  <>
    <span className="min-w-0 font-semibold wrap-anywhere">{row.name}</span>
    <span className="min-w-0 text-sm text-muted-foreground wrap-anywhere">
      {joinIsolated(' · ', [formatPhone(row.phone), ...row.cars.map(({ plate }) => plate)])}
    </span>
  </>
)
