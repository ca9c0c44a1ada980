import { Link } from '@tanstack/react-router'
import { use } from 'react'

import { type ColumnWidth, type DataColumn, dataColumnHelper } from '#client/components/data-table/columns.ts'
import { DirectoryContext, visitColumns } from '#client/components/directory/columns.tsx'
import { Highlight } from '#client/components/highlight.tsx'
import { LastVisit } from '#client/components/directory/last-visit.tsx'
import { ROW_OPENER } from '#client/components/open-row.ts'
import { Plate } from '#client/components/plate.tsx'
import { orDash } from '#client/lib/format.ts'
import type { VehicleListItem } from '#shared/vehicle/schema.ts'
import { formatPhone } from '#shared/phone.ts'
import { markingOf } from '#shared/search/across.ts'

import { search } from './vehicle-search.ts'
import { nameOf } from './vehicle-name.ts'

const column = dataColumnHelper<VehicleListItem>()

const WIDTHS = {
  plate: { least: [8, 10, 10.5, 11] },
  name: { least: [8, 11.5, 12, 13], share: 18 },
  customer: { least: [8, 9, 10, 11], share: 16 },
  last_day: { least: [9.5, 10.5, 12, 12.5] },
} satisfies Record<string, ColumnWidth>

export const VEHICLE_COLUMNS: DataColumn<VehicleListItem>[] = [
  column.accessor('plate', {
    header: search.labels.plate,
    meta: { card: 'plate', width: WIDTHS.plate },
    cell: ({ row }) => <CarLink car={row} />,
  }),
  column.accessor('make', {
    id: 'name',
    header: search.labels.name,
    meta: { card: 'hidden', width: WIDTHS.name },
    cell: ({ row }) => <Name car={row} />,
  }),
  column.display({
    id: 'customer',
    header: 'Son müşteri',
    meta: { card: 'who', width: WIDTHS.customer },
    cell: ({ row }) => <LastCustomer car={row} />,
  }),
  ...visitColumns<VehicleListItem>(search.labels),
  column.accessor('last_day', {
    header: search.labels.last_day,
    meta: { card: 'state', width: WIDTHS.last_day },
    cell: ({ row }) => <LastDay car={row} />,
  }),
]

/** Returns the search that found a car, and how its hits are marked. */
function useMarking(car: VehicleListItem) {
  const { query } = use(DirectoryContext)
  const texts = { name: nameOf(car), vehicles: [car.plate, car.vin], isSimilar: true }
  return markingOf(query, texts)
}

/** Leads to the car's page; on a phone the whole card is the link. */
function CarLink({ car }: { car: VehicleListItem }) {
  const marking = useMarking(car)
  return (
    <Link
      {...ROW_OPENER}
      to="/vehicle/$id"
      params={{ id: String(car.id) }}
      className="inline-flex min-h-11 max-md:-my-2.25 md:min-h-9 items-center rounded-sm max-md:after:absolute max-md:after:inset-0"
    >
      {car.plate === '' ? (
        <span className="chassis font-semibold break-all">
          <Highlight text={car.vin} {...marking} kind="vehicle" />
        </span>
      ) : (
        <Plate text={car.plate} {...marking} className="md:max-lg:text-base md:max-lg:leading-6" />
      )}
    </Link>
  )
}

function Name({ car }: { car: VehicleListItem }) {
  const marking = useMarking(car)
  return (
    <>
      <span className="wrap-anywhere">
        <Highlight text={orDash(nameOf(car))} {...marking} kind="similar" />
      </span>
      {car.plate !== '' && car.vin !== '' && (
        <span
          data-second
          className="chassis block text-xs break-all text-muted-foreground max-lg:hidden print:hidden"
        >
          <Highlight text={car.vin} {...marking} kind="vehicle" />
        </span>
      )}
    </>
  )
}

function LastCustomer({ car }: { car: VehicleListItem }) {
  return (
    <span className="block max-md:truncate">
      <span className="wrap-anywhere">{orDash(car.customer_name)}</span>
      {nameOf(car) !== '' && <span className="text-muted-foreground md:hidden"> · {nameOf(car)}</span>}
      {car.customer_phone !== '' && (
        <span data-second className="block text-xs text-muted-foreground max-lg:hidden print:hidden">
          {formatPhone(car.customer_phone)}
        </span>
      )}
    </span>
  )
}

function LastDay({ car }: { car: VehicleListItem }) {
  const { today } = use(DirectoryContext)
  return <LastVisit day={car.last_day} isOpen={car.open_kayit_id !== null} today={today} />
}
