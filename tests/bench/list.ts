import { fork } from 'node:child_process'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'

import { serve } from '@hono/node-server'
import { Hono } from 'hono'

import { type PoolTarget, createPool } from '#server/db/pool.ts'
import { createPdfService } from '#server/documents/pdf-service.ts'
import { testApp } from '#tests/support/app.ts'
import { startSession } from '#tests/support/auth.ts'
import { watchedDatabase } from '#tests/support/watched-database.ts'

import type { Figures, Load } from './load.ts'

const LIST = '/oto-servis/api/trpc/kayit.list?input='
const SAVE = '/oto-servis/api/trpc/kayit.save'

const input = (value: object) => encodeURIComponent(JSON.stringify({ json: value }))

/** The measured views: the list as it opens, a late page, a search, a month. */
const VIEWS = {
  'first page': {},
  'page 40, by name': { page: 40, sort: 'musteri_adi_soyadi' },
  'search a surname': { q: 'yıldırım' },
  'search two letters': { q: 'ka' },
  'one month': { month: 3, year: 2026 },
}

export type ListFigures = { view: string; ours: Figures; bare: Figures }

/** One server that answers each view in two ways: through the product, and by the bare statements alone. */
export async function benchList(target: PoolTarget, user: { id: number }, seconds: number) {
  const { db, statements } = watchedDatabase(target)
  const pdf = createPdfService()
  const app = testApp(db, { pdf, clock: () => new Date() })
  const headers = { 'session-id': await startSession(db, user, { kind: 'legacy', now: new Date() }) }
  const bareSql = createPool(target)
  const runs: { sql: string; parameters: never[] }[][] = []
  const bare = new Hono().get('/:view', async (c) => {
    const answers: unknown[] = []
    for (const { sql, parameters } of runs[Number(c.req.param('view'))] ?? [])
      answers.push(await bareSql.unsafe(sql, parameters, { prepare: true }))
    return c.json(answers)
  })
  const ours = await listen(app.fetch)
  const plain = await listen(bare.fetch)
  const figures: ListFigures[] = []
  for (const [view, value] of Object.entries(VIEWS)) {
    const path = LIST + input(value)
    await app.request(path, { headers })
    statements.length = 0
    await app.request(path, { headers })
    runs.push(statements.map(({ sql, parameters }) => ({ sql, parameters: [...parameters] as never[] })))
    const route = `/${figures.length}`
    const load = { headers, seconds, connections: 8 }
    // Alternating, so that other load on the machine affects both.
    const rounds = { ours: [] as Figures[], bare: [] as Figures[] }
    for (let round = 0; round < 2; round++) {
      rounds.bare.push(await driveApart({ ...load, url: plain.url + route }))
      rounds.ours.push(await driveApart({ ...load, url: ours.url + path }))
    }
    figures.push({ view, ours: mean(rounds.ours), bare: mean(rounds.bare) })
  }
  const save = await driveApart({
    url: ours.url + SAVE,
    headers,
    seconds,
    connections: 1,
    body: JSON.stringify({ json: { info: INFO, islemler: ITEMS } }),
  })
  await Promise.all([ours.close(), plain.close(), pdf.close(), bareSql.end()])
  await db.destroy()
  return { lists: figures, save }
}

const INFO = { musteri_adi_soyadi: 'Ölçüm Müşterisi', plaka: '16 OLC #', giris_tarihi: '2026-11-20' }
const ITEMS = [
  { islem_adi: 'Motor yağı', islem_adet: 4, fiyat_kurus: 48_000 },
  { islem_adi: 'Yağ filtresi', islem_adet: 1, fiyat_kurus: 42_050 },
  { islem_adi: 'İşçilik', islem_adet: 1, fiyat_kurus: 180_000 },
]

async function listen(fetch: (request: Request) => Response | Promise<Response>) {
  const server = serve({ fetch, port: 0, hostname: '127.0.0.1' })
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const close = () => new Promise<void>((resolve) => server.close(() => resolve()))
  return { url: `http://127.0.0.1:${port}`, close }
}

function mean(rounds: Figures[]): Figures {
  const of = (key: keyof Figures) => rounds.reduce((sum, figures) => sum + figures[key], 0) / rounds.length
  return { perSecond: of('perSecond'), p50: of('p50'), p95: of('p95'), requests: of('requests') }
}

async function driveApart(load: Load): Promise<Figures> {
  const child = fork(join(import.meta.dirname, 'load.ts'), ['--child'])
  child.send(load)
  const [{ figures, error }] = (await once(child, 'message')) as [{ figures?: Figures; error?: string }]
  if (figures === undefined) throw new Error(error)
  return figures
}
