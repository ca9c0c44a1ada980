import { type UserCtx, today, requireRight } from '#server/platform/core/context.ts'
import { expenseSheet } from '#server/expense/export.ts'
import { expenseBatches, orderedExpenses } from '#server/expense/queries.ts'
import { periodFilePart, describePeriod } from '#server/platform/export/period.ts'
import { type Book, type Column, sheetOf, text } from '#server/platform/export/sheet.ts'
import { findCompany } from '#server/settings/operations.ts'
import type { Day } from '#shared/date.ts'
import type { Expense } from '#shared/expense/schema.ts'
import type { PeriodExportInput } from '#shared/export/schema.ts'
import { recordDay } from '#shared/kayit/rules.ts'
import { daysOfSelected, selectedPeriod } from '#shared/stats/selected-period.ts'

import type { IslemLine } from './derived.ts'
import { withTotals } from './line-totals.ts'
import {
  AMOUNT_WORDS,
  amountColumns,
  type ExportedKayit,
  kayitSheet,
  type KayitWithItems,
  recordsWithItems,
  type RowAmounts,
  rowAmounts,
} from './export.ts'
import { orderedKayit } from './list.ts'

/** One line of the journal: a work item, a record without any, or an expense. */
type Entry = {
  tur: 'İşlem' | 'Gider'
  day: Day
  kayit: ExportedKayit | null
  ad: string
  item: Pick<IslemLine, 'islem_adet' | 'fiyat_kurus'> | null
  amounts: RowAmounts | null
  gider_kurus: number | null
}

/** The columns of the records, the one of the work, and those of its amounts. */
const columnsWith = (title: string, width: number): Column<Entry>[] => [
  text('Kayıt no', 11, ({ kayit }) => String(kayit?.kayit_id ?? '')),
  { title: 'Tarih', width: 13, kind: 'day', value: (row) => row.day },
  text('Plaka', 13, ({ kayit }) => kayit?.plaka ?? ''),
  text('Müşteri', 24, ({ kayit }) => kayit?.musteri_adi_soyadi ?? ''),
  text('T.C. / Vergi no', 15, ({ kayit }) => kayit?.tc_vergino ?? ''),
  text(title, width, ({ ad }) => ad),
  { title: 'Adet', width: 7, kind: 'count', value: (row) => row.item?.islem_adet ?? null },
  { title: 'Birim fiyat (₺)', width: 15, kind: 'money', value: (row) => row.item?.fiyat_kurus ?? null },
  ...amountColumns((row: Entry) => row.amounts),
]

const STATUS = text<Entry>('Durum', 15, ({ kayit }) => kayit?.durum ?? '')
const ITEM_COLUMNS = [...columnsWith('İşlem', 30), STATUS]
const ENTRY_COLUMNS: readonly Column<Entry>[] = [
  text('Tür', 8, ({ tur }) => tur),
  ...columnsWith('Açıklama', 40),
  { title: 'Gider (₺)', width: 16, kind: 'money', value: (row) => row.gider_kurus },
  STATUS,
]

/**
 * Returns a period for the accounts: its records, their items and its expenses, all of one snapshot; in one table a row
 * for each item and each expense. Throws FORBIDDEN.
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
  return {
    fileName: `döküm-${periodFilePart(period, day)}`,
    title: 'Döküm',
    about: `${describePeriod(period, day)} · ${AMOUNT_WORDS}`,
    issuedOn: day,
    company: await findCompany(ctx),
    sheets: [
      kayitSheet(ctx, ids, { isForAccountant: true }),
      sheetOf(ITEM_COLUMNS, { name: 'İşlemler', total: items, batches: () => itemBatches(ctx, ids) }),
      expenseSheet(ctx, expenses),
    ],
    flat: sheetOf(ENTRY_COLUMNS, {
      name: 'Döküm',
      total: lines + expenses.length,
      async *batches() {
        for await (const batch of recordsWithItems(ctx, ids)) yield batch.flatMap(entriesOf)
        for await (const batch of expenseBatches(ctx, expenses)) yield batch.map(expenseEntry)
      },
    }),
  }
}

async function* itemBatches(ctx: UserCtx, ids: readonly number[]): AsyncGenerator<Entry[]> {
  for await (const batch of recordsWithItems(ctx, ids))
    yield batch.flatMap(entriesOf).filter(({ item }) => item !== null)
}

function entriesOf({ kayit, items }: KayitWithItems): Entry[] {
  const of = { tur: 'İşlem', day: recordDay(kayit), kayit, gider_kurus: null } as const
  if (items.length === 0) return [{ ...of, ad: '', item: null, amounts: rowAmounts(kayit.durum, []) }]
  return withTotals(items).map(({ line, totals }) => ({
    ...of,
    ad: line.islem_adi,
    item: line,
    amounts: { durum: kayit.durum, totals },
  }))
}

const expenseEntry = (expense: Expense): Entry => ({
  tur: 'Gider',
  day: expense.spend_date,
  kayit: null,
  ad: expense.title,
  item: null,
  amounts: null,
  gider_kurus: expense.amount_kurus,
})
