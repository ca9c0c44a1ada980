import { setTimeout as sleep } from 'node:timers/promises'

import { afterAll, expect, onTestFinished, test } from 'vitest'

import { databaseUrl, open } from '#tests/support/database/database.ts'
import { startTestServer, temporaryFolder } from '#tests/support/database/embedded-server.ts'
import { buildUser } from '#tests/support/rows/factories.ts'
import { keyedTally, startKeyedClients, statusFigures } from '#tests/support/clients/keyed-clients.ts'
import { launchMain } from '#tests/support/panel/main-process.ts'
import { report } from '#tests/support/clients/report.ts'
import { startTcpProxy, type TcpProxy } from '#tests/support/database/tcp-proxy.ts'

/** More clients than the panel has connections, so that callers wait for each other. */
const CLIENTS = 12
/** Longer than any response of the panel: a try without a response is a fault of the panel. */
const PATIENCE_MS = 30_000

const server = await startTestServer()
const dataDir = temporaryFolder()
afterAll(() => server.remove())

type Shop = { proxy: TcpProxy; saves: () => number }

/** Lets clients save through a panel whose database is behind a proxy, while `play` breaks the network. */
async function played(what: string, play: (shop: Shop) => Promise<number>) {
  const proxy = await startTcpProxy(server.target)
  onTestFinished(() => proxy.close())
  const panel = launchMain({ DATABASE_URL: databaseUrl(proxy.target), DATA_DIR: dataDir })
  onTestFinished(async () => {
    panel.child.kill('SIGTERM')
    await panel.ended
  })
  const address = await panel.ready()
  const direct = open(server.target)
  const user = await buildUser(direct)
  const clients = await startKeyedClients({
    address,
    db: direct,
    user,
    count: CLIENTS,
    patience: PATIENCE_MS,
  })
  const { saved, statuses, longestGap } = clients
  const rounds = await play({ proxy, saves: () => saved.length })
  await clients.stop()
  // The pool is new, because the database may have been unreachable.
  const again = open(server.target)
  const tally = await keyedTally(again, user, saved)
  await Promise.all([again.destroy(), direct.destroy()])
  report(what, {
    rounds,
    ...tally,
    ...statusFigures(statuses),
    'longest time without a save ms': Math.round(longestGap()),
  })
  const { lost, half, twice } = tally
  const { exitCode, signalCode } = panel.child
  return {
    lost,
    half,
    twice,
    exitCode,
    signalCode,
    others: [...statuses.keys()].filter((status) => status !== 200 && status !== 503),
  }
}

/** The result of `played` if all is well: the panel's process still runs and has responded only with 200 and 503. */
const WELL = { lost: 0, half: 0, twice: 0, exitCode: null, signalCode: null, others: [] }

/** Waits until saves succeed again: `count` more of them. */
async function untilSaved({ saves }: Shop, count = CLIENTS): Promise<void> {
  const before = saves()
  await expect.poll(saves, { timeout: 60_000 }).toBeGreaterThanOrEqual(before + count)
}

const during = async (proxy: TcpProxy, fault: Partial<Pick<TcpProxy, 'line' | 'delay'>>, ms: number) => {
  Object.assign(proxy, fault)
  await sleep(ms)
  Object.assign(proxy, { line: 'open', delay: 0 })
}

/** The faults, each with its number of rounds and the action of a round. */
const FAULTS: [string, number, (proxy: TcpProxy, round: number) => Promise<void>][] = [
  ['connections to the database reset', 60, async (proxy) => proxy.reset()],
  ['connections to the database half closed', 60, async (proxy) => proxy.halfClose()],
  ['commits that are lost on the way', 20, async (proxy) => proxy.swallowFrom('commit')],
  [
    'a network that refuses for 0.3 s',
    30,
    async (proxy) => {
      const refusing = during(proxy, { line: 'reset' }, 300)
      proxy.reset()
      await refusing
    },
  ],
  ['a network that delays by 0.2 s for 2 s', 10, (proxy) => during(proxy, { delay: 200 }, 2_000)],
  [
    'a black network, for 0.5 to 12 s',
    6,
    (proxy, round) => during(proxy, { line: 'swallow' }, [500, 3_000, 12_000][round % 3] ?? 0),
  ],
]

test.each(FAULTS)('%s, %i times: no save is lost, half or twice', async (what, rounds, fault) => {
  const end = await played(what, async (shop) => {
    for (let round = 0; round < rounds; round++) {
      await untilSaved(shop, CLIENTS / 2)
      await sleep((round * 37) % 50)
      await fault(shop.proxy, round)
    }
    await untilSaved(shop)
    return rounds
  })
  expect(end).toEqual(WELL)
})

test.each([
  ['the database restarted', 10, 0],
  ['the database away for 10 s', 3, 10_000],
])('%s, %i times: the panel goes on by itself', async (what, rounds, ms) => {
  const end = await played(what, async (shop) => {
    for (let round = 0; round < rounds; round++) {
      await untilSaved(shop)
      await server.restart(ms)
    }
    await untilSaved(shop)
    return rounds
  })
  expect(end).toEqual(WELL)
})
