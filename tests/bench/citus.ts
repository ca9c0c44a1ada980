// `npm run bench:citus -- --url postgres://… [--shops 200] [--records 300] [--rounds 200]` measures the operations in a
// plain database and in ones distributed over 1, 2, … workers (`npm run citus:cluster`), in turns, without HTTP and with
// row-level security. Several numbers (`--shops 5,50,500`) compare so many shops over all workers.
import { loadavg } from 'node:os'
import { parseArgs } from 'node:util'

import { Kysely } from 'kysely'

import type { UserCtx } from '#server/platform/core/context.ts'
import { distribute } from '#server/platform/db/distribute/distribute.ts'
import { MAINTENANCE_LIMITS } from '#server/platform/db/limits.ts'
import { migrateToLatest } from '#server/platform/db/migrate.ts'
import { createPool, type PoolTarget } from '#server/platform/db/pool.ts'
import { SafePostgresDialect } from '#server/platform/db/postgres-dialect.ts'
import { allowRequests, createRequestRole, REQUEST_ROLE } from '#server/platform/db/request-role.ts'
import type { DB } from '#server/platform/db/schema.ts'
import { getKayit } from '#server/kayit/operations.ts'
import { findEverywhere } from '#server/search/operations.ts'
import { getStats } from '#server/stats/operations.ts'
import { administer } from '#tests/support/database/administer.ts'
import {
  coordinatorAt,
  dropClusterDatabase,
  makeClusterDatabase,
  nodesOf,
} from '#tests/support/citus/cluster-database.ts'
import { userCtx } from '#tests/support/rows/factories.ts'
import { asRequests, guardRequests } from '#tests/support/database/guarded.ts'
import { list, save } from '#tests/support/rows/kayit.ts'
import { fillManyShops } from '#tests/support/rows/many-shops.ts'

import { inTurns } from './in-turns.ts'
import { ms, say, table } from './report.ts'

const { values } = parseArgs({
  options: {
    url: { type: 'string' },
    shops: { type: 'string', default: '200' },
    records: { type: 'string', default: '300' },
    rounds: { type: 'string', default: '200' },
  },
})
if (values.url === undefined) throw new Error('npm run bench:citus -- --url postgres://…')

const NOW = new Date('2026-11-20T09:00:00Z')
const MONTH = { year: 2026, month: 10 }

/** A database to be made; 0 workers mean a plain one. */
type Plan = { name: string; workers: number; shops: number }
type Place = { pools: Kysely<DB>[]; shops: UserCtx[]; record: number }

const VIEWS: Record<string, (ctx: UserCtx, round: number, record: number) => Promise<unknown>> = {
  'list, first page': (ctx) => list(ctx, {}),
  'list, one month': (ctx) => list(ctx, MONTH),
  'list, search of a surname': (ctx) => list(ctx, { q: 'yıldırım' }),
  'search of everything': (ctx) => findEverywhere(ctx, { q: 'yıldırım' }),
  'a record': (ctx, _, kayit_id) => getKayit(ctx, { kayit_id }),
  'statistics of a month': (ctx) => getStats(ctx, MONTH),
  'a save with 2 items': (ctx, round) =>
    save(ctx, {
      info: { musteri_adi_soyadi: 'Ölçüm Müşterisi', plaka: `16 OLC ${round}`, giris_tarihi: '2026-11-20' },
      islemler: [
        { islem_adi: 'Motor yağı', islem_adet: 4, fiyat_kurus: 48_000 },
        { islem_adi: 'İşçilik', islem_adet: 1, fiyat_kurus: 180_000 },
      ],
    }),
}

const nodes = await nodesOf(coordinatorAt(values.url))
const plans = plansFor(values.shops.split(',').map(Number), nodes.length - 1)
const names = plans.map((_, index) => `bench_citus_${index}`)
try {
  for (const node of nodes) await makeRole(node)
  const places: Place[] = []
  for (const [index, plan] of plans.entries()) places.push(await makePlace(plan, `bench_citus_${index}`))
  say(`\n${values.records} records a shop; p50, in brackets the ratio to the first column\n`)
  say(`Load of the machine before: ${loads()}\n`)
  const rows: string[][] = []
  for (const [view, work] of Object.entries(VIEWS)) {
    const figures = await inTurns(places, Number(values.rounds), ({ shops, record }, round) =>
      work(shopOf(shops, round), round, record),
    )
    const [first = figures[0]] = figures
    rows.push([view, ...figures.map(({ p50 }) => `${ms(p50)} (${(p50 / (first?.p50 ?? p50)).toFixed(2)})`)])
  }
  table(['', ...plans.map(({ name }) => name)], rows)
  say(`\nLoad of the machine after: ${loads()}`)
  for (const { pools } of places) for (const pool of pools) await pool.destroy()
} finally {
  for (const database of names) await dropClusterDatabase(nodes, database)
}

function plansFor(numbers: readonly number[], most: number): Plan[] {
  const [shops = 0] = numbers
  if (numbers.length > 1)
    return numbers.map((count) => ({ name: `${count} shops`, workers: most, shops: count }))
  return Array.from({ length: most + 1 }, (_, workers) => {
    const name = workers === 0 ? 'plain' : `${workers} worker${workers === 1 ? '' : 's'}`
    return { name, workers, shops }
  })
}

async function makePlace({ workers, shops }: Plan, database: string): Promise<Place> {
  const [coordinator = {}] = nodes
  if (workers === 0) await administer(coordinator, `create database ${database}`)
  else await makeClusterDatabase(nodes.slice(0, workers + 1), database)
  const target = { ...coordinator, database }
  const db = opened(target)
  await migrateToLatest(db)
  if (workers > 0) await distribute(db)
  await allowRequests(db, REQUEST_ROLE)
  await fillManyShops(db, { shops, records: Number(values.records) })
  // The connections open after `distribute`, which changes the defaults of new ones.
  const requests = opened(asRequests(target))
  guardRequests(db, requests, workers === 0 ? 'batched' : 'separate')
  const users = await db
    .selectFrom('users')
    .where('username', 'like', 'usta-%')
    .select('id')
    .orderBy('id')
    .execute()
  const contexts = users.map(({ id }) =>
    userCtx(db, { id, username: 'usta', password: '', auth: 0 }, { now: NOW }),
  )
  const { items } = await list(shopOf(contexts, 0), {})
  return { pools: [requests, db], shops: contexts, record: items[0]?.kayit_id ?? 0 }
}

/** Citus makes a role in the workers only if its extension was there before. */
async function makeRole(node: PoolTarget): Promise<void> {
  const db = opened(node)
  await createRequestRole(db, { isGuarded: true })
  await db.destroy()
}

function shopOf(shops: readonly UserCtx[], round: number): UserCtx {
  const shop = shops[round % shops.length]
  if (shop === undefined) throw new Error('There is no shop.')
  return shop
}

function opened(target: PoolTarget): Kysely<DB> {
  const dialect = new SafePostgresDialect(createPool(target, MAINTENANCE_LIMITS), MAINTENANCE_LIMITS)
  return new Kysely<DB>({ dialect })
}

function loads(): string {
  return loadavg()
    .map((load) => load.toFixed(2))
    .join(', ')
}
