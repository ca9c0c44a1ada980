import { type UserCtx, today, requireRight } from '#server/platform/core/context.ts'
import { rowsInOrder } from '#server/list/ordered-rows.ts'
import { firstMatch } from '#server/list/search-match.ts'
import { periodFilePart, describePeriod } from '#server/platform/export/period.ts'
import { type Book, type Column, type Sheet, sheetOf, text } from '#server/platform/export/sheet.ts'
import { findCompany } from '#server/settings/operations.ts'
import type { KayitExportInput } from '#shared/export/schema.ts'
import { hasIncome } from '#shared/kayit/rules.ts'
import type { Kurus, Line, Totals } from '#shared/money.ts'
import { maskedNumber } from '#shared/personal-data/rules.ts'
import { OWED_WORDS } from '#shared/payment/words.ts'
import { formatPhone } from '#shared/phone.ts'

import { debtFilterOf } from './debts.ts'
import type { IslemLine } from './derived.ts'
import { totalsOf } from './line-totals.ts'
import { isWithoutHit, kayitOf, orderedKayit, PAGE_COLUMNS } from './list.ts'
import { readItems } from './queries.ts'

/** The amounts of a row in a file: of a whole record, or of one of its items. */
export type RowAmounts = { durum: string; totals: Totals }

/** Returns the amounts of these lines of a record. Throws RangeError when a stored record is over the limit. */
export const rowAmounts = (durum: string, lines: readonly Line[]): RowAmounts => ({
  durum,
  totals: totalsOf(lines),
})

/** The description of the amounts in a file. */
export const AMOUNT_WORDS = 'Tutarlar KDV dahildir; iptal edilenlerin tutarı ayrı sütundadır'

/**
 * Returns the columns of the amounts in every file. A cancelled record has its amount in a separate column and nothing
 * in the others, so that the sum of a column is the income of the statistics.
 */
export function amountColumns<Row>(amountsOf: (row: Row) => RowAmounts | null): Column<Row>[] {
  const money = (
    title: string,
    width: number,
    value: (amounts: RowAmounts) => Kurus | null,
  ): Column<Row> => ({
    title,
    width,
    kind: 'money',
    value: (row) => {
      const amounts = amountsOf(row)
      return amounts && value(amounts)
    },
    sum: true,
  })
  const income = (title: string, width: number, part: keyof Totals) =>
    money(title, width, (amounts) => (hasIncome(amounts) ? amounts.totals[part] : null))
  return [
    income('KDV hariç (₺)', 15, 'net_kurus'),
    income('KDV (₺)', 14, 'kdv_kurus'),
    income('Tutar (₺)', 16, 'brut_kurus'),
    money('İptal tutarı (₺)', 15, (amounts) => (hasIncome(amounts) ? null : amounts.totals.brut_kurus)),
  ]
}

/** A record in a file: the columns of the list with the customer's tax number. */
export type ExportedKayit = Awaited<ReturnType<typeof exportedOf>>[number]
export type KayitWithItems = { kayit: ExportedKayit; items: IslemLine[] }

const exportedOf = (ctx: UserCtx, ids: number[]) =>
  kayitOf(ctx, ids)
    .select([...PAGE_COLUMNS, 'tc_vergino'])
    .execute()

/** Reads these records with their items, in batches. */
export async function* recordsWithItems(
  ctx: UserCtx,
  ids: readonly number[],
): AsyncGenerator<KayitWithItems[]> {
  const idOf = ({ kayit_id }: ExportedKayit) => kayit_id
  for await (const batch of rowsInOrder(ids, (some) => exportedOf(ctx, some), idOf)) {
    const itemsOf = await readItems(ctx, batch.map(idOf))
    yield batch.map((kayit) => ({ kayit, items: itemsOf(kayit.kayit_id) }))
  }
}

type KayitRow = { kayit: ExportedKayit; taxNumber: string; amounts: RowAmounts }

const NOT_PRINTED = { isPrinted: false }

