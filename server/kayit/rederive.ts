import {
  type Batch,
  type ShopCtx,
  diffFields,
  processInBatches,
  ownRows,
  updateOwn,
} from '#server/platform/core/own-rows.ts'
import { sumPayments } from '#server/payment/queries.ts'
import { recountMonths } from '#server/stats/recount.ts'
import { type Day, firstOfMonth } from '#shared/date.ts'
import { itemKey } from '#shared/item/rules.ts'
import type { Kurus } from '#shared/money.ts'

import { KAYIT_FIELDS, NAMING_COLUMNS, derivedColumns, itemColumns } from './derived.ts'
import { updateKayit } from './queries.ts'

type KayitRow = Awaited<ReturnType<typeof lockKayitlar>>[number]
type IslemRow = Awaited<ReturnType<typeof itemsOf>>[number]

/**
 * Recomputes the derived columns of the shop's records and items, including deleted ones, and writes only what
 * differs; returns the number of changed rows, versions stay. May run alongside saves. Throws INVALID when a total is over the limit.
 */
export async function rederiveKayitlar(shop: ShopCtx, stop?: AbortSignal) {
  const rebuilt = { kayit: 0, islem: 0 }
  const work = async (trx: ShopCtx, batch: Batch) => {
    const rows = await lockKayitlar(trx, batch)
    const items = Map.groupBy(await itemsOf(trx, rows), ({ kayit_id }) => kayit_id)
    const paid = await sumPayments(
      trx,
      rows.map(({ id }) => id),
    )
    const days = new Set<Day>()
    for (const row of rows) {
      const { kayit, islem } = await rederiveKayit(trx, row, {
        items: items.get(row.id) ?? [],
        paid: paid(row.id),
        days,
      })
      rebuilt.kayit += kayit
      rebuilt.islem += islem
    }
    // The totals change in the same transaction, so that a concurrent save finds totals that match the rows.
    await recountMonths(trx, [...new Set([...days].map(firstOfMonth))].sort())
    return rows.map(({ id }) => id)
  }
  await processInBatches(shop, work, stop)
  return rebuilt
}

const lockKayitlar = (shop: ShopCtx, { after, limit }: Batch) =>
  ownRows(shop, 'kayit')
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .select(['id', ...KAYIT_FIELDS, 'day', ...NAMING_COLUMNS])
    .select(['status_sort_key', 'islem_sayisi', 'toplam_kurus', 'paid_kurus'])
    .forNoKeyUpdate()
    .execute()

/** Returns the items of records with locked rows, so that no other transaction changes them meanwhile. */
async function itemsOf(shop: ShopCtx, rows: KayitRow[]) {
  if (rows.length === 0) return []
  const ids = rows.map(({ id }) => id)
  return ownRows(shop, 'islem')
    .where('kayit_id', 'in', ids)
    .select(['id', 'kayit_id', 'islem_adi', 'islem_adi_upper', 'islem_adet', 'fiyat_kurus'])
    .execute()
}

/** Writes and counts the differences of one record; adds the days with changed totals to `days`. */
async function rederiveKayit(
  shop: ShopCtx,
  row: KayitRow,
  { items, paid, days }: { items: IslemRow[]; paid: Kurus; days: Set<Day> },
) {
  const expected = { ...derivedColumns(row), ...itemColumns(items), paid_kurus: paid }
  const change = diffFields(row, expected)
  if (change !== null) await updateKayit(shop, { id: row.id, row: change })
  const wrong = items.filter(({ islem_adi, islem_adi_upper }) => islem_adi_upper !== itemKey(islem_adi))
  for (const { id, islem_adi } of wrong)
    await updateOwn(shop, 'islem')
      .set({ islem_adi_upper: itemKey(islem_adi) })
      .where('id', '=', id)
      .execute()
  const kayit = change === null ? 0 : 1
  if (kayit + wrong.length > 0) days.add(row.day).add(expected.day)
  return { kayit, islem: wrong.length }
}
