import * as z from 'zod/mini'

import { anyField, idField } from '#shared/fields.ts'
import {
  type Islem,
  type Kayit,
  type KayitInput,
  type KayitListItem,
  islem,
  islemInput,
  kayit,
  kayitInfo,
  kayitListItem,
} from '#shared/kayit/schema.ts'
import { messages } from '#shared/messages.ts'
import { type Kurus, MAX_PRICE_KURUS, MAX_QUANTITY, grossPrice, kurusToLira } from '#shared/money.ts'
import { parseDecimal } from '#shared/money-parse.ts'
import { MAX_ITEMS } from '#shared/options.ts'

import { dayOrNone, lira } from './replies.ts'

/** A quantity, rounded down and at least 1, also for invalid input (specification §5). */
const quantityField = anyField<number>((input) => {
  const decimal = input === null ? null : parseDecimal(input, 'wire')
  if (decimal === null || decimal.digits <= 0n) return { value: 1 }
  const value = Math.max(1, Number(decimal.digits / 10n ** BigInt(decimal.scale)))
  return value > MAX_QUANTITY ? { refusal: messages.quantityTooLarge } : { value }
})

/**
 * A VAT-inclusive price in lira, read into kuruş. An invalid amount counts as 0 (specification §5); a negative one is
 * passed on, because it may be the record's discount.
 */
const priceField = anyField<Kurus>((input) => {
  const decimal = input === null ? null : parseDecimal(input, 'wire')
  if (decimal === null) return { value: 0 }
  const value = grossPrice(decimal, { kdvDahil: true })
  if (decimal.digits < 0n) return { value: value ?? 0 }
  return value === null || value > MAX_PRICE_KURUS ? { refusal: messages.priceTooLarge } : { value }
})

const { id, islem_adi } = islemInput.shape

const legacyIslemInput = z.object(
  { id, islem_adi, islem_adet: z._default(quantityField, 1), islem_fiyat: z._default(priceField, 0) },
  messages.invalidInput,
)

/** The private note belongs to the page: old callers neither read nor change it. */
const PAGE_ONLY = { private_note: true } as const

/** A record as an old caller sends it; its id is `info.id`, else `info.kayit_id`. */
export const legacyKayitInput = z.object(
  {
    info: z.object(
      { id: z.optional(idField), kayit_id: z.optional(idField), ...z.omit(kayitInfo, PAGE_ONLY).shape },
      messages.invalidInput,
    ),
    islemler: z.optional(
      z.array(legacyIslemInput, messages.invalidInput).check(z.maxLength(MAX_ITEMS, messages.tooManyItems)),
    ),
  },
  messages.invalidInput,
)

export function kayitInputOf({ info, islemler }: z.output<typeof legacyKayitInput>): KayitInput {
  const { id, kayit_id, ...fields } = info
  return {
    id: id || kayit_id || 0,
    info: fields,
    islemler: islemler?.map(({ islem_fiyat, ...item }) => ({ ...item, fiyat_kurus: islem_fiyat })),
  }
}

const legacyDays = { giris_tarihi: dayOrNone, cikis_tarihi: dayOrNone, kayit_tarihi: dayOrNone }

/** The responses to old callers: '' for an empty day, prices in lira. */
export const legacyKayitListItem = z.extend(
  z.omit(kayitListItem, {
    toplam_kurus: true,
    version: true,
    ilk_islem: true,
    rest_kurus: true,
    quote_valid_until: true,
  }),
  legacyDays,
)
export const legacyKayit = z.extend(z.omit(kayit, PAGE_ONLY), legacyDays)
export const legacyIslem = z.extend(z.omit(islem, { fiyat_kurus: true, kind: true }), {
  islem_fiyat: z.exactOptional(lira),
})

type Days = { giris_tarihi: string | null; cikis_tarihi: string | null }

/** Returns a record, or a row of the list, with '' instead of `null` for an empty day. */
function withoutNullDays<R extends Days>(row: R) {
  return { ...row, giris_tarihi: row.giris_tarihi ?? '', cikis_tarihi: row.cikis_tarihi ?? '' }
}

export const legacyFields = ({ private_note: _note, ...fields }: Kayit) => withoutNullDays(fields)

export const legacyRow = ({ toplam_kurus: _total, version: _version, ...row }: KayitListItem) =>
  withoutNullDays(row)

/** Returns an item with its price in lira, or without a price for a caller who sees none; a discount is an item. */
export function withLira({ fiyat_kurus, kind: _kind, ...item }: Islem): z.output<typeof legacyIslem> {
  return fiyat_kurus === undefined ? item : { ...item, islem_fiyat: kurusToLira(fiyat_kurus) }
}
