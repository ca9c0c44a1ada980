import { type Cell, type Column, type Sheet, text } from '#server/platform/export/sheet.ts'
import type { ChangeNoun, ChangeVerb } from '#shared/change/schema.ts'
import { FIELD_WORDS, itemWords, sentenceOf, valueWords } from '#shared/change/words.ts'
import { formatDay, formatInstant } from '#shared/date.ts'
import { carName, hasIncome } from '#shared/kayit/rules.ts'
import { STAGE_WORDS } from '#shared/kayit/stage.ts'
import { OTHER_PERSON } from '#shared/personal-data/rules.ts'
import { signedAmount } from '#shared/payment/rules.ts'
import { METHOD_WORDS } from '#shared/payment/words.ts'
import { KIND_WORDS } from '#shared/personal-data/words.ts'
import { formatPhone } from '#shared/phone.ts'
import { CAUSE_WORDS, REMINDER_STATE_WORDS } from '#shared/reminder/causes.ts'

import type { LoggedChange } from './concerned-changes.ts'
import type { ExportedRecord, Tables } from './view.ts'

const joined = (...texts: (string | false | null | undefined)[]) => texts.filter(Boolean).join(' · ')

export type Fact = { name: string; value: string }
export const FACTS: readonly Column<Fact>[] = [
  text('Bilgi', 30, ({ name }) => name),
  text('Değer', 90, ({ value }) => value),
]

export const CARS: readonly Column<Tables['vehicles'][number]>[] = [
  text('Plaka', 14, ({ plate }) => plate),
  text('Şasi no', 22, ({ vin }) => vin),
  text('Motor no', 18, ({ engine_no }) => engine_no),
  text('Araç', 26, ({ make, model }) => carName({ arac_marka: make, arac_model: model })),
  text('Model yılı', 10, ({ model_year }) => String(model_year ?? '')),
]

export const REQUESTS: readonly Column<Tables['requests'][number]>[] = [
  { title: 'Başvuru', width: 12, kind: 'day', value: ({ received_on }) => received_on },
  text('Konu', 14, ({ kind }) => KIND_WORDS[kind]),
  text('Not', 90, ({ note }) => note),
  { title: 'Yanıt', width: 12, kind: 'day', value: ({ answered_on }) => answered_on },
]

export const PAYMENTS: readonly Column<Tables['payments'][number]>[] = [
  { title: 'Gün', width: 11, kind: 'day', value: ({ day }) => day },
  text('Kayıt', 10, ({ kayit_id }) => (kayit_id === null ? '' : `No ${kayit_id}`)),
  text('Tür', 14, ({ kind, reverses }) =>
    joined(kind === 'payment' ? 'Tahsilat' : 'İade', reverses !== null && 'iptal kaydı'),
  ),
  text('Ödeme yolu', 12, ({ method }) => METHOD_WORDS[method]),
  text('Not', 60, ({ note }) => note),
  { title: 'Tutar (₺)', width: 15, kind: 'money', value: signedAmount, sum: () => true },
]

export const ANSWERS: readonly Column<Tables['answers'][number]>[] = [
  text('Zaman', 16, ({ at }) => formatInstant(at.toISOString())),
  text('Teklif', 18, ({ kayit_id, version }) =>
    joined(`No ${kayit_id}`, version > 1 && `${version}. teklif`),
  ),
  text('Yanıt', 12, ({ verdict }) => (verdict === 'approved' ? 'Onaylandı' : 'Reddedildi')),
  text('Ad soyad', 24, ({ name }) => name),
  text('Ağ adresi', 18, ({ address }) => address),
  text('Tarayıcı', 50, ({ user_agent }) => user_agent),
  { title: 'Tutar (₺)', width: 15, kind: 'money', value: ({ total_kurus }) => total_kurus },
]

const SENT_WORDS = {
  record: 'Servis fişi',
  quote: 'Teklif',
  vehicle: 'Araç geçmişi',
  statement: 'Ekstre',
} as const
const STATE_WORDS = { queued: 'Sırada', sent: 'Gönderildi', failed: 'Ulaşmadı' } as const

export const MAILS: readonly Column<Tables['mails'][number]>[] = [
  text('Zaman', 16, ({ created_at }) => formatInstant(created_at.toISOString())),
  text('Belge', 24, ({ kind, kayit_id }) => joined(SENT_WORDS[kind], kayit_id !== null && `No ${kayit_id}`)),
  text('Adres', 50, ({ recipient }) => recipient),
  text('Durum', 14, ({ state }) => STATE_WORDS[state]),
]

export const REMINDERS: readonly Column<Tables['reminders'][number]>[] = [
  text('Hatırlatma', 40, ({ cause, title }) => title || CAUSE_WORDS[cause]),
  { title: 'Gün', width: 12, kind: 'day', value: ({ due_day }) => due_day },
  text('Kilometre', 14, ({ due_km }) => (due_km === null ? '' : valueWords('due_km', due_km))),
  text('Durum', 14, ({ state }) => REMINDER_STATE_WORDS[state]),
  text('WhatsApp açıldı', 18, ({ opened_at }) =>
    opened_at === null ? '' : formatInstant(opened_at.toISOString()),
  ),
]

export const CHANGES: readonly Column<LoggedChange>[] = [
  text('Zaman', 16, ({ at }) => formatInstant(at)),
  text('Değişiklik', 30, ({ noun, verb }) =>
    // Only `recordChanges` writes the log.
    sentenceOf({ noun: noun as ChangeNoun, verb: verb as ChangeVerb }),
  ),
  text('Konusu', 30, ({ title }) => title),
  text('Ayrıntı', 70, detailWords),
]

