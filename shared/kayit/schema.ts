import * as z from 'zod/mini'

import {
  dayField,
  directionField,
  idField,
  anyField,
  monthFilter,
  pageField,
  priceField,
  savingFields,
  textField,
  wholeNumberField,
} from '#shared/fields.ts'
import { messages } from '#shared/messages.ts'
import { MAX_QUANTITY } from '#shared/money.ts'
import { KAYIT_PAGE_SIZE, KAYIT_PAGE_SIZES, MAX_ITEMS, MAX_NOTE_LENGTH } from '#shared/options.ts'

import { wholeQuantity } from './rules.ts'

const quantityField = anyField<number>((input) => {
  const value = wholeQuantity(input)
  return value > MAX_QUANTITY ? { refusal: messages.quantityTooLarge } : { value }
})

const itemNameField = z
  .pipe(textField('İşlem adı'), z.string())
  .check(z.refine((value) => value !== '', messages.itemNameRequired))

/** One work item as it is sent; `islem_fiyat` is the VAT-inclusive unit price in lira, read into kuruş. */
export const islemInput = z.object(
  {
    id: z._default(idField, 0),
    islem_adi: z.prefault(itemNameField, ''),
    islem_adet: z._default(quantityField, 1),
    islem_fiyat: z._default(priceField, 0),
  },
  messages.invalidInput,
)

/** Old data has 0 where the year is not known. */
const modelYearField = z.pipe(
  z.pipe(
    wholeNumberField(0, 2200, messages.modelYearInvalid),
    z.transform((year: number | null) => (year === 0 ? null : year)),
  ),
  z.nullable(z.number().check(z.gte(1900, messages.modelYearInvalid))),
)

const infoFields = {
  musteri_adi_soyadi: textField('Müşteri adı'),
  musteri_tel: textField('Telefon'),
  musteri_talebi: textField('Müşteri talebi', MAX_NOTE_LENGTH),
  sasi_no: textField('Şasi no'),
  arac_marka: textField('Marka'),
  arac_model: textField('Model'),
  km_bilgisi: wholeNumberField(0, 99_999_999, messages.kmInvalid),
  model_yili: modelYearField,
  motor_no: textField('Motor no'),
  tc_vergino: textField('T.C. / Vergi no'),
  plaka: textField('Plaka'),
  aciklama: textField('Açıklama', MAX_NOTE_LENGTH),
  durum: textField('Durum', 50),
  giris_tarihi: dayField,
  cikis_tarihi: dayField,
  kayit_tarihi: dayField,
}

/** The record's own fields. One that is absent stays as it is (in a new record: its default). */
export const kayitInfo = z.partial(
  z.object({ id: idField, kayit_id: idField, ...infoFields }, messages.invalidInput),
)

/**
 * A record to save. `info.id` (or `kayit_id`) 0 or absent creates. `islemler` is the whole list in its order;
 * absent, the items stay as they are.
 */
export const legacyKayitInput = z.object(
  {
    info: kayitInfo,
    islemler: z.optional(
      z.array(islemInput, messages.invalidInput).check(z.maxLength(MAX_ITEMS, messages.tooManyItems)),
    ),
  },
  messages.invalidInput,
)

/** As the page sends it: with the version that it loaded, and for a new record a key that the page made. */
export const kayitInput = z.extend(legacyKayitInput, savingFields)

export const kayitIdInput = z.object({ kayit_id: idField }, messages.invalidInput)

/** Which record's document; the old PDF links carry the session too. */
export const documentInput = z.object(
  { id: idField, session_id: z.optional(z.string()) },
  messages.invalidInput,
)

export const KAYIT_SORTS = [
  'musteri_adi_soyadi',
  'sasi_no',
  'plaka',
  'islem_sayisi',
  'giris_tarihi',
  'cikis_tarihi',
  'durum',
] as const
export type KayitSort = (typeof KAYIT_SORTS)[number]

/** One page of the list: filter, search, order. Defaults of specification §9. */
export const kayitListInput = z.extend(monthFilter, {
  q: z._default(textField('Arama'), ''),
  /** Absent: every status. The empty text is the status of records that have none. */
  durum: z.optional(textField('Durum', 50)),
  /** Only work that is open: 'Devam Ediyor', or without an exit date (decisions: status). */
  open: z.optional(z.boolean()),
  sort: z._default(z.enum(KAYIT_SORTS, messages.invalidInput), 'cikis_tarihi'),
  dir: z._default(directionField, 'asc'),
  page: pageField,
  size: z._default(z.literal([...KAYIT_PAGE_SIZES], messages.invalidInput), KAYIT_PAGE_SIZE),
})

export type KayitInput = z.output<typeof kayitInput>
export type IslemInput = z.output<typeof islemInput>
export type KayitListInput = z.output<typeof kayitListInput>

/** A `Day` in an answer, or '' for none. */
type DayAnswer = string

/** A row of the list, in the contract's words. */
export type KayitListItem = {
  kayit_id: number
  musteri_adi_soyadi: string
  musteri_tel: string
  sasi_no: string
  plaka: string
  arac_marka: string
  arac_model: string
  islem_sayisi: number
  giris_tarihi: DayAnswer
  cikis_tarihi: DayAnswer
  kayit_tarihi: DayAnswer
  durum: string
}

/** A work item in an answer; `islem_fiyat` in lira, VAT included. */
export type Islem = { id: number; islem_adi: string; islem_adet: number; islem_fiyat: number }

export type Belge = { id: number; ad: string; tur: string; boyut: number; url: string }

export type Kayit = {
  id: number
  musteri_adi_soyadi: string
  musteri_tel: string
  musteri_talebi: string
  sasi_no: string
  arac_marka: string
  arac_model: string
  km_bilgisi: number | null
  model_yili: number | null
  motor_no: string
  tc_vergino: string
  plaka: string
  aciklama: string
  durum: string
  giris_tarihi: DayAnswer
  cikis_tarihi: DayAnswer
  kayit_tarihi: DayAnswer
  user_id: number
}

export type KayitDetail = { kayit: Kayit; islemler: Islem[]; belgeler: Belge[]; version: number }

export type KayitPage = {
  items: KayitListItem[]
  /** Records in the whole filtered list. */
  total: number
  /** Every status among the records of the same filter and search, without the status filter itself. */
  statuses: string[]
}
