import { Link } from '@tanstack/react-router'
import { use } from 'react'

import { type DataColumn, dataColumnHelper } from '#client/components/data-table/columns.ts'
import { createListContext } from '#client/components/data-table/list-context.ts'
import { RowActions } from '#client/components/data-table/row-actions.tsx'
import { Age } from '#client/components/age.tsx'
import { Amount } from '#client/components/amount.tsx'
import { DurumBadge } from '#client/components/durum-badge.tsx'
import { Highlight } from '#client/components/highlight.tsx'
import { Plate } from '#client/components/plate.tsx'
import { cn } from '#client/lib/cn.ts'
import { formatCount } from '#client/lib/format.ts'
import { EMPTY_DASH, formatDay } from '#shared/date.ts'
import type { KayitListItem } from '#shared/kayit/schema.ts'
import { formatPhone } from '#shared/vehicle.ts'
import { DURUM_DEVAM, DURUM_IPTAL, DURUM_TAMAM } from '#shared/options.ts'

import { RowMenu } from './row-menu.tsx'
import { COLUMN_LABELS } from './search.ts'

const column = dataColumnHelper<KayitListItem>()

export const ListContext = createListContext<KayitListItem>()

const hasPlate = (row: unknown) => (row as KayitListItem).plaka !== ''

/** The columns of specification §2, and the amount. */
export const KAYIT_COLUMNS: DataColumn<KayitListItem>[] = [
  column.accessor('plaka', {
    header: COLUMN_LABELS.plaka,
    meta: { card: (row) => (hasPlate(row) ? 'plate' : 'hidden') },
    cell: ({ row }) => <PlateCell row={row.original} />,
  }),
  column.accessor('musteri_adi_soyadi', {
    header: COLUMN_LABELS.musteri_adi_soyadi,
    meta: { card: 'who' },
    cell: ({ row }) => <Customer row={row.original} />,
  }),
  column.accessor('sasi_no', {
    header: COLUMN_LABELS.sasi_no,
    // A card without a plate is titled by the chassis number.
    meta: { card: (row) => (hasPlate(row) ? 'hidden' : 'plate') },
    cell: ({ row }) => <Chassis row={row.original} />,
  }),
  column.accessor('islem_sayisi', {
    header: COLUMN_LABELS.islem_sayisi,
    meta: { align: 'right', card: 'hidden' },
    cell: ({ getValue }) => formatCount(getValue()),
  }),
  column.display({
    id: 'toplam_kurus',
    header: 'Tutar',
    meta: { align: 'right', from: 'xl', card: 'amount' },
    cell: ({ row }) => <Total row={row.original} />,
  }),
  column.accessor('giris_tarihi', {
    header: COLUMN_LABELS.giris_tarihi,
    meta: { card: 'hidden' },
    cell: ({ row }) => <EntryDay row={row.original} />,
  }),
  column.accessor('cikis_tarihi', {
    header: COLUMN_LABELS.cikis_tarihi,
    meta: { card: 'hidden' },
    cell: ({ getValue }) => formatDay(getValue()),
  }),
  column.accessor('durum', {
    header: COLUMN_LABELS.durum,
    meta: { card: 'state' },
    cell: ({ getValue }) => (
      <span className={cn(isLong(getValue()) && '*:shrink *:wrap-anywhere *:whitespace-normal')}>
        <DurumBadge
          durum={getValue()}
          className="max-md:bg-transparent max-md:p-0 md:max-lg:gap-1 md:max-lg:px-1 md:max-lg:text-xs"
        />
      </span>
    ),
  }),
  column.display({
    id: 'actions',
    header: 'İşlemler',
    meta: { card: 'actions' },
    cell: ({ row }) => <Actions row={row.original} />,
  }),
]

/** Texts longer than any usual plate, chassis number, status or word of a name may break anywhere. */
const isLong = (text: string) => text.length > 20

