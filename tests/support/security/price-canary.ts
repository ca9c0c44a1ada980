import { type Kysely, sql } from 'kysely'

import type { DB } from '#server/platform/db/schema.ts'
import { rebuildAll } from '#server/commands/jobs/rebuild.ts'
import type { Islem } from '#shared/kayit/schema.ts'
import {
  formatAmountInput,
  formatPlainAmount,
  formatTL,
  kayitTotals,
  MAX_PRICE_KURUS,
  netUnitPrice,
} from '#shared/money.ts'

import { pageClient } from '#tests/support/panel/app.ts'
import { TEST_NOW, type TestUser } from '#tests/support/rows/factories.ts'
import { buildShop, CANARY, type Ids, PLATE } from '#tests/support/rows/shop-rows.ts'

/** The amounts that `buildShop` enters, and others that are unlikely to occur by chance. */
const SHOP = 98_765_432
const UNIT = 76_543_219
const EARLIER = 54_321_987
const SECOND = 43_219_876
const PACKED = 65_432_198
const QUANTITY = 3

const line = (fiyat_kurus: number, islem_adet = 1) => ({ islem_adet, fiyat_kurus })

/** Returns every amount that follows from these lines: unit prices with and without VAT, and each part of totals. */
function amountsOf(lines: readonly ReturnType<typeof line>[]): number[] {
  const totals = [lines, ...lines.map((one) => [one])].flatMap((some) =>
    Object.values(kayitTotals(some) ?? {}),
  )
  return [...lines.flatMap(({ fiyat_kurus }) => [fiyat_kurus, netUnitPrice(fiyat_kurus)]), ...totals]
}

const FIRST_RECORD = [line(UNIT, QUANTITY), line(SECOND)]
const SECOND_RECORD = [line(SHOP)]
/** Every amount of the shop that is seeded below, and every sum of amounts that a screen or a file shows. */
const AMOUNTS = [
  ...amountsOf(FIRST_RECORD),
  ...amountsOf(SECOND_RECORD),
  ...amountsOf([...FIRST_RECORD, ...SECOND_RECORD]),
  // The deleted record counts too, because the owner restores it.
  ...amountsOf([...FIRST_RECORD, ...SECOND_RECORD, ...SECOND_RECORD]),
  ...amountsOf([line(EARLIER)]),
  ...amountsOf([line(PACKED, 2)]),
]

/** Returns the spellings of an amount (765.432,19) on the wire, on screens and in files, and without kuruş. */
const spellings = (kurus: number): string[] => [
  String(kurus),
  String(kurus / 100),
  formatAmountInput(kurus),
  formatPlainAmount(kurus),
  formatTL(kurus, 0).replace(/[^\d.]/g, ''),
]

export const SPELLINGS: readonly string[] = [...new Set(AMOUNTS.flatMap(spellings))]

/** Returns the spellings of the shop's amounts that a text contains. */
export const pricesIn = (text: string): string[] => SPELLINGS.filter((spelling) => text.includes(spelling))

export type CanaryShop = {
  owner: TestUser
  ids: Ids
  /** The items of the record `ids.kayit`. */
  islemler: Islem[]
  /** The earlier record of the same car, as it was created. */
  earlier: number
}

/**
 * Stores a shop with amounts in every place that has some: two records of one car, the price list, a package, an
 * expense, deleted rows, a changed price, a payment and a day-end.
 */
export async function canaryShop(db: Kysely<DB>, now = TEST_NOW): Promise<CanaryShop> {
  const { user: owner, ids } = await buildShop(db, { word: CANARY, now })
  const page = pageClient(db, owner, { now })
  const info = { musteri_adi_soyadi: CANARY, musteri_tel: '0532 987 65 43', plaka: PLATE }
  // The newer record, so that it has an earlier visit.
  const { kayit, islemler } = await page.kayit.save({
    info: { ...info, giris_tarihi: '2026-11-05' },
    islemler: [
      { islem_adi: `${CANARY} bakımı`, ...line(EARLIER) },
      { islem_adi: 'Fren balatası', ...line(SECOND) },
    ],
  })
  const [first, second] = islemler
  if (first === undefined || second === undefined) throw new Error('a record without its items')
  const saved = await page.kayit.save({
    id: kayit.id,
    info: {},
    islemler: [
      { ...first, ...line(UNIT, QUANTITY) },
      { ...second, ...line(SECOND) },
    ],
  })
  await page.item.savePackage({
    id: ids.package,
    name: CANARY,
    items: [{ islem_adi: CANARY, ...line(PACKED, 2) }],
  })
  await page.payment.take({
    kayit_id: kayit.id,
    method: 'transfer',
    amount_kurus: SECOND,
    key: 'tahsilat-havale',
  })
  const { number, expected_kurus } = await page.till.day({})
  const counted = { counted_kurus: expected_kurus, key: 'gun-sonu-ilk' }
  await page.till.close({ number: number ?? 1, expected_kurus, ...counted })
  const { islemler: stored } = saved
  return { owner, ids: { ...ids, kayit: kayit.id, islem: first.id }, islemler: stored, earlier: ids.kayit }
}

/** Replaces each amount by its difference from the highest one, so that the dearest becomes the cheapest. */
export async function turnAmounts(of: Kysely<DB>): Promise<void> {
  for (const [table, column] of [
    ['islem', 'fiyat_kurus'],
    ['item_price', 'price_kurus'],
    ['item_memory', 'price_kurus'],
    ['expense', 'amount_kurus'],
  ] as const)
    await sql`update ${sql.table(table)}
      set ${sql.ref(column)} = ${MAX_PRICE_KURUS}::bigint - ${sql.ref(column)}`.execute(of)
  await rebuildAll(of)
}
