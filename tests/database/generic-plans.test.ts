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
import { list } from '#tests/support/rows/kayit.ts'

/** A single connection, because the server counts the plans of prepared statements for each connection. */
const db = open({ ...(await testDatabaseTarget()), max: 1 })
afterAll(() => db.destroy())

/** From the sixth execution on PostgreSQL uses the generic plan, unless it expects that plan to be slower. */
const EXECUTIONS = 12

let ctx: ReturnType<typeof userCtx>
let vehicle: number

beforeAll(async () => {
  for (const seed of [1, 2]) {
    const user = await buildUser(db)
    await seedRecords(db, { userId: user.id, seed, count: 500, today: '2026-11-21' })
    ctx = userCtx(db, user)
    await linkUnlinked(ctx)
  }
  await sql`vacuum analyze`.execute(db)
  const { items } = await cars({ sort: 'visits' })
  vehicle = items[0]?.id ?? 0
})

const cars = (query: object) => listVehicles(ctx, vehicleListInput.parse(query))
const customers = (query: object) => listCustomers(ctx, customerListInput.parse(query))
const expenses = (query: object) => listExpenses(ctx, expenseListInput.parse(query))

type Statement = { statement: string; generic: number; custom: number }

async function preparedStatements(): Promise<Statement[]> {
  const { rows } = await sql<Statement>`
    select statement, generic_plans::int as generic, custom_plans::int as custom
    from pg_prepared_statements`.execute(db)
  return rows
}

test.each([
  ['records', () => list(ctx)],
  ['records on page 3', () => list(ctx, { page: 3 })],
  ['100 records by plate', () => list(ctx, { sort: 'plaka', size: 100 })],
  ['records of a month', () => list(ctx, { month: 10, year: 2026 })],
  ['records of a year by name', () => list(ctx, { year: 2026, sort: 'musteri_adi_soyadi' })],
  ['records of a status', () => list(ctx, { durum: 'Tamamlandı' })],
  ['open work', () => list(ctx, { open: true })],
  ['records with a common letter', () => list(ctx, { q: 'a' })],
  ['cars', () => cars({})],
  ['cars by plate on page 2', () => cars({ sort: 'plate', page: 2 })],
  ['customers', () => customers({})],
  ['customers by total', () => customers({ sort: 'total' })],
  ['expenses', () => expenses({ month: 10, year: 2026 })],
  ['expenses of a year', () => expenses({ year: 2026 })],
  ['visits of a car', () => listVisits(ctx, 'vehicle', { id: vehicle, page: 1 })],
] as const)('the list of %s is not planned anew at each execution', async (_, work) => {
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
