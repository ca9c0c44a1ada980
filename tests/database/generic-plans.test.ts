import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { seedRecords } from '#server/commands/demo/seed.ts'
import { listCustomers } from '#server/customer/list.ts'
import { listExpenses } from '#server/expense/operations.ts'
import { listVisits } from '#server/history/visits.ts'
import { linkUnlinked } from '#server/kayit/fill-links.ts'
import { listVehicles } from '#server/vehicle/list.ts'
import { customerListInput } from '#shared/customer/schema.ts'
import { expenseListInput } from '#shared/expense/schema.ts'
import { vehicleListInput } from '#shared/vehicle/schema.ts'
import { open, testDatabaseTarget } from '#tests/support/database/database.ts'
import { buildUser, userCtx } from '#tests/support/rows/factories.ts'
import { list, save } from '#tests/support/rows/kayit.ts'

/** A single connection, because the server counts the plans of prepared statements for each connection. */
const db = open({ ...(await testDatabaseTarget()), max: 1 })
afterAll(() => db.destroy())

/** From the sixth execution on PostgreSQL uses the generic plan, unless it expects that plan to be slower. */
const EXECUTIONS = 12

let ctx: ReturnType<typeof userCtx>
let vehicle: number

beforeAll(async () => {
  // An autovacuum during the inserts would leave the rows in another order, which changes the costs of plans.
  for (const table of ['kayit', 'islem', 'vehicle', 'customer', 'expense'])
    await sql`alter table ${sql.table(table)} set (autovacuum_enabled = false)`.execute(db)
  for (const seed of [1, 2]) {
    const user = await buildUser(db)
    await seedRecords(db, { shopId: user.id, seed, count: 500, today: '2026-11-21' })
    ctx = userCtx(db, user)
    await linkUnlinked(ctx)
  }
  await sql`vacuum analyze`.execute(db)
  const { items } = await cars({ sort: 'visits' })
  vehicle = items[0]?.id ?? 0
})

const cars = (query: object) => listVehicles(ctx, vehicleListInput.parse(query))
const customers = (query: object) => listCustomers(ctx, customerListInput.parse(query))
const KNOWN = {
  plaka: '34 GNL 001',
  sasi_no: 'WVWZZZ1JZXW000001',
  musteri_adi_soyadi: 'Ayşe Işık',
  musteri_tel: '0532 123 45 67',
  tc_vergino: '1234567890',
}
const expenses = (query: object) => listExpenses(ctx, expenseListInput.parse(query))

type Statement = { statement: string; generic: number; custom: number }

async function preparedStatements(): Promise<Statement[]> {
  const { rows } = await sql<Statement>`
    select statement, generic_plans::int as generic, custom_plans::int as custom
    from pg_prepared_statements`.execute(db)
  return rows
}

test.each([
  ['list of records', () => list(ctx)],
  ['list of records on page 3', () => list(ctx, { page: 3 })],
  ['list of 100 records by plate', () => list(ctx, { sort: 'plaka', size: 100 })],
  ['list of records of a month', () => list(ctx, { month: 10, year: 2026 })],
  ['list of records of a year by name', () => list(ctx, { year: 2026, sort: 'musteri_adi_soyadi' })],
  ['list of records of a status', () => list(ctx, { durum: 'Tamamlandı' })],
  ['list of open work', () => list(ctx, { open: true })],
  ['list of records with a common letter', () => list(ctx, { q: 'a' })],
  ['list of cars', () => cars({})],
  ['list of cars by plate on page 2', () => cars({ sort: 'plate', page: 2 })],
  ['list of customers', () => customers({})],
  ['list of customers by total', () => customers({ sort: 'total' })],
  ['list of expenses', () => expenses({ month: 10, year: 2026 })],
  ['list of expenses of a year', () => expenses({ year: 2026 })],
  ['list of visits of a car', () => listVisits(ctx, 'vehicle', { id: vehicle, page: 1 })],
  ['save of a known car and customer', () => save(ctx, { info: KNOWN })],
  ['save of a car without a plate', () => save(ctx, { info: { ...KNOWN, plaka: '' } })],
] as const)('a %s is not planned anew at each execution', async (_, work) => {
  const before = new Map((await preparedStatements()).map((one) => [one.statement, one]))
  for (let index = 0; index < EXECUTIONS; index++) await work()
  const executed = (await preparedStatements()).map(({ statement, generic, custom }) => {
    const { generic: hadGeneric = 0, custom: hadCustom = 0 } = before.get(statement) ?? {}
    return { statement, generic: generic - hadGeneric, custom: custom - hadCustom }
  })
  const hot = executed.filter(({ generic, custom }) => generic + custom >= EXECUTIONS)
  expect(hot.length).toBeGreaterThan(2)
  expect(hot.filter(({ generic, custom }) => custom >= generic)).toEqual([])
})
