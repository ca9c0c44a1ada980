import type { Kysely } from 'kysely'
import type * as z from 'zod/mini'

import type { DB } from '#server/platform/db/schema.ts'
import { addDays, type Day, monthOf, previousMonth } from '#shared/date.ts'
import { EXPENSE_SORTS } from '#shared/expense/schema.ts'
import { CUSTOMER_SORTS } from '#shared/customer/schema.ts'
import { KAYIT_SORTS, type kayitListInput } from '#shared/kayit/schema.ts'
import { DURUM_IPTAL, DURUM_TAMAM } from '#shared/options.ts'
import { VEHICLE_SORTS } from '#shared/vehicle/schema.ts'

/** The last day of the shops' records. */
export const TODAY: Day = '2026-11-20'
const MONTH = previousMonth(monthOf(TODAY))
const SIZE = 20

/** Facts of a shop for its calls: some ids, and the length of its lists. */
export type Facts = {
  record: number
  plate: string
  /** A car and a customer with three visits. */
  vehicle: number
  customer: number
  recent: number[]
  records: number
}

/** A call that reads, or that saves with a unique number in place of `#` in its input. */
export type Call = { procedure: string; input: object; saves?: boolean }
export type View = { name: string; call: (shop: Facts) => Call }

export async function factsOf(db: Kysely<DB>, shop: number): Promise<Facts> {
  const records = db.selectFrom('kayit').where('shop_id', '=', shop)
  const { total } = await records
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const visited = (table: 'vehicle' | 'customer') =>
    db
      .selectFrom(table)
      .where('shop_id', '=', shop)
      .where('visits', '=', 3)
      .orderBy('id')
      .limit(1)
      .select('id')
      .executeTakeFirstOrThrow()
  const recent = await records.orderBy('id', 'desc').limit(SIZE).select('id').execute()
  const middle = await records
    .where('islem_sayisi', '=', 3)
    .where('plaka', '!=', '')
    .orderBy('id')
    .limit(1)
    .offset(Math.floor(total / 10))
    .select(['id', 'plaka'])
    .executeTakeFirstOrThrow()
  const [vehicle, customer] = [await visited('vehicle'), await visited('customer')]
  return {
    record: middle.id,
    plate: middle.plaka,
    vehicle: vehicle.id,
    customer: customer.id,
    recent: recent.map(({ id }) => id),
    records: total,
  }
}

const SEARCHES = [
  'a',
  '3',
  'ğ',
  'er',
  'wj',
  '34',
  'yıl',
  'yıldırım',
  'yıldırım ahmet',
  '34 a',
  '0532',
  'yildirim',
]
const DIRECTIONS = ['asc', 'desc'] as const

const same = (name: string, procedure: string, input: object): View => ({
  name,
  call: () => ({ procedure, input }),
})
const list = (name: string, input: z.input<typeof kayitListInput>) => same(name, 'kayit.list', input)
const sorted = (what: string, procedure: string, sorts: readonly string[]): View[] =>
  sorts.flatMap((sort) =>
    DIRECTIONS.map((dir) => same(`${what} by ${sort}, ${dir}`, procedure, { sort, dir })),
  )
const page = (name: string, sort: (typeof KAYIT_SORTS)[number], share: number): View => ({
  name,
  call: ({ records }) => ({
    procedure: 'kayit.list',
    input: { sort, page: Math.max(1, Math.ceil((records / SIZE) * share)) },
  }),
})

const RECORDS: View[] = [
  ...sorted('records', 'kayit.list', KAYIT_SORTS),
  list('records, page 40', { page: 40 }),
  page('records, the middle page by plate', 'plaka', 0.5),
  page('records, the middle page by exit date', 'cikis_tarihi', 0.5),
  page('records, the last page', 'cikis_tarihi', 1),
  list('records with their first items', { ilk_islem: true }),
  ...KAYIT_SORTS.map((sort) => list(`records of a month by ${sort}`, { ...MONTH, sort })),
  ...KAYIT_SORTS.map((sort) => list(`records of a year by ${sort}`, { year: MONTH.year, sort, dir: 'desc' })),
  list('records of a status', { durum: DURUM_TAMAM }),
  list('records of a rare status by name', { durum: DURUM_IPTAL, sort: 'musteri_adi_soyadi' }),
  list('records of a status that none has', { durum: 'Teslim edildi', sort: 'plaka' }),
  ...['a', 'yıl'].map((q) => list(`records of a rare status, search '${q}'`, { q, durum: DURUM_IPTAL })),
  list('open jobs', { open: true }),
  ...SEARCHES.map((q) => list(`records, search '${q}'`, { q })),
  list("records, search 'er' by plate", { q: 'er', sort: 'plaka' }),
  list("records, search 'a' of a month", { q: 'a', ...MONTH }),
  list("records, search 'a' of a year", { q: 'a', year: MONTH.year }),
  list("records, search 'a' of a year by plate", { q: 'a', year: MONTH.year, sort: 'plaka' }),
  list("records, search 'yıldırım' of a year", { q: 'yıldırım', year: MONTH.year }),
]

