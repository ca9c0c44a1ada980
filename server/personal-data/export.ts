import { today, type UserCtx, requireRight } from '#server/platform/core/context.ts'
import { type Book, sheetOf, sheetOfRows } from '#server/platform/export/sheet.ts'
import { findCompany } from '#server/settings/operations.ts'
import type { PersonalDataExportInput } from '#shared/export/schema.ts'
import { MAX_PDF_ROWS } from '#shared/options.ts'
import { OTHER_PERSON } from '#shared/personal-data/rules.ts'
import { formatPhone } from '#shared/phone.ts'

import {
  ANSWERS,
  CARS,
  CHANGES,
  splitLongTexts,
  LINES,
  linesOf,
  FACTS,
  type Fact,
  MAILS,
  PAYMENTS,
  REMINDERS,
  REQUESTS,
} from './export-tables.ts'
import { readTables, recordBatches, type Tables, type PersonView, readView } from './view.ts'
import { personOf, subjectOf } from './subject.ts'

/** The purposes of the shop's data, for the person (law 6698, art. 11/1-c). */
export const PURPOSES =
  'Veriler, servis kaydı tutmak, yapılan işi ve garantisini izlemek, belge ve fatura düzenlemek ve aracın geçmişini bilmek için işlenir.'

/** Exports a customer's data as PDF or JSON (law 6698, art. 11; docs/documents.md). Throws FORBIDDEN, NOT_FOUND. */
export async function personalDataBook(ctx: UserCtx, { id }: PersonalDataExportInput): Promise<Book> {
  requireRight(ctx, 'personal_data')
  const ids = await personOf(ctx, id)
  const view = await readView(ctx, await subjectOf(ctx, ids))
  const { subject, changes } = view
  const tables = await readTables(ctx, view)
  const { customers, vehicles, requests, payments, answers, mails, reminders, lines } = tables
  const company = await findCompany(ctx)
  const named = customers.find((one) => one.id === ids[0])
  const records = subject.records.length + subject.deleted.length
  // A longer PDF is not made: it is given without the changes, which are in the JSON.
  const others =
    [requests, payments, answers, mails, vehicles, reminders].reduce((sum, { length }) => sum + length, 0) +
    MAX_FACTS
  const isWhole = lines + changes.length + others <= MAX_PDF_ROWS
  const facts: Fact[] = [
    ...customers.flatMap(({ name, phone, tax_no }) => [
      { name: 'Ad soyad', value: name },
      { name: 'Telefon', value: formatPhone(phone) },
      { name: 'T.C. / Vergi no', value: tax_no },
    ]),
    { name: 'İşleme amacı', value: PURPOSES },
    {
      name: 'Saklananlar',
      value:
        'Yukarıdaki bilgiler; servis kayıtları, araçları, talepleri, açıklamaları, notları ve belgeleri; tahsilatları; teklif yanıtları; e-posta adresleri; araçlarının hatırlatmaları; bunlardaki değişikliklerin geçmişi; başvurular.',
    },
    { name: 'Servis kaydı', value: String(records) },
    {
      name: 'Değişiklik geçmişi',
      value: isWhole
        ? `${changes.length} satır`
        : `${changes.length} satır; bu dosyaya sığmadığı için JSON dosyasındadır`,
    },
    { name: 'Başvuru', value: String(requests.length) },
    {
      name: 'Başkalarının bilgileri',
      value: `Yalnızca bu müşteri hakkındaki bilgiler verilir; başkasını belirten bir bilginin yerinde “${OTHER_PERSON}” yazar.`,
    },
  ]
  const known = facts.filter(({ value }) => value !== '')
  const head = {
    format: 'oto-servis-personal-data/1',
    created_on: today(ctx),
    shop: { name: company.name, phone: company.tel, address: company.address },
    purposes: PURPOSES,
  }
  const sheets = [
    sheetOfRows('Bilgiler', FACTS, known),
    sheetOfRows('Araçlar', CARS, vehicles),
    sheetOf(LINES, {
      name: 'Servis kayıtları',
      total: lines,
      async *batches() {
        for await (const batch of recordBatches(ctx, view)) yield linesOf(batch, tables)
      },
    }),
    ...(payments.length > 0 ? [sheetOfRows('Tahsilatlar', PAYMENTS, payments)] : []),
    ...(answers.length > 0 ? [sheetOfRows('Teklif yanıtları', ANSWERS, answers)] : []),
    ...(mails.length > 0 ? [sheetOfRows('E-postalar', MAILS, mails)] : []),
    ...(reminders.length > 0 ? [sheetOfRows('Hatırlatmalar', REMINDERS, reminders)] : []),
    ...(requests.length > 0 ? [sheetOfRows('Başvurular', REQUESTS, requests)] : []),
    ...(isWhole && changes.length > 0 ? [sheetOfRows('Değişiklik geçmişi', CHANGES, changes)] : []),
  ]
  return {
    // Without the name: the file may lie in a folder of downloads.
    fileName: `kişisel-veriler-${ids[0]}`,
    title: 'Kişisel Veri Dökümü',
    about:
      '6698 sayılı Kanun md. 11 · KDV dahil; iptal edilenler, silinenler ve teklifler toplama dahil değildir',
    issuedOn: head.created_on,
    company,
    customer: { id: ids[0], name: named?.name ?? '', records },
    sheets: sheets.map(splitLongTexts),
    json: (count) => jsonOf(ctx, { head, tables, view, count }),
  }
}

/** Rows of the first table, at most. */
const MAX_FACTS = 1_000

type Content = { head: object; tables: Tables; view: PersonView; count: (rows: number) => void }

/** Changes that are read at once. */
const BATCH = 500

/**
 * Writes a person's data as JSON: amounts in kuruş, days 'YYYY-MM-DD', instants ISO 8601 in UTC. The author of a change is
 * left out: that is the employee's data.
 */
async function* jsonOf(ctx: UserCtx, { head, tables, view, count }: Content): AsyncGenerator<string> {
  const { lines: _lines, ...rows } = tables
  yield `${JSON.stringify({ ...head, ...rows }).slice(0, -1)},"records":[`
  let separator = ''
  for await (const records of recordBatches(ctx, view)) {
    yield separator + records.map((record) => JSON.stringify(record)).join(',')
    separator = ','
    count(records.length)
  }
  yield '],"changes":['
  const { changes } = view
  for (let from = 0; from < changes.length; from += BATCH) {
    const batch = changes
      .slice(from, from + BATCH)
      .map(({ at, channel, noun, target_id, verb, title, detail }) =>
        JSON.stringify({ at, channel, noun, target_id, verb, title, detail }),
      )
    yield `${from === 0 ? '' : ','}${batch.join(',')}`
    count(batch.length)
  }
  yield ']}\n'
}
