import { Building2 } from 'lucide-react'
import { use } from 'react'

import { type ColumnWidth, type DataColumn, dataColumnHelper } from '#client/components/data-table/columns.ts'
import { Highlight } from '#client/components/highlight.tsx'
import { ROW_OPENER } from '#client/components/open-row.ts'
import { formatCount } from '#client/lib/format.ts'
import { Badge } from '#client/ui/badge.tsx'
import { Button } from '#client/ui/button.tsx'
import type { ShopRow } from '#shared/admin/shops.ts'
import { isolated } from '#shared/bidi.ts'
import { formatBytes } from '#shared/bytes.ts'
import { EMPTY_DASH, formatDay, formatInstant } from '#shared/date.ts'

import { SHOP_COLUMN_LABELS } from './column-labels.ts'
import { ShopListContext } from './shop-context.ts'

const column = dataColumnHelper<ShopRow>()

/** Returns the name of a shop: 'Usta Oto', or its user name if it has none. */
export const nameOf = ({ company_name, username }: Pick<ShopRow, 'company_name' | 'username'>): string =>
  company_name === '' ? username : company_name

const WIDTHS = {
  select: { least: [3, 3, 3.25, 3.5], share: 1 },
  company_name: { least: [10, 12, 13, 16], share: 22 },
  username: { least: [0, 0, 9, 11], share: 12 },
  staff: { least: [0, 5, 6, 7] },
  license_end_date: { least: [6.5, 6.5, 8, 9] },
  last_used_at: { least: [9, 9.5, 10.5, 11] },
  kayit_sayisi: { least: [0, 5, 5.5, 6.5] },
  bytes: { least: [0, 0, 7, 7.5] },
  actions: { least: [6, 6, 6.5, 7] },
} satisfies Record<string, ColumnWidth>

export const SHOP_COLUMNS: DataColumn<ShopRow>[] = [
  column.display({
    id: 'select',
    header: 'Seç',
    meta: { head: () => <span className="sr-only">Seç</span>, width: WIDTHS.select },
    cell: ({ row }) => <SelectCell row={row} />,
  }),
  column.accessor('company_name', {
    header: SHOP_COLUMN_LABELS.company_name,
    meta: { card: 'title', width: WIDTHS.company_name },
    cell: ({ row }) => <ShopName row={row} />,
  }),
  column.accessor('username', {
    header: SHOP_COLUMN_LABELS.username,
    meta: { from: 'xl', width: WIDTHS.username },
    cell: ({ value }) => <ColumnText text={value} />,
  }),
  column.accessor('staff', {
    header: SHOP_COLUMN_LABELS.staff,
    meta: { align: 'right', from: 'lg', width: WIDTHS.staff },
    cell: ({ value }) => formatCount(value),
  }),
  column.accessor('license_end_date', {
    header: SHOP_COLUMN_LABELS.license_end_date,
    meta: { width: WIDTHS.license_end_date },
    cell: ({ value }) => <span className="whitespace-nowrap">{formatDay(value)}</span>,
  }),
  column.accessor('last_used_at', {
    header: SHOP_COLUMN_LABELS.last_used_at,
    meta: { width: WIDTHS.last_used_at },
    cell: ({ value }) => (
      <span className="whitespace-nowrap">{value === null ? EMPTY_DASH : formatInstant(value)}</span>
    ),
  }),
  column.accessor('kayit_sayisi', {
    header: SHOP_COLUMN_LABELS.kayit_sayisi,
    meta: { align: 'right', from: 'lg', width: WIDTHS.kayit_sayisi },
    cell: ({ value }) => (value === null ? EMPTY_DASH : formatCount(value)),
  }),
  column.accessor('bytes', {
    header: SHOP_COLUMN_LABELS.bytes,
    meta: { align: 'right', from: 'xl', width: WIDTHS.bytes },
    cell: ({ value }) => (
      <span className="whitespace-nowrap">{value === null ? EMPTY_DASH : formatBytes(value)}</span>
    ),
  }),
  column.display({
    id: 'actions',
    header: 'İşlemler',
    meta: { card: 'actions', width: WIDTHS.actions },
    cell: ({ row }) => <OpenButton row={row} />,
  }),
]

function ColumnText({ text }: { text: string }) {
  const { query } = use(ShopListContext)
  return (
    <span className="wrap-anywhere">
      <Highlight text={text} query={query} />
    </span>
  )
}

function ShopName({ row }: { row: ShopRow }) {
  return (
    <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
      <ColumnText text={nameOf(row)} />
      {row.suspended_at !== null && <Badge variant="warning">Durduruldu</Badge>}
      {row.deleted_at !== null && <Badge variant="secondary">Silindi</Badge>}
    </span>
  )
}

/** Selects a shop for a change of licences; a deleted shop has no licence to change. */
function SelectCell({ row }: { row: ShopRow }) {
  const { selected, toggle } = use(ShopListContext)
  if (row.deleted_at !== null) return null
  return (
    <label className="grid size-11 max-md:-my-3 md:size-8 cursor-pointer place-items-center">
      <input
        type="checkbox"
        aria-label={`Seç: ${isolated(nameOf(row))}`}
        className="size-4.5 accent-primary"
        checked={selected.has(row.id)}
        onChange={() => toggle(row)}
      />
    </label>
  )
}

function OpenButton({ row }: { row: ShopRow }) {
  const { onOpen } = use(ShopListContext)
  return (
    <Button
      {...ROW_OPENER}
      variant="outline"
      size="sm"
      aria-label={`Aç: ${isolated(nameOf(row))}`}
      onClick={() => onOpen(row)}
    >
      <Building2 aria-hidden />
      Aç
    </Button>
  )
}
