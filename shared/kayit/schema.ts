import * as z from 'zod/mini'

import {
  dayField,
  directionField,
  idField,
  monthFilter,
  pageField,
  savingFields,
  textField,
  wholeNumberField,
} from '#shared/fields.ts'
import type { Appointment } from '#shared/appointment/rules.ts'
import { appointmentField } from '#shared/appointment/schema.ts'
import type { Day } from '#shared/date.ts'
import { messages } from '#shared/messages.ts'
import { MAX_PRICE_KURUS, MAX_QUANTITY } from '#shared/money.ts'
import { kmDigits } from '#shared/money-parse.ts'
import {
  KAYIT_PAGE_SIZE,
  KAYIT_PAGE_SIZES,
  MAX_ITEMS,
  MAX_NOTE_LENGTH,
  OWED_STATES,
  type OwedState,
} from '#shared/options.ts'
import { count, day, price, resultSchema, rowId } from '#shared/values.ts'

import { EARLY_STAGES, type EarlyStage, STAGES } from './stage.ts'

const itemNameField = z
  .pipe(textField('İşlem adı'), z.string())
  .check(z.refine((value) => value !== '', messages.itemNameRequired))

/** A VAT-inclusive unit price to save. */
export const priceField = z
  .int(messages.invalidInput)
  .check(z.gte(0, messages.invalidInput), z.lte(MAX_PRICE_KURUS, messages.priceTooLarge))

/** A VAT-inclusive unit price of an item to save; only a discount is below 0. */
const itemPriceField = z
  .int(messages.invalidInput)
  .check(z.gte(-MAX_PRICE_KURUS, messages.priceTooLarge), z.lte(MAX_PRICE_KURUS, messages.priceTooLarge))

/**
 * One work item to save; `fiyat_kurus` is the VAT-inclusive unit price. Without one a stored item keeps its price, and
 * a new one takes that of the price list or of its name's last use, else 0. `key` is the page's id of the row, which is
 * returned but not stored. A discount is below 0 and gets its name and quantity when it is stored.
 */
export const islemInput = z
  .strictObject(
    {
      id: z._default(idField, 0),
      key: z.optional(z.string(messages.invalidInput).check(z.maxLength(100, messages.invalidInput))),
      islem_adi: z.prefault(itemNameField, ''),
      islem_adet: z._default(
        z
          .int(messages.invalidInput)
          .check(z.gte(1, messages.invalidInput), z.lte(MAX_QUANTITY, messages.quantityTooLarge)),
        1,
      ),
      fiyat_kurus: z.optional(itemPriceField),
      kind: z.optional(z.literal('discount', messages.invalidInput)),
    },
    messages.invalidInput,
  )
  .check(
    z.refine(
      ({ kind, fiyat_kurus }) => fiyat_kurus === undefined || fiyat_kurus < 0 === (kind !== undefined),
      {
        path: ['fiyat_kurus'],
        error: ({ input }) =>
          (input as { kind?: string }).kind === undefined ? messages.invalidInput : messages.discountRequired,
      },
    ),
  )

/** A model year; old data has 0 for an unknown one. */
const modelYearField = z.pipe(
  z.pipe(
    wholeNumberField({ min: 0, max: 2200 }, messages.modelYearInvalid),
    z.transform((year: number | null) => (year === 0 ? null : year)),
  ),
  z.nullable(z.number().check(z.gte(1900, messages.modelYearInvalid))),
)

