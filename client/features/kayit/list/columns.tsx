import { type ColumnWidth, type DataColumn, dataColumnHelper } from '#client/components/data-table/columns.ts'
import { formatCount } from '#client/lib/format.ts'
import type { KayitListItem } from '#shared/kayit/schema.ts'

import {
  Car,
  Chassis,
  Customer,
  Day,
  EntryDay,
  PhoneNumber,
  PlateCell,
  RelativeDay,
  Total,
  Work,
} from './cells.tsx'
import { OPTIONAL_LABELS } from './column-labels.ts'
import { RowButtons } from './row-buttons.tsx'
import { COLUMN_LABELS } from './search.ts'
import { SelectAll, SelectRow } from './select-cells.tsx'
import { StatusCell } from './status-cell.tsx'

const column = dataColumnHelper<KayitListItem>()

const hasPlate = (row: unknown) => (row as KayitListItem).plaka !== ''

/** Column widths: the full list just fits at each screen's least width; from 1024 px on millions stand in one line. */
const WIDTHS = {
  select: { least: [1.5, 1.5, 1.8, 2.25], share: 1 },
  plaka: { least: [6.75, 7.7, 10.4, 10.9] },
  smallPlate: { least: [6.75, 7.7, 8.2, 8.6] },
  musteri_adi_soyadi: { least: [6.25, 7.5, 8.6, 9], share: 11 },
  musteri_tel: { least: [9.3, 9.3, 9.3, 9.3] },
  sasi_no: { least: [6, 11.1, 11, 12.6] },
  arac: { least: [7, 7, 7, 7], share: 10 },
  is: { least: [6.25, 8, 9, 9], share: 40 },
  islem_sayisi: { least: [3.2, 4.75, 6.2, 6.2] },
  toplam_kurus: { least: [6, 6.75, 7.3, 7.5] },
  giris_tarihi: { least: [5.2, 6.8, 6, 6.8] },
  gun: { least: [6, 8, 8.5, 9] },
  cikis_tarihi: { least: [5.2, 5.65, 6.9, 7] },
  durum: { least: [6.25, 8.7, 9, 9.5] },
  actions: { least: [6, 6.75, 11.4, 11.6] },
} satisfies Record<string, ColumnWidth>

const SELECT = column.display({
  id: 'select',
  header: 'Seçim',
  meta: { card: 'unseen', head: SelectAll, width: WIDTHS.select },
  cell: ({ row }) => <SelectRow row={row} />,
})
const TOTAL = column.display({
  id: 'toplam_kurus',
  header: OPTIONAL_LABELS.toplam_kurus,
  meta: { align: 'right', from: 'xl', card: 'amount', width: WIDTHS.toplam_kurus },
  cell: ({ row }) => <Total row={row} />,
})
const CAR = column.display({
  id: 'arac',
  header: OPTIONAL_LABELS.arac,
  meta: { card: 'hidden', width: WIDTHS.arac },
  cell: ({ row }) => <Car row={row} />,
})
const STATUS = column.accessor('durum', {
  header: COLUMN_LABELS.durum,
  meta: { card: 'state', width: WIDTHS.durum },
  cell: ({ row }) => <StatusCell row={row} />,
})
const ACTIONS = column.display({
  id: 'actions',
  header: 'İşlemler',
  meta: { card: 'actions', head: () => <span className="sr-only">İşlemler</span>, width: WIDTHS.actions },
  cell: ({ row }) => <RowButtons row={row} />,
})

/**
 * Returns the columns of 'Tam': those of specification §2 and the amount. Phone and car have a column from 1600 px on,
 * and are second lines before. Hidden columns stay on a phone's cards, which are the same for all users.
 */
