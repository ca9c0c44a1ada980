import type { FieldRules } from '#client/forms/merge.ts'
import type { ControlName, Problem } from '#client/forms/problems.ts'
import { randomKey } from '#client/lib/random-key.ts'
import { isolated } from '#shared/bidi.ts'
import type { ItemPackage, ItemPrice } from '#shared/item/schema.ts'
import { messages } from '#shared/messages.ts'
import {
  formatAmountInput,
  formatTL,
  type Kurus,
  MAX_PRICE_KURUS,
  MAX_QUANTITY,
  toKurus,
} from '#shared/money.ts'
import { parseDecimal } from '#shared/money-parse.ts'
import { quantityFrom } from '#shared/money-parse.ts'
import { isBlank } from '#shared/text.ts'

/** Form values of an entry of the price list; the price as typed in lira, with VAT. */
type PriceValues = Record<'name' | 'price_kurus' | 'quantity', string>

export const PRICE_RULES: FieldRules<PriceValues> = {
  name: { label: 'İşlem adı' },
  price_kurus: { label: 'Fiyat' },
  quantity: { label: 'Adet' },
}

/**
 * Returns the typed price in kuruş: 0 for an empty or unreadable one. One too large to be exact is refused by the
 * limit.
 */
export function kurusOf(text: string): Kurus {
  const decimal = parseDecimal(text, 'form')
  if (decimal === null || decimal.digits < 0n) return 0
  return toKurus(decimal) ?? Number.MAX_SAFE_INTEGER
}

/** Returns the form values of an entry, or of a new one for `null`. */
export const priceSnapshot = (price: ItemPrice | null) => ({
  values:
    price === null
      ? { name: '', price_kurus: '', quantity: '1' }
      : {
          name: price.name,
          price_kurus: formatAmountInput(price.price_kurus ?? 0),
          quantity: String(price.quantity),
        },
  version: price?.version ?? null,
})

/** Returns the form values as the input of `item.savePrice`. */
export const priceFields = ({ name, price_kurus, quantity }: PriceValues) => ({
  name,
  price_kurus: kurusOf(price_kurus),
  quantity: quantityFrom(quantity),
})

/**
 * Returns the problems of a line in the server's words. The server's schema is not imported: only the record's screen
 * loads it.
 */
function lineProblems(line: { name: string; price: Kurus; quantity: number }): [keyof typeof line, string][] {
  const found: [keyof typeof line, string][] = []
  if (isBlank(line.name)) found.push(['name', messages.itemNameRequired])
  if (line.quantity > MAX_QUANTITY) found.push(['quantity', messages.quantityTooLarge])
  if (line.price > MAX_PRICE_KURUS) found.push(['price', messages.priceTooLarge])
  return found
}

const PRICE_NAMES = { name: 'name', price: 'price_kurus', quantity: 'quantity' } as const

export function priceProblems(values: PriceValues): Problem<PriceValues>[] {
  const { name, price_kurus: price, quantity } = priceFields(values)
  return lineProblems({ name, price, quantity }).map(([part, message]) => ({
    names: [PRICE_NAMES[part]],
    message,
  }))
}

/** Item of a package on the screen. */
export interface PackageRow {
  /** Key that identifies the row while it is on the screen. */
  key: string
  islem_adi: string
  /** Quantity as typed. */
  islem_adet: string
  fiyat_kurus: Kurus
}

export interface PackageValues {
  name: string
  items: PackageRow[]
}

const textOf = (items: readonly PackageRow[]) =>
  items
    .map(
      ({ islem_adi, islem_adet, fiyat_kurus }) =>
        `${isolated(islem_adi)}, ${islem_adet} × ${formatTL(fiyat_kurus)}`,
    )
    .join('; ')

export const PACKAGE_RULES: FieldRules<PackageValues> = {
  name: { label: 'Paketin adı' },
  items: { label: 'İşlemler', isSame: (a, b) => textOf(a) === textOf(b), show: textOf },
}

export const newPackageRow = (): PackageRow => ({
  key: randomKey(),
  islem_adi: '',
  islem_adet: '1',
  fiyat_kurus: 0,
})

/** Returns the form values of a package; a new one has an empty item. */
export const packageSnapshot = (row: ItemPackage | null) => ({
  values:
    row === null
      ? { name: '', items: [newPackageRow()] }
      : {
          name: row.name,
          items: row.items.map(({ fiyat_kurus = 0, ...item }) => ({
            ...item,
            fiyat_kurus,
            islem_adet: String(item.islem_adet),
            key: randomKey(),
          })),
        },
  version: row?.version ?? null,
})

/** Returns the form values as the input of `item.savePackage`. */
export const packageFields = ({ name, items }: PackageValues) => ({
  name,
  items: items.map(({ islem_adi, islem_adet, fiyat_kurus }) => ({
    islem_adi,
    islem_adet: quantityFrom(islem_adet),
    fiyat_kurus,
  })),
})

const ITEM_NAMES = { name: 'islem_adi', price: 'fiyat_kurus', quantity: 'islem_adet' } as const

export function packageProblems(values: PackageValues): Problem<PackageValues>[] {
  const { name, items } = packageFields(values)
  const ofItems = items.flatMap(({ islem_adi, islem_adet, fiyat_kurus }, index) =>
    lineProblems({ name: islem_adi, price: fiyat_kurus, quantity: islem_adet }).map(
      ([part, message]): Problem<PackageValues> => ({
        names: [`items.${index}.${ITEM_NAMES[part]}` satisfies ControlName<PackageValues>],
        message,
      }),
    ),
  )
  return [
    ...(isBlank(name) ? [{ names: ['name'] as const, message: messages.packageNameRequired }] : []),
    ...(items.length === 0 ? [{ names: ['items'] as const, message: messages.packageItemsRequired }] : []),
    ...ofItems,
  ]
}

/** Returns whether a value read from a draft is a list of rows. */
export const arePackageRows = ({ items }: PackageValues): boolean =>
  items.every(
    ({ key, islem_adi, islem_adet, fiyat_kurus }) =>
      typeof key === 'string' &&
      typeof islem_adi === 'string' &&
      typeof islem_adet === 'string' &&
      Number.isSafeInteger(fiyat_kurus),
  )
