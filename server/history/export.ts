import { type UserCtx, today, requireRight } from '#server/platform/core/context.ts'
import { type Book, type Column, sheetOf } from '#server/platform/export/sheet.ts'
import { AMOUNT_WORDS, amountColumns, type RowAmounts, rowAmounts } from '#server/kayit/amount-columns.ts'
import { findCompany } from '#server/settings/operations.ts'
import type { HistoryExportInput } from '#shared/export/schema.ts'
import { customerHistoryName, vehicleHistoryName } from '#shared/history/rules.ts'
import { carName } from '#shared/kayit/rules.ts'
import { maskedNumber } from '#shared/personal-data/rules.ts'

import { getCustomer } from './details.ts'
import { getVehicle } from './details.ts'
import { allVisits, type ExportedVisit, type Target } from './visits.ts'

/** A line of a history: an item of a visit, or a visit without items. */
type Line = {
  visit: ExportedVisit
  isFirst: boolean
  item: ExportedVisit['islemler'][number] | undefined
  amounts: RowAmounts | null
}

/** What belongs to the whole visit stands in its first line. */
const first =
  <T>(value: (visit: ExportedVisit) => T) =>
  ({ visit, isFirst }: Line) =>
    isFirst ? value(visit) : null

const texts = (value: (visit: ExportedVisit) => string) => (line: Line) => first(value)(line) ?? ''

const START: readonly Column<Line>[] = [
  { title: 'Kayıt no', width: 11, kind: 'text', value: ({ visit }) => String(visit.kayit_id) },
  { title: 'Gün', width: 13, kind: 'day', value: first(({ day }) => day) },
  { title: 'Plaka', width: 13, kind: 'text', value: texts(({ plate }) => plate) },
]
const REST: readonly Column<Line>[] = [
  {
    title: 'T.C. / Vergi no',
    width: 15,
    kind: 'text',
    value: texts(({ tc_vergino }) => maskedNumber(tc_vergino)),
  },
  { title: 'Km', width: 9, kind: 'count', value: first(({ km }) => km) },
  { title: 'Durum', width: 14, kind: 'text', value: texts(({ durum }) => durum) },
  { title: 'İşlem', width: 27, kind: 'text', value: ({ item }) => item?.islem_adi ?? '' },
  { title: 'Adet', width: 7, kind: 'count', value: ({ item }) => item?.islem_adet ?? null },
  { title: 'Birim fiyat (₺)', width: 15, kind: 'money', value: ({ item }) => item?.fiyat_kurus ?? null },
  ...amountColumns(({ amounts }: Line) => amounts),
]
const CUSTOMER: Column<Line> = {
  title: 'Müşteri',
  width: 22,
  kind: 'text',
  value: texts((one) => one.customer),
}
const CAR: Column<Line> = { title: 'Araç', width: 18, kind: 'text', value: texts(({ car }) => car) }
const COLUMNS = { vehicle: [...START, CUSTOMER, ...REST], customer: [...START, CAR, ...REST] }

/** Returns a customer's visits as a file. Throws FORBIDDEN, NOT_FOUND. */
export async function customerHistoryBook(ctx: UserCtx, input: HistoryExportInput): Promise<Book> {
  requireRight(ctx, 'export')
  const { id, merged, name } = await getCustomer(ctx, input)
  const head = { fileName: customerHistoryName(name), title: 'Müşteri geçmişi', about: [name] }
  return historyBook(ctx, { name: 'customer', ids: [id, ...merged.map((one) => one.id)] }, head)
}

/** Returns a car's visits as a file. Throws FORBIDDEN, NOT_FOUND. */
export async function vehicleHistoryBook(ctx: UserCtx, input: HistoryExportInput): Promise<Book> {
  requireRight(ctx, 'export')
  const { id, merged, plate, vin, make, model, model_year } = await getVehicle(ctx, input)
  const name = carName({ arac_marka: make, arac_model: model })
  const about = [plate, name, model_year ?? '', vin && `Şasi: ${vin}`]
  const head = { fileName: vehicleHistoryName(plate || vin), title: 'Araç geçmişi', about }
  return historyBook(ctx, { name: 'vehicle', ids: [id, ...merged.map((one) => one.id)] }, head)
}

/** `about`: what is known of the car or customer, in words. */
type Head = Pick<Book, 'fileName' | 'title'> & { about: readonly (string | number)[] }

/** What was done to a car or for a customer, the oldest first, prices with VAT. */
async function historyBook(ctx: UserCtx, target: Target, { fileName, title, about }: Head): Promise<Book> {
  const lines = (await allVisits(ctx, target)).flatMap(linesOf)
  return {
    fileName,
    of: { [`${target.name}_id`]: target.ids[0] },
    title,
    about: [...about, AMOUNT_WORDS].filter(Boolean).join(' · '),
    issuedOn: today(ctx),
    company: await findCompany(ctx),
    sheets: [
      sheetOf(COLUMNS[target.name], { name: 'Geçmiş', total: lines.length, batches: () => batchesOf(lines) }),
    ],
  }
}

function linesOf(visit: ExportedVisit): Line[] {
  const { islemler, durum } = visit
  if (islemler.length === 0) return [{ visit, isFirst: true, item: undefined, amounts: null }]
  return islemler.map((item, index) => {
    const { islem_adet, fiyat_kurus } = item
    const amounts = fiyat_kurus === undefined ? null : rowAmounts(durum, [{ islem_adet, fiyat_kurus }])
    return { visit, isFirst: index === 0, item, amounts }
  })
}

/** Some at a time, so that others' requests come in between. */
const BATCH = 500

async function* batchesOf(lines: readonly Line[]): AsyncGenerator<Line[]> {
  for (let from = 0; from < lines.length; from += BATCH) yield lines.slice(from, from + BATCH)
}
