import type { Kysely } from 'kysely'
import * as z from 'zod/mini'

import { becomeQuote, becomeVisit } from '#server/kayit/stage.ts'
import type { UserCtx } from '#server/platform/core/context.ts'
import type { DB } from '#server/platform/db/schema.ts'
import { BASE_PATH } from '#shared/base.ts'
import { kayitInput, KAYIT_SORTS } from '#shared/kayit/schema.ts'
import { legacyClient, pageClient, requests, testApp } from '#tests/support/panel/app.ts'
import { startSession } from '#tests/support/rows/auth.ts'
import type { TestUser } from '#tests/support/rows/factories.ts'

type Body = Partial<z.input<typeof kayitInput>>

/** Makes a stored quote a visit, as its form does. */
export const arrive = (ctx: UserCtx, body: Body) =>
  becomeVisit(ctx, z.parse(kayitInput, { info: {}, ...body }))

/** Makes a visit a quote again. */
export const quoteAgain = (ctx: UserCtx, kayit_id: number, version: number) =>
  becomeQuote(ctx, { kayit_id, version, stage: 'quote' })

/** Makes a visit the appointment again by which it came. */
export const awaitAgain = (ctx: UserCtx, kayit_id: number, version: number) =>
  becomeQuote(ctx, { kayit_id, version, stage: 'appointment' })

const NUMBER_COLUMN = 'Kayıt no'
const FILES = [
  'kayit',
  'kayit?durum=Tamamlandı',
  'expense',
  'journal',
  'debts',
  'stats',
  'payments',
  'day-ends',
]

/** Replaces ids, which two shops do not share: those of records by their names in `names`, all others by nothing. */
function withoutIds(value: unknown, names: ReadonlyMap<number, string>): unknown {
  if (Array.isArray(value)) return value.map((one) => withoutIds(one, names))
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).flatMap(([name, one]): [string, unknown][] => {
    if (/(?:^|_)kayit_id$/.test(name)) return [[name, names.get(Number(one)) ?? one]]
    if (/(?:^|_)id$/.test(name) || name === 'upcoming' || name === 'quotes' || name.endsWith('_at')) return []
    return [[name, withoutIds(one, names)]]
  })
  return Object.fromEntries(entries)
}

/** Returns the cells of a CSV file, with the records' names for their numbers. */
function cellsOf(text: string, names: ReadonlyMap<number, string>): string[][] {
  const [head = [], ...rows] = text.split('\r\n').map((line) => line.split(';'))
  const at = head.findIndex((cell) => cell.includes(NUMBER_COLUMN))
  return [head, ...rows.map((row) => row.map((cell, index) => (index === at ? nameOf(cell, names) : cell)))]
}

const nameOf = (cell: string, names: ReadonlyMap<number, string>) =>
  names.get(Number(cell.replaceAll('"', ''))) ?? cell

type Shop = { db: Kysely<DB>; user: TestUser; names: ReadonlyMap<number, string>; words: readonly string[] }

/**
 * Returns everything that a shop's owner reads of its visits: lists, their counts and sums, the pages of cars and
 * customers, suggestions, statistics, money, files and old paths. `words` are searched.
 */
export async function answersOf({ db, user, names, words }: Shop): Promise<Record<string, unknown>> {
  const page = pageClient(db, user)
  const answers: Record<string, unknown> = {}
  const keep = async (name: string, answer: Promise<unknown>) => {
    answers[name] = withoutIds(await answer, names)
  }
  for (const sort of KAYIT_SORTS)
    for (const dir of ['asc', 'desc'] as const) {
      await keep(`${sort} ${dir}`, page.kayit.list({ sort, dir, ilk_islem: true }))
      await keep(`${sort} ${dir} 2026`, page.kayit.list({ sort, dir, year: 2026, size: 10 }))
    }
  for (const filter of [
    { month: 11, year: 2026 },
    { durum: 'Tamamlandı' },
    { open: true },
    { owed: 'unpaid' },
    { owed: 'partial' },
  ] as const)
    await keep(JSON.stringify(filter), page.kayit.list(filter))
  await keep('counts', page.kayit.counts())
  for (const q of words) {
    await keep(`list ${q}`, page.kayit.list({ q }))
    await keep(`exact ${q}`, page.kayit.list({ q, exact: true, durum: 'Devam Ediyor' }))
    await keep(`cars ${q}`, page.vehicle.list({ q }))
    await keep(`customers ${q}`, page.customer.list({ q }))
    await keep(`car ${q}`, page.vehicle.lookup({ q }))
    await keep(`customer ${q}`, page.customer.lookup({ q }))
    await keep(`items ${q}`, page.item.suggest({ q, plate: '34 ABC 001' }))
    const { vehicles, customers } = await page.search.find({ q })
    answers[`find ${q}`] = withoutIds({ vehicles, customers }, names)
  }
  const cars = await page.vehicle.list({ sort: 'plate', dir: 'asc', exact: true })
  const customers = await page.customer.list({ sort: 'name', dir: 'asc', exact: true })
  await keep('cars', Promise.resolve(cars))
  await keep('customers', Promise.resolve(customers))
  for (const { id, plate } of cars.items) {
    await keep(`car page ${plate}`, page.vehicle.get({ id }))
    await keep(`car visits ${plate}`, page.vehicle.visits({ id }))
  }
  for (const { id, name } of customers.items) {
    await keep(`customer page ${name}`, page.customer.get({ id }))
    await keep(`customer visits ${name}`, page.customer.visits({ id }))
    await keep(`account ${name}`, page.payment.account({ customer_id: id }))
  }
  const kayit_ids = [...names.keys()]
  if (kayit_ids.length > 0) {
    const earlier = await page.vehicle.earlier({ kayit_ids: kayit_ids.slice(0, 100) })
    const sorted = earlier.toSorted((one, other) => one.kayit_id - other.kayit_id)
    answers['earlier'] = withoutIds(sorted, names)
  }
  await keep('stats', page.stats.get({ month: 11, year: 2026 }))
  await keep('period', page.stats.period({ from: '2026-01-01', to: '2026-12-31' }))
  await keep('debts', page.payment.debts({}))
  await keep('month', page.payment.month({ month: 11, year: 2026 }))
  await keep('today', page.payment.today())
  await keep('till', page.till.day({}))
  await keep('vat', page.expense.vat({ month: 11, year: 2026 }))
  const app = testApp(db)
  const cookie = `session_id=${await startSession(db, user)}`
  for (const file of FILES) {
    const path = `${BASE_PATH}/api/export/${file}${file.includes('?') ? '&' : '?'}format=CSV`
    const { status, text } = await requests(app).get(encodeURI(path), { cookie })
    answers[`file ${file}`] = [status, cellsOf(text, names)]
  }
  const client = legacyClient(app, db, user)
  for (const path of [
    'getKayitlar.php',
    'getKayitlar.php?month=11&year=2026',
    'getStats.php?month=11&year=2026',
  ])
    await keep(
      path,
      client.get(path).then(({ body }) => body),
    )
  return answers
}
