// `npm run bench:citus -- --url postgres://… [--shops 20] [--records 1000] [--rounds 200]`: what Citus costs. The same
// shops in a plain database of the coordinator's server and in ones that are distributed over 1, 2, … of its workers; one
// caller, the operations without HTTP, the databases in turns. `npm run citus:cluster` makes such a cluster.
import { parseArgs } from 'node:util'

import { Kysely } from 'kysely'

import type { UserCtx } from '#server/core/context.ts'
import { distribute } from '#server/db/distribute/distribute.ts'
import { MAINTENANCE_LIMITS } from '#server/db/limits.ts'
import { migrateToLatest } from '#server/db/migrate.ts'
import { createPool, type PoolTarget } from '#server/db/pool.ts'
import { SafePostgresDialect } from '#server/db/postgres-dialect.ts'
import type { DB } from '#server/db/schema.ts'
import { getKayit } from '#server/kayit/operations.ts'
import { findEverywhere } from '#server/search/operations.ts'
import { getStats } from '#server/stats/operations.ts'
import { administer } from '#tests/support/administer.ts'
import {
  coordinatorAt,
  dropClusterDatabase,
  makeClusterDatabase,
  nodesOf,
} from '#tests/support/cluster-database.ts'
import { userCtx } from '#tests/support/factories.ts'
import { list, save } from '#tests/support/kayit.ts'
import { fillManyShops } from '#tests/support/many-shops.ts'

import { inTurns } from './in-turns.ts'
import { ms, say, table } from './report.ts'

const { values } = parseArgs({
  options: {
    url: { type: 'string' },
    shops: { type: 'string', default: '20' },
    records: { type: 'string', default: '1000' },
    rounds: { type: 'string', default: '200' },
  },
})
if (values.url === undefined) throw new Error('npm run bench:citus -- --url postgres://…')

const NOW = new Date('2026-11-20T09:00:00Z')
const MONTH = { year: 2026, month: 10 }

type Place = { name: string; db: Kysely<DB>; ctx: UserCtx }

const ids = new Map<UserCtx, number>()
const VIEWS: Record<string, (ctx: UserCtx, round: number) => Promise<unknown>> = {
  'list, first page': (ctx) => list(ctx, {}),
  'list, one month': (ctx) => list(ctx, MONTH),
  'list, search of a surname': (ctx) => list(ctx, { q: 'yıldırım' }),
  'search of everything': (ctx) => findEverywhere(ctx, { q: 'yıldırım' }),
  'a record': (ctx) => getKayit(ctx, { kayit_id: ids.get(ctx) ?? 0 }),
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
const names = nodes.map((_, workers) => `bench_citus_${workers}`)
try {
  const places: Place[] = []
  for (const [workers, database] of names.entries()) places.push(await makePlace(workers, database))
  say(
    `\n${values.shops} shops of ${values.records} records, p50 of one caller; in brackets the ratio to plain PostgreSQL\n`,
  )
  const rows: string[][] = []
  for (const [view, work] of Object.entries(VIEWS)) {
    const figures = await inTurns(
      places.map(({ ctx }) => ctx),
      Number(values.rounds),
      work,
    )
    const [plain = figures[0]] = figures
    rows.push([view, ...figures.map(({ p50 }) => `${ms(p50)} (${(p50 / (plain?.p50 ?? p50)).toFixed(2)})`)])
  }
  table(['', ...places.map(({ name }) => name)], rows)
  for (const { db } of places) await db.destroy()
} finally {
  for (const database of names) await dropClusterDatabase(nodes, database)
}

/** With 0 workers the database is a plain one. */
async function makePlace(workers: number, database: string): Promise<Place> {
  const [coordinator = {}] = nodes
  if (workers === 0) await administer(coordinator, `create database ${database}`)
  else await makeClusterDatabase(nodes.slice(0, workers + 1), database)
  const db = opened({ ...coordinator, database })
  await migrateToLatest(db)
  if (workers > 0) await distribute(db)
  await fillManyShops(db, { shops: Number(values.shops), records: Number(values.records) })
  const { id } = await db
    .selectFrom('users')
    .select((eb) => eb.fn.max('id').as('id'))
    .executeTakeFirstOrThrow()
  const ctx = userCtx(db, { id, username: 'usta', password: '', auth: 0 }, { now: NOW })
  const { items } = await list(ctx, {})
  ids.set(ctx, items[0]?.kayit_id ?? 0)
  const name = workers === 0 ? 'plain' : `${workers} worker${workers === 1 ? '' : 's'}`
  return { name, db, ctx }
}

function opened(target: PoolTarget): Kysely<DB> {
  const dialect = new SafePostgresDialect(createPool(target, MAINTENANCE_LIMITS), MAINTENANCE_LIMITS)
  return new Kysely<DB>({ dialect })
}
