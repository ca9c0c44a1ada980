import * as z from 'zod/mini'

import { idField, pageField, savingFields, textField } from '#shared/fields.ts'
import { islemInput, priceField } from '#shared/kayit/schema.ts'
import { messages } from '#shared/messages.ts'
import { MAX_PACKAGE_ITEMS } from '#shared/options.ts'
import { count, day, price, resultSchema, rowId } from '#shared/values.ts'

/**
 * The typed part of a work item's name, and its record: the plate and chassis number in the form, and its id, 0 for a
 * new one.
 */
export const suggestInput = z.object(
  {
    q: textField('Arama'),
    plate: z._default(textField('Plaka'), ''),
    vin: z._default(textField('Şasi no'), ''),
    kayit_id: z._default(idField, 0),
  },
  messages.invalidInput,
)
export type SuggestInput = z.output<typeof suggestInput>

/** A suggested name, from the price list or from an earlier use. */
export const suggestion = /* @__PURE__ */ resultSchema(() => ({
  name: z.string(),
  /** The VAT-inclusive unit price. */
  price_kurus: price,
  quantity: count,
  source: z.enum(['list', 'used']),
  /** The last use in the shop; `null` for an unused name of the price list. */
  last_day: z.nullable(day),
  /** The last use on the record's car before this record. */
  car_day: z.nullable(day),
}))
export type Suggestion = z.output<typeof suggestion>

/** The suggestions, eight at most, the best first. */
export const suggestions = /* @__PURE__ */ resultSchema(() => ({ items: z.array(suggestion) }))
export type Suggestions = z.output<typeof suggestions>

const { islem_adi, islem_adet } = islemInput.shape
const fiyat_kurus = z._default(priceField, 0)

/** An entry of the price list to save: `id` 0 or absent creates. The price is the VAT-inclusive unit price. */
export const priceInput = z.strictObject(
  {
    id: z._default(idField, 0),
    name: islem_adi,
    price_kurus: fiyat_kurus,
    quantity: islem_adet,
    ...savingFields,
  },
  messages.invalidInput,
)
export type PriceInput = z.output<typeof priceInput>

/** One page of the price list, by name. */
export const priceListInput = z.object(
  { q: z._default(textField('Arama'), ''), page: pageField },
  messages.invalidInput,
)
export type PriceListInput = z.output<typeof priceListInput>

/** A stored entry; a save sends `version` back to detect conflicts. */
export const itemPrice = /* @__PURE__ */ resultSchema(() => ({
  id: rowId,
  name: z.string(),
  price_kurus: price,
  quantity: count,
  version: z.int(),
}))
export type ItemPrice = z.output<typeof itemPrice>

/** A page of the price list; `total` counts the whole filtered list. */
export const pricePage = /* @__PURE__ */ resultSchema(() => ({ items: z.array(itemPrice), total: count }))
export type PricePage = z.output<typeof pricePage>

const packageItem = z.strictObject({ islem_adi, islem_adet, fiyat_kurus }, messages.invalidInput)

/** The stored items of a package. */
export const packageItems = z.array(packageItem, messages.invalidInput)

const packageName = z
  .pipe(textField('Paketin adı'), z.string())
  .check(z.refine((name) => name !== '', messages.packageNameRequired))

/** A ready package to save: `id` 0 or absent creates. `items` is the whole list in its order. */
export const packageInput = z.strictObject(
  {
    id: z._default(idField, 0),
    name: z.prefault(packageName, ''),
    items: packageItems.check(
      z.minLength(1, messages.packageItemsRequired),
      z.maxLength(MAX_PACKAGE_ITEMS, messages.tooManyPackageItems),
    ),
    ...savingFields,
  },
  messages.invalidInput,
)
export type PackageInput = z.output<typeof packageInput>

/** A stored package; a save sends `version` back to detect conflicts. */
export const itemPackage = /* @__PURE__ */ resultSchema(() => ({
  id: rowId,
  name: z.string(),
  items: z.array(z.strictObject({ islem_adi: z.string(), islem_adet: count, fiyat_kurus: price })),
  version: z.int(),
}))
export type ItemPackage = z.output<typeof itemPackage>

/** All packages of the shop, by name. */
export const itemPackages = /* @__PURE__ */ resultSchema(() => ({ packages: z.array(itemPackage) }))
export type ItemPackages = z.output<typeof itemPackages>

export const itemIdInput = z.object({ id: idField }, messages.invalidInput)
