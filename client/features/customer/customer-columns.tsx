import { Link } from '@tanstack/react-router'
import { use } from 'react'

import { type ColumnWidth, type DataColumn, dataColumnHelper } from '#client/components/data-table/columns.ts'
import { DirectoryContext, visitColumns } from '#client/components/directory/columns.tsx'
import { Highlight } from '#client/components/highlight.tsx'
import { LastVisit } from '#client/components/directory/last-visit.tsx'
import { ROW_OPENER } from '#client/components/open-row.ts'
import { Plate } from '#client/components/plate.tsx'
import { formatCount } from '#client/lib/format.ts'
import type { CustomerListItem } from '#shared/customer/schema.ts'
import { type Day, EMPTY_DASH } from '#shared/date.ts'
import { formatPhone } from '#shared/phone.ts'
import { markingOf } from '#shared/search/across.ts'

import { search } from './customer-search.ts'

const column = dataColumnHelper<CustomerListItem>()

const WIDTHS = {
  name: { least: [9, 10, 12, 13], share: 18 },
  phone: { least: [8, 9.5, 10, 10.5] },
  cars: { least: [8, 10, 14, 20], share: 20 },
  last_day: { least: [6, 7, 8, 9] },
} satisfies Record<string, ColumnWidth>

export const CUSTOMER_COLUMNS: DataColumn<CustomerListItem>[] = [
  column.accessor('name', {
    header: search.labels.name,
    // On a card of two lines the name stands at the plate's position.
    meta: { card: 'plate', width: WIDTHS.name },
    cell: ({ row }) => <NameLink customer={row} />,
  }),
  column.display({
    id: 'phone',
    header: 'Telefon',
    meta: { card: 'hidden', width: WIDTHS.phone },
    cell: ({ row }) => <PhoneNumber customer={row} />,
  }),
  column.display({
    id: 'cars',
    header: 'Araçlar',
    meta: { card: 'who', width: WIDTHS.cars },
    cell: ({ row }) => <Cars customer={row} />,
  }),
  ...visitColumns<CustomerListItem>(search.labels),
  column.accessor('last_day', {
    header: search.labels.last_day,
    meta: { card: 'state', width: WIDTHS.last_day },
    cell: ({ value }) => <LastDay day={value} />,
  }),
]

/** Returns the search that found a customer, and how its hits are marked. */
function useMarking({ name, phone }: CustomerListItem) {
  const { query, isSimilar } = use(DirectoryContext)
  return markingOf(query, { name, phone: formatPhone(phone), isSimilar })
}

/** Leads to the customer's page; on a phone the whole card is the link. */
function NameLink({ customer }: { customer: CustomerListItem }) {
  const { isSimilar } = use(DirectoryContext)
  const marking = useMarking(customer)
  return (
    <Link
      {...ROW_OPENER}
      to="/customer/$id"
      params={{ id: String(customer.id) }}
      className="inline-flex min-h-11 max-md:-my-2.25 md:min-h-9 items-center rounded-sm font-semibold underline-offset-4 wrap-anywhere hover:underline max-md:after:absolute max-md:after:inset-0"
    >
      <span>
        <Highlight text={customer.name} {...marking} kind={isSimilar ? 'similar' : 'words'} />
      </span>
    </Link>
  )
}

function PhoneNumber({ customer }: { customer: CustomerListItem }) {
  const marking = useMarking(customer)
  if (customer.phone === '') return EMPTY_DASH
  return (
    <span className="whitespace-nowrap">
      <Highlight text={formatPhone(customer.phone)} {...marking} kind="phone" />
    </span>
  )
}

function Cars({ customer: { cars, car_count } }: { customer: CustomerListItem }) {
  return (
    <span className="flex flex-wrap items-center gap-1.5">
      {cars.map(({ id, plate }) => (
        <Plate key={id} text={plate} className="text-sm leading-5" />
      ))}
      {car_count > cars.length && (
        <span className="text-sm text-muted-foreground">{`+${formatCount(car_count - cars.length)}`}</span>
      )}
    </span>
  )
}

function LastDay({ day }: { day: Day | null }) {
  const { today } = use(DirectoryContext)
  return <LastVisit day={day} today={today} />
}