const COLUMNS: readonly Column<KayitRow>[] = [
  text('Kayıt no', 11, ({ kayit }) => String(kayit.kayit_id)),
  text('Plaka', 13, ({ kayit }) => kayit.plaka),
  text('Müşteri', 21, ({ kayit }) => kayit.musteri_adi_soyadi),
  text('T.C. / Vergi no', 15, ({ taxNumber }) => taxNumber),
  { ...text('Telefon', 18, ({ kayit }) => formatPhone(kayit.musteri_tel)), ...NOT_PRINTED },
  text('Şasi no', 25, ({ kayit }) => kayit.sasi_no),
  { ...text('Marka', 13, ({ kayit }) => kayit.arac_marka), ...NOT_PRINTED },
  { ...text('Model', 14, ({ kayit }) => kayit.arac_model), ...NOT_PRINTED },
  { title: 'İşlem sayısı', width: 8, kind: 'count', value: ({ kayit }) => kayit.islem_sayisi, sum: true },
  ...amountColumns(({ amounts }: KayitRow) => amounts),
  { title: 'Giriş', width: 13, kind: 'day', value: ({ kayit }) => kayit.giris_tarihi },
  { title: 'Çıkış', width: 13, kind: 'day', value: ({ kayit }) => kayit.cikis_tarihi },
  { ...NOT_PRINTED, title: 'Kayıt tarihi', width: 13, kind: 'day', value: ({ kayit }) => kayit.kayit_tarihi },
  text('Durum', 13, ({ kayit }) => kayit.durum),
]

/** The rest that the customer owes, for a list of debts. */
const REST: Column<KayitRow> = {
  title: 'Kalan (₺)',
  width: 14,
  kind: 'money',
  value: ({ kayit: { toplam_kurus, paid_kurus } }) => toplam_kurus - paid_kurus,
  sum: true,
}

/** The columns without the sum of the amounts, which is the income of a month's records (decision 29). */
const WITHOUT_INCOME = COLUMNS.map((column): Column<KayitRow> => {
  if (column.kind !== 'money') return column
  const { sum: _, ...rest } = column
  return rest
})

/**
 * Returns the sheet of the records with these ids, in their order, with sums for users who may see figures. The tax
 * numbers are masked unless the sheet is for the accountant, who writes invoices from them (decision 33). `hasRests` adds
 * what customers owe, for a list of debts.
 */
export function kayitSheet(
  ctx: UserCtx,
  ids: readonly number[],
  { isForAccountant = false, hasRests = false }: { isForAccountant?: boolean; hasRests?: boolean } = {},
): Sheet {
  const shownTax = isForAccountant ? (number: string) => number : maskedNumber
  const columns = ctx.actor.rights.includes('figures') ? COLUMNS : WITHOUT_INCOME
  return sheetOf(hasRests ? [...columns, REST] : columns, {
    name: 'Kayıtlar',
    total: ids.length,
    async *batches() {
      for await (const batch of recordsWithItems(ctx, ids))
        yield batch.map(({ kayit, items }) => ({
          kayit,
          taxNumber: shownTax(kayit.tc_vergino),
          amounts: rowAmounts(kayit.durum, items),
        }))
    },
  })
}

const STAGE_LISTS = { quote: 'Teklifler', appointment: 'Randevular' } as const
const STAGE_FILES = { quote: 'teklifler', appointment: 'randevular' } as const

/** Returns the records of all pages, exactly as the list filters, searches and sorts them. */
export async function kayitBook(ctx: UserCtx, input: KayitExportInput, signal?: AbortSignal): Promise<Book> {
  requireRight(ctx, 'export')
  if (input.stage !== undefined) requireRight(ctx, 'quotes')
  const { q, durum, open, owed, stage } = input
  const debts = owed === undefined ? undefined : await debtFilterOf(ctx, owed)
  const day = today(ctx)
  const { result: found } = await firstMatch(
    q,
    async (match) => {
      const rows = await orderedKayit(ctx, { ...input, match, debts }, signal)
      return { rows, isFound: rows.length > 0 || !(await isWithoutHit(ctx, { ...input, match, debts })) }
    },
    ({ isFound }) => isFound,
  )
  const ids = found.rows.map(({ id }) => id)
  const words = [
    describePeriod(input, day),
    stage === undefined ? '' : STAGE_LISTS[stage],
    durum === undefined ? '' : `Durum: ${durum || '—'}`,
    open === true ? 'Açık işler' : '',
    owed === undefined ? '' : OWED_WORDS[owed],
    q === '' ? '' : `Arama: ${q}`,
    AMOUNT_WORDS,
  ]
  return {
    fileName: `${stage === undefined ? 'kayıtlar' : STAGE_FILES[stage]}-${periodFilePart(input, day)}`,
    title: stage === undefined ? 'Servis kayıtları' : STAGE_LISTS[stage],
    about: words.filter((word) => word !== '').join(' · '),
    issuedOn: day,
    company: await findCompany(ctx),
    sheets: [kayitSheet(ctx, ids, { hasRests: debts !== undefined })],
  }
}
