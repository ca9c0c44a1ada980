import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

import type { Kysely } from 'kysely'

import type { PoolTarget } from '#server/platform/db/pool.ts'
import type { DB } from '#server/platform/db/schema.ts'
import { monthOf, monthRange, previousMonth } from '#shared/date.ts'
import { startSession } from '#tests/support/rows/auth.ts'
import { buildUser } from '#tests/support/rows/factories.ts'

import type { Figures, Load } from './load.ts'
import type { FromServed, Served, Usage } from './serve.ts'

const TRPC = '/oto-servis/api/trpc/'
/** The number of clients for which the figures are promised; single requests are measured too. */
const CLIENTS = 10

/** The same content, requested from the product and from the floor (floor.ts). */
export type View = { name: string; ours: string; floor: string; body?: string }

/** Requests a second, latencies (ms) and CPU of the server's own process (ms a request). */
type Measured = Figures & { cpu: number }
export type Compared = {
  view: string
  ours: Measured
  floor: Measured
  /** p50 in ms of a single client. */
  alone: { ours: number; floor: number }
}

const get = (procedure: string, input: object) =>
  `${TRPC}${procedure}?input=${encodeURIComponent(JSON.stringify({ json: input }))}`

const SAVED = {
  info: { musteri_adi_soyadi: 'Ölçüm Müşterisi', plaka: '16 OLC #', giris_tarihi: '2026-11-20' },
  islemler: [
    { islem_adi: 'Motor yağı', islem_adet: 4, fiyat_kurus: 48_000 },
    { islem_adi: 'Yağ filtresi', islem_adet: 1, fiyat_kurus: 42_050 },
    { islem_adi: 'İşçilik', islem_adet: 1, fiyat_kurus: 180_000 },
  ],
}

export async function viewsOf(db: Kysely<DB>, user: { id: number }): Promise<View[]> {
  const { id } = await db
    .selectFrom('kayit')
    .where('shop_id', '=', user.id)
    .where('islem_sayisi', '>', 2)
    .select((eb) => eb.fn.max('id').as('id'))
    .executeTakeFirstOrThrow()
  const month = previousMonth(monthOf('2026-11-20'))
  const { from, until } = monthRange(month.year, month.month)
  const { from: earlier } = monthRange(previousMonth(month).year, previousMonth(month).month)
  return [
    { name: 'list, first page', ours: get('kayit.list', {}), floor: '/first' },
    {
      name: 'list, page 40 by name',
      ours: get('kayit.list', { page: 40, sort: 'musteri_adi_soyadi' }),
      floor: '/late',
    },
    {
      name: 'list, one month',
      ours: get('kayit.list', month),
      floor: `/month?from=${from}&until=${until}`,
    },
    { name: 'list, open jobs', ours: get('kayit.list', { open: true }), floor: '/open' },
    {
      name: 'list, search of a surname',
      ours: get('kayit.list', { q: 'yıldırım' }),
      floor: '/search?q=y%C4%B1ld%C4%B1r%C4%B1m',
    },
    {
      name: 'list, search of two letters',
      ours: get('kayit.list', { q: 'wj' }),
      floor: '/search?q=wj',
    },
    { name: 'a record', ours: get('kayit.get', { kayit_id: id }), floor: `/record?id=${id}` },
    {
      name: 'statistics of a month',
      ours: get('stats.get', month),
      floor: `/stats?from=${from}&until=${until}&earlier=${earlier}`,
    },
    { name: 'expenses, first page', ours: get('expense.list', {}), floor: '/expenses' },
    {
      name: 'a save with 3 items',
      ours: `${TRPC}kayit.save`,
      floor: '/save',
      body: JSON.stringify({ json: SAVED }),
    },
  ]
}

type Options = {
  /** The other side of the comparison; 'primary' is the same product without the replica. */
  against: 'floor' | 'unguarded' | 'primary'
  /** The server from which the product reads lists. */
  replica?: PoolTarget
  seconds: number
  rounds: number
  /** The text that the names of the measured views contain. */
  only?: string | undefined
}

