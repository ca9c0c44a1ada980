import { type UserCtx, today, requireRight } from '#server/platform/core/context.ts'
import { type Book, type Column, sheetOfRows, text } from '#server/platform/export/sheet.ts'
import { withTotals } from '#server/kayit/line-totals.ts'
import { AMOUNT_WORDS, amountColumns, type RowAmounts } from '#server/kayit/export.ts'
import { findCompany } from '#server/settings/operations.ts'
import type { HistoryExportInput } from '#shared/export/schema.ts'
import { customerHistoryName, vehicleHistoryName } from '#shared/history/rules.ts'
import { carName } from '#shared/kayit/rules.ts'
import { maskedNumber } from '#shared/personal-data/rules.ts'

import { getCustomer, getVehicle } from './details.ts'
import { allVisits, type ExportedVisit, type LinkedIds } from './visits.ts'

/** A line of a history: an item of a visit, or a visit without items. */
type Line = {
  visit: ExportedVisit
  isFirst: boolean
  item: ExportedVisit['islemler'][number] | undefined
  amounts: RowAmounts | null
}

/** Shows a value of the whole visit in its first line only. */
const first =
  <T>(value: (visit: ExportedVisit) => T) =>
  ({ visit, isFirst }: Line) =>
    isFirst ? value(visit) : null

const firstText = (title: string, width: number, value: (visit: ExportedVisit) => string) =>
  text<Line>(title, width, (line) => first(value)(line) ?? '')

const START: readonly Column<Line>[] = [
  text('Kayıt no', 11, ({ visit }) => String(visit.kayit_id)),
  { title: 'Gün', width: 13, kind: 'day', value: first(({ day }) => day) },
  firstText('Plaka', 13, ({ plate }) => plate),
]
const REST: readonly Column<Line>[] = [
  firstText('T.C. / Vergi no', 15, ({ tc_vergino }) => maskedNumber(tc_vergino)),
  { title: 'Km', width: 9, kind: 'count', value: first(({ km }) => km) },
  firstText('Durum', 14, ({ durum }) => durum),
  text('İşlem', 27, ({ item }) => item?.islem_adi ?? ''),
  { title: 'Adet', width: 7, kind: 'count', value: ({ item }) => item?.islem_adet ?? null },
  { title: 'Birim fiyat (₺)', width: 15, kind: 'money', value: ({ item }) => item?.fiyat_kurus ?? null },
  ...amountColumns(({ amounts }: Line) => amounts),
]
const CUSTOMER = firstText('Müşteri', 22, ({ customer }) => customer)
const CAR = firstText('Araç', 18, ({ car }) => car)
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

/** The heading of a history; `about` has the facts of the car or customer in words. */
type Head = Pick<Book, 'fileName' | 'title'> & { about: readonly (string | number)[] }

/** Returns the visits of a car or customer as a file, the oldest first, prices with VAT. */
async function historyBook(ctx: UserCtx, target: LinkedIds, { fileName, title, about }: Head): Promise<Book> {
  const lines = (await allVisits(ctx, target)).flatMap(linesOf)
  return {
    fileName,
    historyOf: { [`${target.name}_id`]: target.ids[0] },
    title,
    about: [...about, AMOUNT_WORDS].filter(Boolean).join(' · '),
    issuedOn: today(ctx),
    company: await findCompany(ctx),
    sheets: [sheetOfRows('Geçmiş', COLUMNS[target.name], lines)],
  }
}

function linesOf(visit: ExportedVisit): Line[] {
  const { islemler, durum } = visit
  if (islemler.length === 0) return [{ visit, isFirst: true, item: undefined, amounts: null }]
  const priced = islemler.flatMap(({ fiyat_kurus, ...item }) =>
    fiyat_kurus === undefined ? [] : [{ ...item, fiyat_kurus }],
  )
  // All items have a price, or none has one for a user who sees none.
  const totals = withTotals(priced)
  return islemler.map((item, index) => {
    const own = totals[index]?.totals
    return { visit, isFirst: index === 0, item, amounts: own === undefined ? null : { durum, totals: own } }
  })
}
