import { Link } from '@tanstack/react-router'
import { Ban, CircleCheck, CirclePause, Tag, Wrench } from 'lucide-react'
import { use } from 'react'

import { type DataColumn, dataColumnHelper } from '#client/components/data-table/columns.ts'
import { createListContext } from '#client/components/data-table/list-context.ts'
import { RowActions } from '#client/components/data-table/row-actions.tsx'
import { Highlight } from '#client/components/highlight.tsx'
import { cn } from '#client/lib/cn.ts'
import { formatCount } from '#client/lib/format.ts'
import { Badge, type BadgeVariant } from '#client/ui/badge.tsx'
import { EMPTY_DASH, formatDay } from '#shared/date.ts'
import type { KayitListItem } from '#shared/kayit/schema.ts'
import { DURUM_DEVAM, DURUM_IPTAL, DURUM_TAMAM } from '#shared/options.ts'

import { COLUMN_LABELS } from './search.ts'

const column = dataColumnHelper<KayitListItem>()

export const ListContext = createListContext<KayitListItem>()

/** The columns of specification §2. */
export const KAYIT_COLUMNS: DataColumn<KayitListItem>[] = [
  column.accessor('musteri_adi_soyadi', {
    header: COLUMN_LABELS.musteri_adi_soyadi,
    meta: { card: 'title' },
    cell: ({ getValue }) => <Name text={getValue()} />,
  }),
  column.accessor('sasi_no', {
    header: COLUMN_LABELS.sasi_no,
    cell: ({ getValue }) => <Chassis text={getValue()} />,
  }),
  column.accessor('plaka', {
    header: COLUMN_LABELS.plaka,
    meta: { card: 'title' },
    cell: ({ getValue }) => <Plate text={getValue()} />,
  }),
  column.accessor('islem_sayisi', {
    header: COLUMN_LABELS.islem_sayisi,
    meta: { align: 'right' },
    cell: ({ getValue }) => formatCount(getValue()),
  }),
  column.accessor('giris_tarihi', {
    header: COLUMN_LABELS.giris_tarihi,
    cell: ({ getValue }) => formatDay(getValue()),
  }),
  column.accessor('cikis_tarihi', {
    header: COLUMN_LABELS.cikis_tarihi,
    cell: ({ getValue }) => formatDay(getValue()),
  }),
  column.accessor('durum', {
    header: COLUMN_LABELS.durum,
    cell: ({ getValue }) => (
      <span className={cn(isLong(getValue()) && '*:shrink *:wrap-anywhere *:whitespace-normal')}>
        <DurumBadge durum={getValue()} />
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

function Name({ text }: { text: string }) {
  const { query } = use(ListContext)
  return (
    <span className={cn(text.split(' ').some(isLong) && 'wrap-anywhere')}>
      <Highlight text={text} query={query} />
    </span>
  )
}

/** Seventeen characters, which take two lines where the columns are narrow. */
function Chassis({ text }: { text: string }) {
  const { query } = use(ListContext)
  if (text === '') return EMPTY_DASH
  const narrow = 'break-all md:max-lg:inline-block md:max-lg:w-20'
  return (
    <span className={cn(narrow, !isLong(text) && 'lg:whitespace-nowrap print:whitespace-nowrap')}>
      <Highlight text={text} query={query} kind="vehicle" />
    </span>
  )
}

function Plate({ text }: { text: string }) {
  const { query } = use(ListContext)
  // A card has no heading for an empty value.
  if (text === '') return <span className="max-md:hidden">{EMPTY_DASH}</span>
  const frame = 'inline-block rounded-sm border border-input px-1.5 font-semibold md:max-lg:px-1'
  return (
    <span className={cn(frame, isLong(text) ? 'break-all' : 'whitespace-nowrap')}>
      <Highlight text={text} query={query} kind="vehicle" />
    </span>
  )
}

function Actions({ row }: { row: KayitListItem }) {
  const { onDelete } = use(ListContext)
  return (
    <RowActions narrow="tablet" onDelete={(opener) => onDelete(row, opener)}>
      {(name) => (
        <Link to="/book/$id" params={{ id: String(row.kayit_id) }}>
          {name}
        </Link>
      )}
    </RowActions>
  )
}

type Look = { variant: BadgeVariant; Icon: typeof Tag }

/** A Map, because a status is any text: an object would find 'constructor'. */
const LOOKS = new Map<string, Look>([
  [DURUM_TAMAM, { variant: 'success', Icon: CircleCheck }],
  [DURUM_DEVAM, { variant: 'primary', Icon: Wrench }],
  ['Beklemede', { variant: 'warning', Icon: CirclePause }],
  [DURUM_IPTAL, { variant: 'secondary', Icon: Ban }],
])
const OTHER: Look = { variant: 'info', Icon: Tag }

/** A record's status as icon and word; other values are neutral, an empty one is a dash (specification §4). */
export function DurumBadge({ durum }: { durum: string }) {
  if (durum === '') return <span>{EMPTY_DASH}</span>
  const { variant, Icon } = LOOKS.get(durum) ?? OTHER
  return (
    <Badge variant={variant}>
      <Icon aria-hidden />
      {durum}
    </Badge>
  )
}