/**
 * Measures each view in turns, so that other load on the machine affects both sides. The figures of `against` are in
 * `floor`. Throws if no view has `only` in its name.
 */
export async function benchAgainst(
  target: PoolTarget,
  shop: { db: Kysely<DB>; user: { id: number } },
  { against, replica, seconds, rounds, only = '' }: Options,
): Promise<Compared[]> {
  const { db, user } = shop
  const all = await viewsOf(db, user)
  const views = all.filter(({ name }) => name.includes(only))
  if (views.length === 0)
    throw new Error(`No view has "${only}" in its name: ${all.map(({ name }) => name).join('; ')}.`)
  const session = async (of: { id: number }) => ({
    'session-id': await startSession(db, of, { kind: 'legacy', now: new Date() }),
  })
  // Saves go to a shop of their own, so that the other shops keep their size.
  const [reading, saving] = [await session(user), await session(await buildUser(db))]
  const [ours, floor] = await Promise.all([
    served({ which: 'ours', target, replica }),
    served({ which: against === 'primary' ? 'ours' : against, target }),
  ])
  const figures: Compared[] = []
  for (const view of views) {
    const theirs = against === 'floor' ? view.floor : view.ours
    const run = async (side: Running, path: string, connections: number) => {
      const load = { url: side.url + path, seconds, connections }
      return view.body === undefined
        ? measured(side, { ...load, headers: reading })
        : measured(side, { ...load, headers: saving, body: view.body })
    }
    const taken = { ours: [] as Measured[], floor: [] as Measured[] }
    const alone = { ours: [] as Measured[], floor: [] as Measured[] }
    for (let round = -1; round < rounds; round++) {
      const one = { floor: await run(floor, theirs, CLIENTS), ours: await run(ours, view.ours, CLIENTS) }
      if (round < 0) continue
      taken.floor.push(one.floor)
      taken.ours.push(one.ours)
      alone.floor.push(await run(floor, theirs, 1))
      alone.ours.push(await run(ours, view.ours, 1))
    }
    figures.push({
      view: view.name,
      ours: median(taken.ours),
      floor: median(taken.floor),
      alone: { ours: median(alone.ours).p50, floor: median(alone.floor).p50 },
    })
  }
  for (const { child } of [ours, floor]) child.disconnect()
  return figures
}

export type Running = { child: ReturnType<typeof fork>; url: string }

export async function served(what: Served): Promise<Running> {
  // The product writes each line of its log, as in production, but nothing reads them.
  const child = fork(join(import.meta.dirname, 'serve.ts'), ['--serve'], {
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  child.send(what)
  const [answer] = (await once(child, 'message')) as [FromServed]
  if (!('url' in answer)) throw new Error('The server did not start.')
  return { child, url: answer.url }
}

/** Returns the resources that the server's process has used so far: CPU time in ms, memory in bytes. */
export async function usageOf({ child }: Running): Promise<Usage> {
  child.send('usage')
  const [answer] = (await once(child, 'message')) as [FromServed]
  return 'cpu' in answer ? answer : { cpu: NaN, memory: NaN, gapP99: NaN, gapMax: NaN }
}

async function measured(side: Running, load: Load): Promise<Measured> {
  const { cpu: before } = await usageOf(side)
  const figures = await driveApart(load)
  return { ...figures, cpu: ((await usageOf(side)).cpu - before) / figures.requests }
}

function median(rounds: Measured[]): Measured {
  const of = (key: keyof Measured) =>
    rounds.map((figures) => figures[key]).toSorted((a, b) => a - b)[Math.floor(rounds.length / 2)] ?? NaN
  return {
    perSecond: of('perSecond'),
    p50: of('p50'),
    p95: of('p95'),
    p99: of('p99'),
    requests: of('requests'),
    refused: of('refused'),
    cpu: of('cpu'),
  }
}

export async function driveApart(load: Load): Promise<Figures> {
  const child = fork(join(import.meta.dirname, 'load.ts'), ['--child'])
  child.send(load)
  const [{ figures, error }] = (await once(child, 'message')) as [{ figures?: Figures; error?: string }]
  if (figures === undefined) throw new Error(error)
  return figures
}