/** The second line of a cell, on wide screens. */
const SECOND = 'block text-xs text-muted-foreground max-md:hidden print:hidden'

function Customer({ row }: { row: KayitListItem }) {
  const { query } = use(ListContext)
  const name = row.musteri_adi_soyadi
  return (
    <span className="block max-md:truncate">
      <span
        data-slot="customer"
        className={cn('font-semibold', name.split(' ').some(isLong) && 'wrap-anywhere')}
      >
        <Highlight text={name} query={query} />
      </span>
      {row.arac_marka !== '' && <span className="text-muted-foreground md:hidden"> · {row.arac_marka}</span>}
      {row.musteri_tel !== '' && (
        <span
          className={cn(SECOND, 'md:max-lg:hidden', row.musteri_tel.length < 20 && 'xl:whitespace-nowrap')}
        >
          {formatPhone(row.musteri_tel)}
        </span>
      )}
    </span>
  )
}

/** Struck where the work was cancelled: it is not income. */
function Total({ row }: { row: KayitListItem }) {
  const isCancelled = row.durum === DURUM_IPTAL
  return (
    <Amount
      kurus={row.toplam_kurus}
      className={isCancelled ? 'text-muted-foreground line-through' : 'font-semibold'}
    />
  )
}

/** Seventeen characters, which take two lines where the columns are narrow. */
function Chassis({ row }: { row: KayitListItem }) {
  const { query } = use(ListContext)
  const text = row.sasi_no
  const car = [row.arac_marka, row.arac_model].filter(Boolean).join(' ')
  const narrow = 'chassis break-all md:max-lg:inline-block md:max-lg:w-20'
  return (
    <>
      {text === '' ? (
        EMPTY_DASH
      ) : (
        <span className={cn(narrow, !isLong(text) && 'lg:whitespace-nowrap print:whitespace-nowrap')}>
          <Highlight text={text} query={query} kind="vehicle" />
        </span>
      )}
      {car !== '' && <span className={cn(SECOND, 'wrap-anywhere md:max-lg:hidden')}>{car}</span>}
    </>
  )
}

/** On a card with the ticks of open work. */
function PlateCell({ row }: { row: KayitListItem }) {
  const { query } = use(ListContext)
  return (
    <span className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1">
      {row.plaka === '' ? (
        EMPTY_DASH
      ) : (
        <Plate
          text={row.plaka}
          query={query}
          className="max-lg:text-lg max-lg:leading-6.5 md:max-lg:text-base md:max-lg:leading-6"
        />
      )}
      {isOpenWork(row) && <ListAge row={row} className="shrink-0 md:hidden" isShort />}
    </span>
  )
}

/** The entry date, with the age of open work below. */
function EntryDay({ row }: { row: KayitListItem }) {
  return (
    <>
      {formatDay(row.giris_tarihi)}
      {isOpenWork(row) && <ListAge row={row} className="flex max-lg:hidden print:hidden" />}
    </>
  )
}

function ListAge({ row, ...look }: { row: KayitListItem; className: string; isShort?: boolean }) {
  const { today } = use(ListContext)
  return today !== undefined && <Age since={row.giris_tarihi} today={today} {...look} />
}

/** Work that the shop still has to do: an unusual status counts until the car has left. */
const isOpenWork = ({ durum, cikis_tarihi }: KayitListItem) =>
  durum === DURUM_DEVAM || (cikis_tarihi === null && durum !== DURUM_TAMAM && durum !== DURUM_IPTAL)

function Actions({ row }: { row: KayitListItem }) {
  const { onDelete } = use(ListContext)
  return (
    <RowActions
      narrow="always"
      onDelete={(opener) => onDelete(row, opener)}
      menu={<RowMenu row={row} onDelete={onDelete} />}
    >
      {(name) => (
        <Link to="/book/$id" params={{ id: String(row.kayit_id) }}>
          {name}
        </Link>
      )}
    </RowActions>
  )
}
