import { type UserCtx, today } from '#server/core/context.ts'
import { requireRight } from '#server/core/rights.ts'
import { firstMatch } from '#server/core/search-match.ts'
import { periodName, periodWords } from '#server/export/period.ts'
import { type Book, type Column, type Sheet, sheetOf } from '#server/export/sheet.ts'
import { findCompany } from '#server/settings/company.ts'
import type { KayitExportInput } from '#shared/export/schema.ts'
import { hasIncome } from '#shared/kayit/rules.ts'
import type { KayitListItem } from '#shared/kayit/schema.ts'
import { formatPhone } from '#shared/phone.ts'

import { isWithoutHit } from './length.ts'
import { kayitBatches, orderedKayit } from './list.ts'

const COLUMNS: readonly Column<KayitListItem>[] = [
  { title: 'Plaka', width: 13, kind: 'text', value: (row) => row.plaka },
  { title: 'Müşteri', width: 26, kind: 'text', value: (row) => row.musteri_adi_soyadi },
  { title: 'Telefon', width: 18, kind: 'text', value: (row) => formatPhone(row.musteri_tel) },
  { title: 'Şasi no', width: 22, kind: 'text', value: (row) => row.sasi_no },
  { title: 'Marka', width: 13, kind: 'text', value: (row) => row.arac_marka },
  { title: 'Model', width: 14, kind: 'text', value: (row) => row.arac_model },
  { title: 'İşlem sayısı', width: 11, kind: 'count', value: (row) => row.islem_sayisi, sum: () => true },
  { title: 'Tutar (₺)', width: 16, kind: 'money', value: (row) => row.toplam_kurus ?? null, sum: hasIncome },
  { title: 'Giriş', width: 11, kind: 'day', value: (row) => row.giris_tarihi },
  { title: 'Çıkış', width: 11, kind: 'day', value: (row) => row.cikis_tarihi },
  { title: 'Kayıt tarihi', width: 11, kind: 'day', value: (row) => row.kayit_tarihi },
  { title: 'Durum', width: 14, kind: 'text', value: (row) => row.durum },
]

/** The same without the sum of the amounts: of a month's records it is the month's income (decision 29). */
const WITHOUT_INCOME = COLUMNS.map((column): Column<KayitListItem> => {
  if (column.kind !== 'money') return column
  const { sum: _, ...rest } = column
  return rest
})

const seesFigures = ({ actor }: UserCtx) => actor.rights.includes('figures')

/** The records of these ids in their order; their sum for who may see figures. */
export function kayitSheet(ctx: UserCtx, ids: readonly number[]): Sheet {
  return sheetOf(seesFigures(ctx) ? COLUMNS : WITHOUT_INCOME, {
    name: 'Kayıtlar',
    total: ids.length,
    batches: () => kayitBatches(ctx, ids),
  })
}

/** The records exactly as the list filters, searches and sorts them, on all its pages. */
export async function kayitBook(ctx: UserCtx, input: KayitExportInput, signal?: AbortSignal): Promise<Book> {
  requireRight(ctx, 'export')
  const day = today(ctx)
  const { found } = await firstMatch(
    input.q,
    async (match) => {
      const rows = await orderedKayit(ctx, { ...input, match }, signal)
      return { rows, isFound: rows.length > 0 || !(await isWithoutHit(ctx, { ...input, match })) }
    },
    ({ isFound }) => isFound,
  )
  const sheet = kayitSheet(
    ctx,
    found.rows.map(({ id }) => id),
  )
  return {
    fileName: `kayıtlar-${periodName(input, day)}`,
    title: 'Servis kayıtları',
    about: [periodWords(input, day), ...filterWords(input), ...sumWords(ctx)]
      .filter((word) => word !== '')
      .join(' · '),
    issuedOn: day,
    company: await findCompany(ctx),
    sheets: [sheet],
  }
}

function filterWords({ q, durum, open }: KayitExportInput): string[] {
  return [
    durum === undefined ? '' : `Durum: ${durum || '—'}`,
    open === true ? 'Açık işler' : '',
    q === '' ? '' : `Arama: ${q}`,
  ]
}

const sumWords = (ctx: UserCtx) => (seesFigures(ctx) ? ['İptal edilenler toplam tutara dahil değildir'] : [])