/** Returns the two values in words, because the document's font has no arrow. */
const beforeAfter = (before: string, after: string) => `önce “${before}”, sonra “${after}”`

function detailWords({ detail: { fields = [], items, other, count, format } }: LoggedChange): string {
  const { added = [], removed = [], changed = [] } = items ?? {}
  return [
    other !== undefined && `Diğeri: ${other}`,
    count !== undefined && joined(`${count} satır`, format),
    ...fields.map(
      ({ name, before, after }) =>
        `${FIELD_WORDS[name] ?? name}: ${beforeAfter(valueWords(name, before), valueWords(name, after))}`,
    ),
    ...added.map((item) => `Eklendi: ${itemWords(item)}`),
    ...changed.map(({ before, after }) => `Değişti: ${beforeAfter(itemWords(before), itemWords(after))}`),
    ...removed.map((item) => `Çıkarıldı: ${itemWords(item)}`),
  ]
    .filter((part) => part !== false)
    .join('; ')
}

/** A line of the records: an item, or a record without items. Only the first line shows the record's own values. */
export type RecordLine = {
  record: ExportedRecord
  isFirst: boolean
  item: ExportedRecord['items'][number] | undefined
  /** Texts of the record that are not in the tables of customers and cars. */
  otherwise: string
}
const first = (value: (line: RecordLine) => string) => (line: RecordLine) => (line.isFirst ? value(line) : '')

export const LINES: readonly Column<RecordLine>[] = [
  { title: 'Gün', width: 11, kind: 'day', value: ({ record, isFirst }) => (isFirst ? record.gun : null) },
  text(
    'Kayıt',
    28,
    first(({ record: { id, plaka, km_bilgisi }, otherwise }) =>
      joined(`No ${id}`, plaka, km_bilgisi !== null && `${valueWords('km', km_bilgisi)} km`, otherwise),
    ),
  ),
  text(
    'Durum',
    14,
    first(({ record: { stage, durum, cikis_tarihi, deleted_at } }) =>
      joined(
        stage === 'visit' ? durum : STAGE_WORDS[stage],
        cikis_tarihi && `çıkış ${formatDay(cikis_tarihi)}`,
        deleted_at && '(çöp kutusunda)',
      ),
    ),
  ),
  text(
    'Müşteri talebi',
    24,
    first(({ record }) => record.musteri_talebi),
  ),
  text(
    'Açıklama, notlar, belgeler',
    27,
    first(({ record: { aciklama, private_note, documents, intake, delivery } }) =>
      joined(
        aciklama,
        private_note,
        intake && joined('Araç kabul', intake.signer, intake.belongings),
        delivery && joined('Teslim', delivery.signer, delivery.parts),
        ...documents.map(({ ad, tur, url }) => `Belge: ${ad} (${[tur, url].filter(Boolean).join(', ')})`),
      ),
    ),
  ),
  text('İşlem', 24, ({ item }) => item?.islem_adi ?? ''),
  { title: 'Adet', width: 7, kind: 'count', value: ({ item }) => item?.islem_adet ?? null },
  {
    title: 'Tutar (₺)',
    width: 15,
    kind: 'money',
    value: ({ item }) => (item === undefined ? null : item.fiyat_kurus * item.islem_adet),
    sum: ({ record }) => record.stage === 'visit' && hasIncome(record) && record.deleted_at === null,
  },
]

/** Returns the lines of records, without texts that are already in the tables of customers and cars. */
export function linesOf(records: readonly ExportedRecord[], { customers, vehicles }: Tables): RecordLine[] {
  const shown = new Set([
    ...customers.flatMap(({ name, phone, tax_no }) => [name, phone, tax_no]),
    ...vehicles.flatMap(({ vin, engine_no }) => [vin, engine_no]),
    '',
    OTHER_PERSON,
  ])
  const extra = (label: string, value: string, text = value) => (shown.has(value) ? '' : `${label} ${text}`)
  return records.flatMap((record) => {
    const otherwise = joined(
      record.musteri_adi_soyadi === OTHER_PERSON && record.plaka !== OTHER_PERSON && OTHER_PERSON,
      extra('Ad', record.musteri_adi_soyadi),
      extra('Telefon', record.musteri_tel, formatPhone(record.musteri_tel)),
      extra('T.C. / Vergi no', record.tc_vergino),
      extra('Şasi no', record.sasi_no),
      extra('Motor no', record.motor_no),
    )
    const items = record.items.length === 0 ? [undefined] : record.items
    return items.map((item, index): RecordLine => ({ record, isFirst: index === 0, item, otherwise }))
  })
}

/** Characters of a cell that is never cut (server/platform/documents/table-layout.ts). */
const MAX_CELL = 280

/** Returns the sheet with texts that are too long for a cell spread over as many rows as they need. */
export const splitLongTexts = (sheet: Sheet): Sheet => ({
  ...sheet,
  async *batches() {
    for await (const batch of sheet.batches()) yield batch.flatMap(rowsOf)
  },
})

function rowsOf(cells: readonly Cell[]): Cell[][] {
  const parts = cells.map((cell) => (typeof cell === 'string' ? partsOf(cell) : [cell]))
  const rows = Math.max(...parts.map(({ length }) => length))
  return Array.from({ length: rows }, (_, row) => parts.map((part) => part[row] ?? null))
}

/** The parts of a long text, broken at spaces, and within a word only if it has none. */
const PARTS = new RegExp(`(.{1,${MAX_CELL}})(?: |$)|(.{${MAX_CELL}})`, 'gsu')
const partsOf = (whole: string): string[] =>
  whole === '' ? [''] : Array.from(whole.matchAll(PARTS), ([, upToSpace, cut]) => upToSpace ?? cut ?? '')