/** The record's own fields. An absent field stays unchanged (new record: its default). */
export const kayitInfo = z.partial(
  z.strictObject(
    {
      musteri_adi_soyadi: textField('Müşteri adı'),
      musteri_tel: textField('Telefon'),
      musteri_talebi: textField('Müşteri talebi', MAX_NOTE_LENGTH),
      sasi_no: textField('Şasi no'),
      arac_marka: textField('Marka'),
      arac_model: textField('Model'),
      km_bilgisi: wholeNumberField({ min: 0, max: 99_999_999, read: kmDigits }, messages.kmInvalid),
      model_yili: modelYearField,
      motor_no: textField('Motor no'),
      tc_vergino: textField('T.C. / Vergi no'),
      plaka: textField('Plaka'),
      aciklama: textField('Açıklama', MAX_NOTE_LENGTH),
      private_note: textField('Özel not', MAX_NOTE_LENGTH),
      durum: textField('Durum', 50),
      giris_tarihi: dayField,
      cikis_tarihi: dayField,
      kayit_tarihi: dayField,
    },
    messages.invalidInput,
  ),
)

/**
 * A record to save: `id` 0 or absent creates. `islemler` is the whole list in its order; absent items stay.
 * `vehicle_id` and `customer_id` link a new record; a change keeps at most its link. Ids of other shops are ignored. An
 * unknown field is refused: an open page of an older version sends id and prices under other names. The page needs only
 * the type, and its build removes a function that is marked pure.
 */
export const kayitInput = /* @__PURE__ */ (() =>
  z.strictObject(
    {
      id: z._default(idField, 0),
      info: kayitInfo,
      islemler: z.optional(
        z.array(islemInput, messages.invalidInput).check(z.maxLength(MAX_ITEMS, messages.tooManyItems)),
      ),
      vehicle_id: z.optional(idField),
      customer_id: z.optional(idField),
      /** The stage of a new record, by default a visit; a stored one changes it by `becomeVisit` and `becomeQuote`. */
      stage: z.optional(z.enum(STAGES, messages.invalidInput)),
      /** The last day of a quote's prices, by default in 15 days; ignored in any other record. */
      quote_valid_until: z.optional(dayField),
      /** The day and time of an appointment, which a stored one keeps without it; ignored in any other record. */
      appointment: z.optional(appointmentField),
      ...savingFields,
    },
    messages.invalidInput,
  ))()

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
export const kayitListInput = /* @__PURE__ */ (() =>
  z.extend(monthFilter, {
    q: z._default(textField('Arama'), ''),
    /** Absent means every status; the empty text means records without a status. */
    durum: z.optional(textField('Durum', 50)),
    /** Only open work: 'Devam Ediyor', or no exit date (decisions: status). */
    open: z.optional(z.boolean(messages.invalidInput)),
    /** Only records that their customers owe for, paid this far. Needs the right `payments`. */
    owed: z.optional(z.enum(OWED_STATES, messages.invalidInput)),
    /** Only the records of a stage before the visit; absent means the visits. Needs the right `quotes`. */
    stage: z.optional(z.enum(EARLY_STAGES, messages.invalidInput)),
    /** Whether all hits of a search are counted, not only the first 1,000. */
    exact: z.optional(z.boolean(messages.invalidInput)),
    /** Whether each row has the name of its first item. */
    ilk_islem: z.optional(z.boolean(messages.invalidInput)),
    sort: z._default(z.enum(KAYIT_SORTS, messages.invalidInput), 'cikis_tarihi'),
    dir: z._default(directionField, 'asc'),
    page: pageField,
    size: z._default(z.literal([...KAYIT_PAGE_SIZES], messages.invalidInput), KAYIT_PAGE_SIZE),
  }))()

export type KayitInput = z.output<typeof kayitInput>
export type IslemInput = z.output<typeof islemInput>
export type KayitListInput = z.output<typeof kayitListInput>

