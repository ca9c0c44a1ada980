import { type UserCtx, today } from '#server/core/context.ts'
import { type Book, type Column, sheetOf } from '#server/export/sheet.ts'
import { findCompany } from '#server/settings/company.ts'
import type { Visit } from '#shared/history/schema.ts'
import { hasIncome } from '#shared/kayit/rules.ts'

import { allVisits, type Target } from './visits.ts'

/** A line of a history: an item of a visit, or a visit without items. */
type Line = { visit: Visit; isFirst: boolean; item: Visit['islemler'][number] | undefined }

/** What belongs to the whole visit stands in its first line. */
const first =
  <T>(value: (visit: Visit) => T) =>
  ({ visit, isFirst }: Line) =>
    isFirst ? value(visit) : null

const texts = (value: (visit: Visit) => string) => (line: Line) => first(value)(line) ?? ''

const DAY: Column<Line> = { title: 'Gün', width: 11, kind: 'day', value: first(({ day }) => day) }
const REST: readonly Column<Line>[] = [
  { title: 'Km', width: 10, kind: 'count', value: first(({ km }) => km) },
  { title: 'Durum', width: 14, kind: 'text', value: texts(({ durum }) => durum) },
  { title: 'İşlem', width: 34, kind: 'text', value: ({ item }) => item?.islem_adi ?? '' },
  { title: 'Adet', width: 7, kind: 'count', value: ({ item }) => item?.islem_adet ?? null },
  { title: 'Birim fiyat (₺)', width: 14, kind: 'money', value: ({ item }) => item?.fiyat_kurus ?? null },
  {
    title: 'Tutar (₺)',
    width: 15,
    kind: 'money',
    value: ({ item }) => (item?.fiyat_kurus === undefined ? null : item.fiyat_kurus * item.islem_adet),
    sum: ({ visit }) => hasIncome(visit),
  },
]
const CUSTOMER: Column<Line> = {
  title: 'Müşteri',
  width: 24,
  kind: 'text',
  value: texts((one) => one.customer),
}
const PLATE: Column<Line> = { title: 'Plaka', width: 13, kind: 'text', value: texts(({ plate }) => plate) }
const CAR: Column<Line> = { title: 'Araç', width: 18, kind: 'text', value: texts(({ car }) => car) }
const COLUMNS = { vehicle: [DAY, PLATE, CUSTOMER, ...REST], customer: [DAY, PLATE, CAR, ...REST] }

type History = Pick<Book, 'fileName' | 'title'> & {
  target: Target
  /** What is known of the car or customer, in words. */
  about: readonly (string | number)[]
}

/** What was done to a car or for a customer, the oldest first, prices with VAT. */
export async function historyBook(ctx: UserCtx, history: History): Promise<Book> {
  const lines = (await allVisits(ctx, history.target)).flatMap(linesOf)
  const { fileName, title, target, about } = history
  return {
    fileName,
    title,
    about: [...about, 'KDV dahil; iptal edilenler toplama dahil değildir'].filter(Boolean).join(' · '),
    issuedOn: today(ctx),
    company: await findCompany(ctx),
    sheets: [
      sheetOf(COLUMNS[target.name], { name: 'Geçmiş', total: lines.length, batches: () => batchesOf(lines) }),
    ],
  }
}

function linesOf(visit: Visit): Line[] {
  if (visit.islemler.length === 0) return [{ visit, isFirst: true, item: undefined }]
  return visit.islemler.map((item, index) => ({ visit, isFirst: index === 0, item }))
}

/** Some at a time, so that others' requests come in between. */
const BATCH = 500

async function* batchesOf(lines: readonly Line[]): AsyncGenerator<Line[]> {
  for (let from = 0; from < lines.length; from += BATCH) yield lines.slice(from, from + BATCH)
}