const VISITED: View[] = [
  ...sorted('cars', 'vehicle.list', VEHICLE_SORTS),
  ...sorted('customers', 'customer.list', CUSTOMER_SORTS),
  same('cars, page 20', 'vehicle.list', { page: 20 }),
  ...['a', 'er', '34', 'yıldırım'].map((q) => same(`cars, search '${q}'`, 'vehicle.list', { q })),
  ...['a', 'er', '05', 'yıldırım'].map((q) => same(`customers, search '${q}'`, 'customer.list', { q })),
]

const OTHERS: View[] = [
  ...sorted('expenses', 'expense.list', EXPENSE_SORTS),
  same('expenses of a month', 'expense.list', MONTH),
  same('expenses, search', 'expense.list', { q: 'kira' }),
  same('price list', 'item.prices', {}),
  same('trash', 'change.trash', {}),
  same('changes, the newest', 'change.list', {}),
  same('changes, page 20', 'change.list', { page: 20 }),
  same('changes of some days', 'change.list', { from: addDays(TODAY, -30), to: TODAY }),
  same('changes of records', 'change.list', { noun: 'kayit' }),
  {
    name: 'changes of a record',
    call: ({ record: id }) => ({ procedure: 'change.of', input: { noun: 'kayit', id } }),
  },
]

const LOOKUPS: View[] = [
  { name: 'a plate typed', call: ({ plate }) => ({ procedure: 'vehicle.lookup', input: { q: plate } }) },
  same('the beginning of a plate', 'vehicle.lookup', { q: '34 a' }),
  same('a customer typed', 'customer.lookup', { q: 'yıldırım' }),
  same('the beginning of a customer', 'customer.lookup', { q: 'ah' }),
  same('a work item typed', 'item.suggest', { q: 'ya' }),
  ...['ah', '34', 'yıldırım'].map((q) => same(`search everywhere '${q}'`, 'search.find', { q })),
  {
    name: 'earlier visits of twenty records',
    call: ({ recent }) => ({ procedure: 'vehicle.earlier', input: { kayit_ids: recent } }),
  },
]

const PAGES: View[] = [
  { name: 'a record', call: ({ record }) => ({ procedure: 'kayit.get', input: { kayit_id: record } }) },
  { name: 'a car', call: ({ vehicle: id }) => ({ procedure: 'vehicle.get', input: { id } }) },
  { name: 'visits of a car', call: ({ vehicle: id }) => ({ procedure: 'vehicle.visits', input: { id } }) },
  { name: 'a customer', call: ({ customer: id }) => ({ procedure: 'customer.get', input: { id } }) },
  {
    name: 'visits of a customer',
    call: ({ customer: id }) => ({ procedure: 'customer.visits', input: { id } }),
  },
  same('statistics of a month', 'stats.get', MONTH),
  same('statistics of a month’s days', 'stats.period', { from: '2026-10-01', to: '2026-10-31' }),
  same('statistics of a year', 'stats.period', { from: '2026-01-01', to: '2026-12-31' }),
  same('statistics of a year of any days', 'stats.period', { from: '2025-10-20', to: '2026-10-19' }),
]

const MONEY: View[] = [
  {
    name: 'money of a record',
    call: ({ record }) => ({ procedure: 'payment.of', input: { kayit_id: record } }),
  },
  {
    name: 'money of a customer, the account',
    call: ({ customer: customer_id }) => ({ procedure: 'payment.account', input: { customer_id } }),
  },
  same('money, the debts', 'payment.debts', {}),
  same('money, the debts by name', 'payment.debts', { sort: 'name', dir: 'asc' }),
  same('money, the open day', 'till.day', {}),
  list('money, the unpaid records', { owed: 'unpaid' }),
  list('money, the unpaid records of a search', { owed: 'unpaid', q: 'yılmaz' }),
  same('money, the month', 'payment.month', MONTH),
  same('money, today', 'payment.today', {}),
]

const ITEMS = [
  { islem_adi: 'Motor yağı', islem_adet: 4, fiyat_kurus: 48_000 },
  { islem_adi: 'Yağ filtresi', islem_adet: 1, fiyat_kurus: 42_050 },
  { islem_adi: 'İşçilik', islem_adet: 1, fiyat_kurus: 180_000 },
]
const saved = (plaka: string) => ({
  procedure: 'kayit.save',
  input: { info: { musteri_adi_soyadi: 'Ahmet Yılmaz', plaka, giris_tarihi: TODAY }, islemler: ITEMS },
  saves: true,
})

const SAVES: View[] = [
  { name: 'a save, a new car', call: () => saved('34 ABC #') },
  { name: 'a save, a known car', call: ({ plate }) => saved(plate) },
  {
    name: 'an expense',
    call: () => ({
      procedure: 'expense.save',
      input: { id: 0, title: 'Ölçüm #', amount_kurus: 12_50, spend_date: TODAY },
      saves: true,
    }),
  },
]

export const VIEWS: readonly View[] = [
  ...RECORDS,
  ...VISITED,
  ...OTHERS,
  ...LOOKUPS,
  ...PAGES,
  ...MONEY,
  ...SAVES,
]
