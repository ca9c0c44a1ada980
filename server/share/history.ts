import { idsOf, linkedNotFound } from '#server/directory/merge.ts'
import { recordsOf } from '#server/history/visits.ts'
import { withTotals } from '#server/kayit/line-totals.ts'
import { readItems } from '#server/kayit/queries.ts'
import { ownRows, type ShopCtx } from '#server/platform/core/own-rows.ts'
import type { Letter } from '#server/platform/documents/letter.ts'
import { type Column, sheetOfRows, text } from '#server/platform/export/sheet.ts'
import { formatCount } from '#shared/count.ts'
import { type Day, formatDay } from '#shared/date.ts'
import { hasIncome } from '#shared/kayit/rules.ts'
import { formatTL, type Kurus } from '#shared/money.ts'

import type { OpenShare } from './queries.ts'

/** The most visits and items of a page; the newest ones are shown. */
const MOST_VISITS = 100
const MOST_ITEMS = 1_000

type Item = { name: string; quantity: number; unit_kurus: Kurus; amount_kurus: Kurus }

/** A car's visits as its owner may see them, the newest first; prices with VAT. `isCut`: older ones are left out. */
export type SharedHistory = {
  plate: string
  make: string
  visits: { day: Day; km: number | null; total_kurus: Kurus; items: Item[] }[]
  isCut: boolean
}

/**
 * Returns the visits with which a customer brought a car, without customers, chassis number, notes and cancelled visits:
 * the customer does not read what the next or the former owner had done. Throws NOT_FOUND.
 */
export async function readSharedHistory(
  ctx: ShopCtx,
  { vehicle_id: id, customer_id }: Pick<OpenShare, 'vehicle_id' | 'customer_id'>,
): Promise<SharedHistory> {
  if (id === null) throw linkedNotFound('vehicle')
  const ids = await idsOf(ctx, 'vehicle', id)
  const car = await ownRows(ctx, 'vehicle')
    .where('id', '=', ids[0])
    .where('erased_at', 'is', null)
    .select(['plate', 'make'])
    .executeTakeFirst()
  if (car === undefined) throw linkedNotFound('vehicle')
  const owners = customer_id === null ? [] : await idsOf(ctx, 'customer', customer_id)
  const records = await recordsOf(ctx, { name: 'vehicle', ids })
    .where((eb) => eb('customer_id', '=', eb.fn.any(eb.val(owners))))
    .orderBy('day', 'desc')
    .orderBy('id', 'desc')
    .select(['id', 'day', 'durum', 'km_bilgisi', 'islem_sayisi', 'toplam_kurus'])
    .limit(MOST_VISITS + 1)
    .execute()
  const shown = firstOf(records)
  const itemsOf = await readItems(
    ctx,
    shown.map((record) => record.id),
  )
  return {
    ...car,
    visits: shown.filter(hasIncome).map((record) => ({
      day: record.day,
      km: record.km_bilgisi,
      total_kurus: record.toplam_kurus,
      items: withTotals(itemsOf(record.id)).map(({ line, totals }) => ({
        name: line.islem_adi,
        quantity: line.islem_adet,
        unit_kurus: line.fiyat_kurus,
        amount_kurus: totals.brut_kurus,
      })),
    })),
    isCut: shown.length < records.length,
  }
}

/** Returns the newest records that a page can show: at least one. */
function firstOf<Row extends { islem_sayisi: number }>(records: readonly Row[]): Row[] {
  let items = 0
  return records.slice(0, MOST_VISITS).filter(({ islem_sayisi }, index) => {
    items += islem_sayisi
    return index === 0 || items <= MOST_ITEMS
  })
}

type Line = { day: Day; km: number | null; item: Item | null }

const COLUMNS: readonly Column<Line>[] = [
  { title: 'Gün', width: 13, kind: 'day', value: ({ day }) => day },
  { title: 'Km', width: 11, kind: 'count', value: ({ km }) => km },
  text('İşlem', 44, ({ item }) => item?.name ?? ''),
  { title: 'Adet', width: 9, kind: 'count', value: ({ item }) => item?.quantity ?? null },
  { title: 'Birim fiyat (₺)', width: 16, kind: 'money', value: ({ item }) => item?.unit_kurus ?? null },
  {
    title: 'Tutar (₺)',
    width: 16,
    kind: 'money',
    value: ({ item }) => item?.amount_kurus ?? null,
    sum: true,
  },
]

const LETTER_COLUMNS: Letter['columns'] = [
  { title: 'Gün', align: 'left' },
  { title: 'Km', align: 'right' },
  { title: 'İşlem', align: 'left', isWide: true },
  { title: 'Adet', align: 'right' },
  { title: 'Birim fiyat', align: 'right' },
  { title: 'Tutar', align: 'right', look: 'bold' },
]

/** Returns the title, description, table and letter of a history's file; a visit without items has one line. */
export function historyTable({ plate, make, visits, isCut }: SharedHistory) {
  const lines = visits.flatMap(({ day, km, items }): Line[] =>
    (items.length === 0 ? [null] : items).map((item) => ({ day, km, item })),
  )
  const remark = `Fiyatlara KDV dahildir.${isCut ? ' Daha eski gelişler gösterilmez.' : ''}`
  return {
    title: 'Araç geçmişi',
    about: [plate, make, 'Fiyatlara KDV dahildir'].filter((one) => one !== '').join(' · '),
    sheets: [sheetOfRows('Geçmiş', COLUMNS, lines)],
    letter: {
      letter: 'history' as const,
      title: 'Araç geçmişi',
      plate,
      name: make,
      detail: '',
      facts: [{ label: 'Geliş', value: formatCount(visits.length) }],
      columns: LETTER_COLUMNS,
      rows: lines.map(({ day, km, item }) => [
        formatDay(day),
        km === null ? '' : formatCount(km),
        item?.name ?? '',
        item === null ? '' : formatCount(item.quantity),
        item === null ? '' : formatTL(item.unit_kurus),
        item === null ? '' : formatTL(item.amount_kurus),
      ]),
      empty: 'Gösterilecek geliş yok.',
      remark,
      sums: [],
      total: {
        label: 'Toplam',
        kurus: lines.reduce((sum, { item }) => sum + (item?.amount_kurus ?? 0), 0),
      },
    },
  }
}
