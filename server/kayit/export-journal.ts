import { type UserCtx, today } from '#server/core/context.ts'
import { requireRight } from '#server/core/rights.ts'
import { expenseSheet } from '#server/expense/export.ts'
import { expenseBatches, orderedExpenses } from '#server/expense/queries.ts'
import { periodName, periodWords } from '#server/export/period.ts'
import { type Book, type Column, type SheetRows, sheetOf } from '#server/export/sheet.ts'
import { findCompany } from '#server/settings/company.ts'
import type { Day } from '#shared/date.ts'
import type { Expense } from '#shared/expense/schema.ts'
import type { PeriodExportInput } from '#shared/export/schema.ts'
import { hasIncome, recordDay } from '#shared/kayit/rules.ts'
import type { KayitListItem } from '#shared/kayit/schema.ts'
import { daysOfSelected, selectedPeriod } from '#shared/stats/selected-period.ts'

import type { IslemLine } from './derived.ts'
import { kayitSheet } from './export.ts'
import { kayitBatches, orderedKayit } from './list.ts'
import { findItemsOf } from './queries.ts'

/** A work item with its record. */
type ItemRow = { kayit: KayitListItem; item: IslemLine }

const amountOf = ({ islem_adet, fiyat_kurus }: IslemLine) => islem_adet * fiyat_kurus

const ITEM_COLUMNS: readonly Column<ItemRow>[] = [
  { title: 'Tarih', width: 12, kind: 'day', value: ({ kayit }) => recordDay(kayit) },
  { title: 'Plaka', width: 13, kind: 'text', value: ({ kayit }) => kayit.plaka },
  { title: 'Müşteri', width: 26, kind: 'text', value: ({ kayit }) => kayit.musteri_adi_soyadi },
  { title: 'İşlem', width: 40, kind: 'text', value: ({ item }) => item.islem_adi },
  { title: 'Adet', width: 8, kind: 'count', value: ({ item }) => item.islem_adet },
  { title: 'Birim fiyat (₺)', width: 15, kind: 'money', value: ({ item }) => item.fiyat_kurus },
  {
    title: 'Tutar (₺)',
    width: 16,
    kind: 'money',
    value: ({ item }) => amountOf(item),
    sum: ({ kayit }) => hasIncome(kayit),
  },
  { title: 'Durum', width: 14, kind: 'text', value: ({ kayit }) => kayit.durum },
  { title: 'Kayıt no', width: 10, kind: 'text', value: ({ kayit }) => String(kayit.kayit_id) },
]

/** One line of the journal: a work item, a record without any, or an expense. */
type Entry = {
  tur: 'İşlem' | 'Gider'
  gun: Day
  kayit: KayitListItem | null
  ad: string
  item: Pick<IslemLine, 'islem_adet' | 'fiyat_kurus'> | null
  tutar_kurus: number
}

const ENTRY_COLUMNS: readonly Column<Entry>[] = [
  { title: 'Tür', width: 8, kind: 'text', value: (row) => row.tur },
  { title: 'Tarih', width: 12, kind: 'day', value: (row) => row.gun },
  { title: 'Plaka', width: 13, kind: 'text', value: (row) => row.kayit?.plaka ?? '' },
  { title: 'Müşteri', width: 26, kind: 'text', value: (row) => row.kayit?.musteri_adi_soyadi ?? '' },
  { title: 'Açıklama', width: 40, kind: 'text', value: (row) => row.ad },
  { title: 'Adet', width: 8, kind: 'count', value: (row) => row.item?.islem_adet ?? null },
  { title: 'Birim fiyat (₺)', width: 15, kind: 'money', value: (row) => row.item?.fiyat_kurus ?? null },
  { title: 'Tutar (₺)', width: 16, kind: 'money', value: (row) => row.tutar_kurus },
  { title: 'Durum', width: 14, kind: 'text', value: (row) => row.kayit?.durum ?? '' },
  { title: 'Kayıt no', width: 10, kind: 'text', value: (row) => String(row.kayit?.kayit_id ?? '') },
]

/**
 * A period for the accounts: its records, their items and its expenses, all of one snapshot; in one table a row for
 * each item and each expense. Throws FORBIDDEN.
 */
export async function journalBook(
  ctx: UserCtx,
  input: PeriodExportInput,
  signal?: AbortSignal,
): Promise<Book> {
  requireRight(ctx, 'figures')
  const day = today(ctx)
  const period = { days: daysOfSelected(selectedPeriod(input, day)) }
  const records = await orderedKayit(ctx, { ...period, sort: 'giris_tarihi', dir: 'asc' }, signal)
  const expenses = await orderedExpenses(ctx, { ...period, q: '', sort: 'spend_date', dir: 'asc' }, signal)
  const ids = records.map(({ id }) => id)
  const items = records.reduce((sum, { islem_sayisi }) => sum + islem_sayisi, 0)
  const lines = records.reduce((sum, { islem_sayisi }) => sum + Math.max(1, islem_sayisi), 0)
  const itemRows: SheetRows<ItemRow> = {
    name: 'İşlemler',
    total: items,
    batches: () => itemBatches(ctx, ids),
  }
  const entries: SheetRows<Entry> = {
    name: 'Döküm',
    total: lines + expenses.length,
    batches: async function* () {
      for await (const batch of withItems(ctx, ids)) yield batch.flatMap(entriesOf)
      for await (const batch of expenseBatches(ctx, expenses)) yield batch.map(expenseEntry)
    },
  }
  return {
    fileName: `döküm-${periodName(period, day)}`,
    title: 'Döküm',
    about: `${periodWords(period, day)} · İptal edilenler toplam tutara dahil değildir`,
    issuedOn: day,
    company: await findCompany(ctx),
    sheets: [kayitSheet(ctx, ids), sheetOf(ITEM_COLUMNS, itemRows), expenseSheet(ctx, expenses)],
    flat: sheetOf(ENTRY_COLUMNS, entries),
  }
}

type WithItems = { kayit: KayitListItem; items: IslemLine[] }

async function* withItems(ctx: UserCtx, ids: readonly number[]): AsyncGenerator<WithItems[]> {
  for await (const batch of kayitBatches(ctx, ids)) {
    const items = await findItemsOf(
      ctx,
      batch.map(({ kayit_id }) => kayit_id),
    )
    const byRecord = Map.groupBy(items, ({ kayit_id }) => kayit_id)
    yield batch.map((kayit) => ({ kayit, items: byRecord.get(kayit.kayit_id) ?? [] }))
  }
}

async function* itemBatches(ctx: UserCtx, ids: readonly number[]): AsyncGenerator<ItemRow[]> {
  for await (const batch of withItems(ctx, ids))
    yield batch.flatMap(({ kayit, items }) => items.map((item) => ({ kayit, item })))
}

function entriesOf({ kayit, items }: WithItems): Entry[] {
  const of = { tur: 'İşlem', gun: recordDay(kayit), kayit } as const
  if (items.length === 0) return [{ ...of, ad: '', item: null, tutar_kurus: 0 }]
  return items.map((item) => ({ ...of, ad: item.islem_adi, item, tutar_kurus: amountOf(item) }))
}

const expenseEntry = (expense: Expense): Entry => ({
  tur: 'Gider',
  gun: expense.spend_date,
  kayit: null,
  ad: expense.title,
  item: null,
  tutar_kurus: expense.amount_kurus,
})
