import { mkdirSync, rmSync } from 'node:fs'
import { Agent } from 'node:http'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'

import { startSession } from '#tests/support/rows/auth.ts'
import { temporaryFolder } from '#tests/support/database/embedded-server.ts'

import { served } from '#tests/bench/compare.ts'
import { ask, quantiles } from '#tests/bench/load.ts'
import { named, say, table } from '#tests/bench/report.ts'
import { roomOf } from './room.ts'
import { openScale, SIZES } from './shops.ts'
import { type Call, type Facts, factsOf, VIEWS } from './views.ts'

/**
 * `npm run bench:scale [-- --data DIR --few --only TEXT --rounds N --guarded]` measures each call over HTTP, by turns
 * in shops of 1,000, 10,000 and 100,000 records of one database. `--data` keeps the database for the next run, `--few`
 * omits the other thousand shops, `--guarded` uses row-level security.
 */
const { values } = parseArgs({
  options: {
    data: { type: 'string' },
    few: { type: 'boolean', default: false },
    only: { type: 'string', default: '' },
    rounds: { type: 'string', default: '100' },
    guarded: { type: 'boolean', default: false },
  },
})
const ROUNDS = Number(values.rounds)
const WARM_UP = 15
/** The goal: the p95 of the largest shop is at most this many times the smallest one's. */
const GOAL = 1.5
const TRPC = '/oto-servis/api/trpc/'

type Shop = { headers: Record<string, string>; facts: Facts }
const agent = new Agent({ keepAlive: true, maxSockets: 1 })
let saves = 0

async function call(
  url: string,
  { headers }: Shop,
  { procedure, input, saves: isSave }: Call,
): Promise<void> {
  const json = JSON.stringify({ json: input })
  const path = `${url}${TRPC}${procedure}`
  const load = isSave
    ? { url: path, headers, body: json }
    : { url: `${path}?input=${encodeURIComponent(json)}`, headers }
  if (!(await ask(load, agent, (saves += 1)))) throw new Error(`${procedure}: refused`)
}

/** Returns the times in ms of each shop's calls; the shops take turns. */
async function inTurn(url: string, shops: Shop[], callOf: (facts: Facts) => Call): Promise<number[][]> {
  const times = shops.map((): number[] => [])
  for (let round = -WARM_UP; round < ROUNDS; round++)
    for (const [index, shop] of shops.entries()) {
      const started = performance.now()
      await call(url, shop, callOf(shop.facts))
      if (round >= 0) times[index]?.push(performance.now() - started)
    }
  return times
}

const dataDir = resolve(values.data ?? temporaryFolder())
mkdirSync(dataDir, { recursive: true })
{
  await using scale = await openScale(dataDir, values)
  const { db, target, users } = scale
  const shops: Shop[] = []
  for (const { id } of users) {
    const token = await startSession(db, { id }, { kind: 'legacy', now: new Date() })
    shops.push({ headers: { 'session-id': token }, facts: await factsOf(db, id) })
  }
  const panel = await served({ which: values.guarded ? 'ours' : 'unguarded', target })
  const rows: string[][] = []
  for (const { name, call: callOf } of VIEWS.filter((view) => view.name.includes(values.only))) {
    const [small, ...larger] = (await inTurn(panel.url, shops, callOf)).map((own) => quantiles(own))
    const ratio = (of: 'p50' | 'p95') => larger.map((one) => (one[of] / (small?.[of] ?? NaN)).toFixed(2))
    const worst = (larger.at(-1)?.p95 ?? NaN) / (small?.p95 ?? NaN)
    rows.push([
      name,
      (small?.p50 ?? NaN).toFixed(1),
      ...ratio('p50'),
      ...ratio('p95'),
      worst > GOAL ? 'no' : '',
    ])
  }
  panel.child.disconnect()
  const [smallest, ...others] = SIZES.map(named)
  table(
    [
      'call',
      `${smallest}: p50 ms`,
      ...others.map((size) => `${size}: p50 ×`),
      ...others.map((size) => `${size}: p95 ×`),
      `p95 above ${GOAL} ×`,
    ],
    rows,
  )
  say(`\n${rows.filter((row) => row.at(-1) === '').length} of ${rows.length} calls at most ${GOAL} ×.`)
  const room = await roomOf(db)
  const records = room.find(({ table: name }) => name === 'kayit')?.rows ?? NaN
  say(`\n## Room for ${named(records)} records, in bytes a record\n`)
  const perRecord = (bytes: number) => (bytes / records).toFixed(0)
  table(
    ['table', 'rows a record', 'table', 'indexes'],
    room.map(({ table: name, rows: count, tableBytes, indexBytes }) => [
      name,
      (count / records).toFixed(2),
      perRecord(tableBytes),
      perRecord(indexBytes),
    ]),
  )
}
agent.destroy()
if (values.data === undefined) rmSync(dataDir, { recursive: true })