/** A row of the list, in the contract's words. */
export const kayitListItem = /* @__PURE__ */ resultSchema(() => ({
  kayit_id: rowId,
  musteri_adi_soyadi: z.string(),
  musteri_tel: z.string(),
  sasi_no: z.string(),
  plaka: z.string(),
  arac_marka: z.string(),
  arac_model: z.string(),
  islem_sayisi: count,
  toplam_kurus: price,
  giris_tarihi: z.nullable(day),
  cikis_tarihi: z.nullable(day),
  kayit_tarihi: day,
  durum: z.string(),
  version: z.int(),
  /** The name of the first item, '' without items; present only on request. */
  ilk_islem: z.exactOptional(z.string()),
  /** The last day of a quote's prices; present only in a list of quotes. */
  quote_valid_until: z.exactOptional(z.nullable(day)),
  /** The rest that the customer owes, above 0; absent where nothing is owed, and for a user without `payments`. */
  rest_kurus: z.exactOptional(price),
}))
export type KayitListItem = z.output<typeof kayitListItem>

/** A stored work item; `fiyat_kurus` is the VAT-inclusive unit price, below 0 in a discount. */
export const islem = /* @__PURE__ */ resultSchema(() => ({
  id: rowId,
  islem_adi: z.string(),
  islem_adet: count,
  fiyat_kurus: price,
  kind: z.exactOptional(z.literal('discount')),
}))
export type Islem = z.output<typeof islem>

export const belge = /* @__PURE__ */ resultSchema(() => ({
  id: rowId,
  ad: z.string(),
  tur: z.string(),
  boyut: count,
  url: z.string(),
}))
export type Belge = z.output<typeof belge>

export const kayit = /* @__PURE__ */ resultSchema(() => ({
  id: rowId,
  musteri_adi_soyadi: z.string(),
  musteri_tel: z.string(),
  musteri_talebi: z.string(),
  sasi_no: z.string(),
  arac_marka: z.string(),
  arac_model: z.string(),
  km_bilgisi: z.nullable(count),
  model_yili: z.nullable(z.int()),
  motor_no: z.string(),
  tc_vergino: z.string(),
  plaka: z.string(),
  aciklama: z.string(),
  /** A note for the shop only: no document and no old path contains it. */
  private_note: z.string(),
  durum: z.string(),
  giris_tarihi: z.nullable(day),
  cikis_tarihi: z.nullable(day),
  kayit_tarihi: day,
  user_id: rowId,
}))
export type Kayit = z.output<typeof kayit>

/** A record with its items in their order; a save sends `version` back to detect conflicts. */
export type KayitDetail = {
  kayit: Kayit
  islemler: Islem[]
  belgeler: Belge[]
  version: number
  /** The instant of the last change, ISO 8601 in UTC. */
  updated_at: string
} & StageFacts

/** The stage of a record that is no visit, and the visit of a quote for more work; a visit has none of these. */
export type StageFacts = {
  stage?: EarlyStage
  quote_valid_until?: Day | null
  for_kayit_id?: number
  appointment?: Appointment
}

/**
 * The stored record after a save, each item with the `key` of its input. `created` is true for a request for a new
 * record, also on its retry.
 */
export type SavedKayit = Omit<KayitDetail, 'islemler'> & {
  islemler: (Islem & { key?: string })[]
  created: boolean
}

export type KayitPage = {
  items: KayitListItem[]
  /** Number of records in the whole filtered list; 1,000 where there are `more`. */
  total: number
  /** The search has more hits than `total`, which were not counted (`exact`). */
  more?: true
  /** The sum of the whole filtered list without cancelled records; absent where not every record was counted. */
  toplam_kurus?: number
  /** The rest that customers owe for the whole list; present only in a list filtered by `owed`, of which every record was counted. */
  rest_kurus?: number
  /** Every status of the records that match the filter and search, without the status filter itself. */
  statuses: string[]
  /** Whether the search matched nothing and these match without Turkish marks. */
  similar?: true
}

/**
 * The number of records in the whole book: of all, of open work, of the present month, of each status, and of those
 * that customers owe for, which a user without `payments` and a shop without accounts do not get.
 */
export type BookCounts = {
  total: number
  open: number
  month: number
  owed?: Record<OwedState, number>
  /** The number of quotes; absent for a user without the right `quotes`. */
  quotes?: number
  statuses: { durum: string; count: number }[]
}
