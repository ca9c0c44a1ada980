import { today, type UserCtx } from '#server/core/context.ts'
import { idsOf } from '#server/core/merge.ts'
import { requireRight } from '#server/core/rights.ts'
import { type Book, type Column, sheetOf, sheetOfRows } from '#server/export/sheet.ts'
import { findCompany } from '#server/settings/company.ts'
import type { PersonalDataExportInput } from '#shared/export/schema.ts'
import { carName, hasIncome } from '#shared/kayit/rules.ts'
import { formatPhone } from '#shared/vehicle.ts'

import { changesOf } from './changes.ts'
import {
  customerRows,
  type ExportedRecord,
  linesOf,
  recordBatches,
  requestRows,
  vehicleRows,
} from './exported.ts'
import { jsonOf } from './export-json.ts'
import { type Subject, subjectOf } from './subject.ts'

/** Why the shop has the data, for the person (law 6698, art. 11/1-c). */
export const PURPOSES =
  'Veriler, servis kaydı tutmak, yapılan işi ve garantisini izlemek, belge ve fatura düzenlemek ve aracın geçmişini bilmek için işlenir.'

type Named = { name: string; value: string }
const NAMED: readonly Column<Named>[] = [
  { title: 'Bilgi', width: 30, kind: 'text', value: ({ name }) => name },
  { title: 'Değer', width: 90, kind: 'text', value: ({ value }) => value },
]

type Car = Awaited<ReturnType<typeof vehicleRows>>[number]
const CARS: readonly Column<Car>[] = [
  { title: 'Plaka', width: 14, kind: 'text', value: ({ plate }) => plate },
  { title: 'Şasi no', width: 22, kind: 'text', value: ({ vin }) => vin },
  { title: 'Motor no', width: 18, kind: 'text', value: ({ engine_no }) => engine_no },
  {
    title: 'Araç',
    width: 26,
    kind: 'text',
    value: ({ make, model }) => carName({ arac_marka: make, arac_model: model }),
  },
  { title: 'Model yılı', width: 10, kind: 'text', value: ({ model_year }) => String(model_year ?? '') },
]

/** A line of the records: an item of one, or a record without items. What belongs to the record is in its first line. */
type Line = { record: ExportedRecord; isFirst: boolean; item: ExportedRecord['items'][number] | undefined }
const first = (value: (record: ExportedRecord) => string) => (line: Line) =>
  line.isFirst ? value(line.record) : ''
const LINES: readonly Column<Line>[] = [
  { title: 'Gün', width: 11, kind: 'day', value: ({ record, isFirst }) => (isFirst ? record.gun : null) },
  { title: 'Plaka', width: 13, kind: 'text', value: first(({ plaka }) => plaka) },
  {
    title: 'Durum',
    width: 15,
    kind: 'text',
    value: first(({ durum, deleted_at }) =>
      [durum, deleted_at && '(çöp kutusunda)'].filter(Boolean).join(' '),
    ),
  },
  { title: 'Müşteri talebi', width: 26, kind: 'text', value: first((one) => one.musteri_talebi) },
  {
    title: 'Açıklama ve notlar',
    width: 26,
    kind: 'text',
    value: first((one) => [one.aciklama, one.private_note].filter(Boolean).join(' · ')),
  },
  { title: 'İşlem', width: 28, kind: 'text', value: ({ item }) => item?.islem_adi ?? '' },
  { title: 'Adet', width: 7, kind: 'count', value: ({ item }) => item?.islem_adet ?? null },
  {
    title: 'Tutar (₺)',
    width: 15,
    kind: 'money',
    value: ({ item }) => (item === undefined ? null : item.fiyat_kurus * item.islem_adet),
    sum: ({ record }) => hasIncome(record) && record.deleted_at === null,
  },
]

/**
 * All that is stored of a customer (law 6698, art. 11), with what was merged into them: as a PDF to read, as JSON for a
 * machine (docs/documents.md). Throws FORBIDDEN, NOT_FOUND.
 */
export async function personalDataBook(ctx: UserCtx, { id }: PersonalDataExportInput): Promise<Book> {
  requireRight(ctx, 'personal_data')
  const ids = await idsOf(ctx, 'customer', id)
  const subject = await subjectOf(ctx, ids)
  const customers = await customerRows(ctx, subject)
  const changes = await changesOf(ctx, subject)
  const requests = await requestRows(ctx, subject)
  const vehicles = await vehicleRows(ctx, subject)
  const company = await findCompany(ctx)
  const named = customers.find((one) => one.id === ids[0])
  const records = subject.records.length + subject.deleted.length
  const facts: Named[] = [
    ...customers.flatMap(({ name, phone, tax_no }) => [
      { name: 'Ad soyad', value: name },
      { name: 'Telefon', value: formatPhone(phone) },
      { name: 'T.C. / Vergi no', value: tax_no },
    ]),
    { name: 'İşleme amacı', value: PURPOSES },
    {
      name: 'Saklananlar',
      value:
        'Yukarıdaki bilgiler; servis kayıtları, araçları, talepleri, açıklamaları ve notları; bunlardaki değişikliklerin geçmişi; başvurular.',
    },
    { name: 'Servis kaydı', value: String(records) },
    { name: 'Değişiklik geçmişi', value: `${changes.length} satır; tamamı JSON dosyasındadır` },
    { name: 'Başvuru', value: String(requests.length) },
  ]
  const head = {
    format: 'oto-servis-personal-data/1',
    created_on: today(ctx),
    shop: { name: company.name, phone: company.tel, address: company.address },
    purposes: PURPOSES,
  }
  return {
    // Without the name: the file may lie in a folder of downloads.
    fileName: `kişisel-veriler-${ids[0]}`,
    title: 'Kişisel Veri Dökümü',
    about: '6698 sayılı Kanun md. 11 · KDV dahil; iptal edilenler ve silinenler toplama dahil değildir',
    issuedOn: head.created_on,
    company,
    customer: { id: ids[0], name: named?.name ?? '', records },
    sheets: [
      sheetOfRows(
        'Bilgiler',
        NAMED,
        facts.filter(({ value }) => value !== ''),
      ),
      sheetOfRows('Araçlar', CARS, vehicles),
      sheetOf(LINES, {
        name: 'Servis kayıtları',
        total: await linesOf(ctx, subject),
        batches: () => lineBatches(ctx, subject),
      }),
    ],
    json: (count) => jsonOf(ctx, { head, customers, vehicles, subject, changes, requests, count }),
  }
}

async function* lineBatches(ctx: UserCtx, subject: Subject): AsyncGenerator<Line[]> {
  for await (const records of recordBatches(ctx, subject))
    yield records.flatMap((record): Line[] =>
      record.items.length === 0
        ? [{ record, isFirst: true, item: undefined }]
        : record.items.map((item, index) => ({ record, isFirst: index === 0, item })),
    )
}
