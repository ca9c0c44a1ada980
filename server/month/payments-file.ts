import { requireRight, today, type UserCtx } from '#server/platform/core/context.ts'
import { describePeriod, periodFilePart } from '#server/platform/export/period.ts'
import {
  type Book,
  type Column,
  type Sheet,
  sheetOf,
  sheetOfRows,
  text,
  withoutSums,
} from '#server/platform/export/sheet.ts'
import { findCompany } from '#server/settings/operations.ts'
import type { PeriodExportInput } from '#shared/export/schema.ts'
import { type MethodSums, sumPayments } from '#shared/payment/sums.ts'
import { kindWord, METHOD_WORDS } from '#shared/payment/words.ts'
import { daysOfSelected, selectedPeriod } from '#shared/stats/selected-period.ts'

import { entryBatches, type NamedEntry, readCounted } from './payments.ts'

const amountOf = (kind: NamedEntry['kind']) => (entry: NamedEntry) =>
  entry.kind === kind ? entry.amount_kurus : null

const COLUMNS: readonly Column<NamedEntry>[] = [
  { title: 'Gün', width: 12, kind: 'day', value: ({ day }) => day },
  text('Kayıt no', 11, ({ kayit_id }) => String(kayit_id ?? '')),
  text('Plaka', 13, ({ plaka }) => plaka ?? ''),
  text('Müşteri', 28, ({ musteri_adi_soyadi, name }) => musteri_adi_soyadi ?? name ?? ''),
  text('Tür', 15, kindWord),
  text('Ödeme yolu', 12, ({ method }) => METHOD_WORDS[method]),
  { title: 'Tahsilat (₺)', width: 16, kind: 'money', value: amountOf('payment'), sum: true },
  { title: 'İade (₺)', width: 15, kind: 'money', value: amountOf('refund'), sum: true },
  text('Not', 30, ({ note }) => note),
]

const METHOD_COLUMNS: readonly Column<MethodSums>[] = [
  text('Ödeme yolu', 20, ({ method }) => METHOD_WORDS[method]),
  { title: 'Tahsilat sayısı', width: 14, kind: 'count', value: ({ count }) => count, sum: true },
  { title: 'Tahsilat (₺)', width: 18, kind: 'money', value: ({ in_kurus }) => in_kurus, sum: true },
  { title: 'İade (₺)', width: 18, kind: 'money', value: ({ refunded_kurus }) => refunded_kurus, sum: true },
  {
    title: 'İadeden sonra (₺)',
    width: 18,
    kind: 'money',
    value: ({ in_kurus, refunded_kurus }) => in_kurus - refunded_kurus,
    sum: true,
  },
]

/**
 * Returns the payments and refunds of a period for the accounts, with sums for users who may see figures (decision 29).
 * Entries that were cancelled within the period are left out. Throws FORBIDDEN.
 */
export async function paymentsBook(
  ctx: UserCtx,
  input: PeriodExportInput,
  signal?: AbortSignal,
): Promise<Book> {
  requireRight(ctx, 'export')
  requireRight(ctx, 'payments')
  const day = today(ctx)
  const days = daysOfSelected(selectedPeriod(input, day))
  const entries = await readCounted(ctx, days, signal)
  const hasFigures = ctx.actor.rights.includes('figures')
  const ids = entries.map(({ id }) => id)
  const list = sheetOf(hasFigures ? COLUMNS : withoutSums(COLUMNS), {
    name: 'Tahsilatlar',
    total: ids.length,
    batches: () => entryBatches(ctx, ids),
  })
  const methods: Sheet[] = hasFigures
    ? [sheetOfRows('Ödeme yoluna göre', METHOD_COLUMNS, sumPayments(entries).methods)]
    : []
  return {
    fileName: `tahsilatlar-${periodFilePart({ days }, day)}`,
    title: 'Tahsilatlar',
    about: `${describePeriod({ days }, day)} · Dönem içinde iptal edilenler yoktur`,
    issuedOn: day,
    company: await findCompany(ctx),
    sheets: [list, ...methods],
    flat: list,
  }
}
