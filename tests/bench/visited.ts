import { type Kysely, sql } from 'kysely'
import * as z from 'zod/mini'

import type { UserCtx } from '#server/platform/core/context.ts'
import { listCustomers } from '#server/customer/list.ts'
import type { DB } from '#server/platform/db/schema.ts'
import { linkUnlinked } from '#server/kayit/fill-links.ts'
import { listVehicles } from '#server/vehicle/list.ts'
import { customerListInput } from '#shared/customer/schema.ts'
import { vehicleListInput } from '#shared/vehicle/schema.ts'
import { type TestUser, userCtx } from '#tests/support/rows/factories.ts'

import { inTurns, type OperationFigures } from './in-turns.ts'

const cars = (query: z.input<typeof vehicleListInput>) => (ctx: UserCtx) =>
  listVehicles(ctx, z.parse(vehicleListInput, query))
const customers = (query: z.input<typeof customerListInput>) => (ctx: UserCtx) =>
  listCustomers(ctx, z.parse(customerListInput, query))

const VIEWS: Record<string, (ctx: UserCtx) => Promise<unknown>> = {
  'cars, by last visit': cars({}),
  'cars, by sum': cars({ sort: 'total' }),
  'cars, page 100': cars({ page: 100 }),
  ...Object.fromEntries(['a', 'er', '34'].map((q) => [`cars, search '${q}'`, cars({ q })])),
  'customers, by last visit': customers({}),
  'customers, by sum': customers({ sort: 'total' }),
  ...Object.fromEntries(['a', 'er', 'yıldırım'].map((q) => [`customers, search '${q}'`, customers({ q })])),
}

/** Measures the lists of cars and customers. Linking 100,000 records to them first takes some minutes. */
export async function benchVisited(
  db: Kysely<DB>,
  { users, today, rounds }: { users: TestUser[]; today: string; rounds: number },
): Promise<OperationFigures[]> {
  const shops = users.map((user) => userCtx(db, user, { now: new Date(`${today}T09:00:00Z`) }))
  for (const { actor } of shops) await linkUnlinked({ db, actor })
  await sql`vacuum analyze`.execute(db)
  const figures: OperationFigures[] = []
  for (const [view, work] of Object.entries(VIEWS))
    figures.push({ view, shops: await inTurns(shops, rounds, work) })
  return figures
}