export function fullColumns(hidden: readonly string[] = []): DataColumn<KayitListItem>[] {
  const second = (id: string) => (hidden.includes(id) ? 'never' : 'untilWide')
  const columns: DataColumn<KayitListItem>[] = [
    SELECT,
    column.accessor('plaka', {
      header: COLUMN_LABELS.plaka,
      meta: { card: (row) => (hasPlate(row) ? 'plate' : 'hidden'), width: WIDTHS.smallPlate },
      cell: ({ row }) => <PlateCell row={row} isSmall />,
    }),
    column.accessor('musteri_adi_soyadi', {
      header: COLUMN_LABELS.musteri_adi_soyadi,
      meta: { card: 'who', width: WIDTHS.musteri_adi_soyadi },
      cell: ({ row }) => <Customer row={row} second={second('musteri_tel')} />,
    }),
    column.display({
      id: 'musteri_tel',
      header: OPTIONAL_LABELS.musteri_tel,
      meta: { card: 'hidden', from: 'wide', width: WIDTHS.musteri_tel },
      cell: ({ row }) => <PhoneNumber row={row} />,
    }),
    column.accessor('sasi_no', {
      header: COLUMN_LABELS.sasi_no,
      // The chassis number is the title of a card without a plate.
      meta: { card: (row) => (hasPlate(row) ? 'hidden' : 'plate'), width: WIDTHS.sasi_no },
      cell: ({ row }) => <Chassis row={row} second={second('arac')} />,
    }),
    { ...CAR, meta: { ...CAR.meta, from: 'wide' } },
    column.accessor('islem_sayisi', {
      header: COLUMN_LABELS.islem_sayisi,
      meta: { align: 'right', card: 'hidden', width: WIDTHS.islem_sayisi },
      cell: ({ value }) => formatCount(value),
    }),
    TOTAL,
    column.accessor('giris_tarihi', {
      header: COLUMN_LABELS.giris_tarihi,
      meta: { card: 'hidden', width: WIDTHS.giris_tarihi },
      cell: ({ row }) => <EntryDay row={row} />,
    }),
    column.accessor('cikis_tarihi', {
      header: COLUMN_LABELS.cikis_tarihi,
      meta: { card: 'hidden', width: WIDTHS.cikis_tarihi },
      cell: ({ value }) => <Day day={value} />,
    }),
    STATUS,
    ACTIONS,
  ]
  return columns.map((one) => (hidden.includes(one.id) ? limited(one, 'card') : one))
}

/** Columns of 'Gündelik', the facts of daily work. The other sort keys stay in the menu of a phone. */
export const DAILY_COLUMNS: DataColumn<KayitListItem>[] = [
  SELECT,
  column.accessor('plaka', {
    header: COLUMN_LABELS.plaka,
    meta: { card: 'plate', width: WIDTHS.plaka },
    cell: ({ row }) => <PlateCell row={row} fallback={<Chassis row={row} second="never" />} />,
  }),
  column.accessor('musteri_adi_soyadi', {
    header: COLUMN_LABELS.musteri_adi_soyadi,
    meta: { card: 'who', width: WIDTHS.musteri_adi_soyadi },
    cell: ({ row }) => <Customer row={row} second="always" />,
  }),
  { ...CAR, meta: { ...CAR.meta, from: 'xl' } },
  column.display({
    id: 'is',
    header: 'İş',
    meta: { card: 'hidden', width: WIDTHS.is },
    cell: ({ row }) => <Work row={row} />,
  }),
  { ...TOTAL, meta: { align: 'right', card: 'amount', width: WIDTHS.toplam_kurus } },
  column.accessor('giris_tarihi', {
    header: 'Gün',
    meta: { card: 'hidden', width: WIDTHS.gun },
    cell: ({ row }) => <RelativeDay row={row} />,
  }),
  STATUS,
  ACTIONS,
  ...fullColumns()
    .filter((one) => ['sasi_no', 'islem_sayisi', 'cikis_tarihi'].includes(one.id))
    .map((one) => limited({ ...one, meta: { ...one.meta, card: 'hidden' } }, 'card')),
]

/** Returns the columns of a list of quotes, which have a day and a last day of their prices instead of a stay. */
export const quoteColumns = (columns: DataColumn<KayitListItem>[]): DataColumn<KayitListItem>[] =>
  columns.map((one) => {
    if (one.id === 'giris_tarihi')
      return { ...one, header: 'Teklif Tarihi', cell: (row) => <Day day={row.kayit_tarihi} /> }
    if (one.id === 'cikis_tarihi')
      return { ...one, header: 'Geçerlilik', cell: (row) => <Day day={row.quote_valid_until ?? null} /> }
    return one
  })

/** Returns the columns for a user who sees no prices. */
export const withoutPrices = (columns: DataColumn<KayitListItem>[]): DataColumn<KayitListItem>[] =>
  columns.filter(({ id }) => id !== TOTAL.id)

/** Returns the columns beside the preview, which shows the rest. */
export const besidePreview = (columns: DataColumn<KayitListItem>[]): DataColumn<KayitListItem>[] =>
  columns.map((one) => {
    if (BESIDE.has(one.id)) return one
    const isShownEverywhere = one.meta?.from === undefined
    return limited(one, isShownEverywhere ? 'noPreview' : 'card')
  })

const BESIDE = new Set(['select', 'plaka', 'musteri_adi_soyadi', 'toplam_kurus', 'durum', 'actions'])

function limited(one: DataColumn<KayitListItem>, from: 'card' | 'noPreview'): DataColumn<KayitListItem> {
  return { ...one, meta: { ...one.meta, from } }
}
