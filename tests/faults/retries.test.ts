import { setTimeout as sleep } from 'node:timers/promises'

import { expect, test } from 'vitest'

import { keyedTally, startKeyedClients, statusFigures } from '#tests/support/clients/keyed-clients.ts'
import { testPanel } from '#tests/support/panel/panel.ts'
import { report } from '#tests/support/clients/report.ts'
import { startTcpProxy, type TcpProxy } from '#tests/support/database/tcp-proxy.ts'

const panel = await testPanel()

const DURATION_MS = 30_000
const CLIENTS = 6
/** A client gives up a try after this long, in ms, and sends the same again. */
const PATIENCE_MS = 1_000

/** Breaks the connection in another way every moment, until `stop`. */
async function breakLine(proxy: TcpProxy, stop: AbortSignal): Promise<number> {
  let faults = 0
  const ways = [
    async () => proxy.reset(),
    async () => proxy.halfClose(),
    // The save is done, and its response is lost.
    async () => proxy.swallowFrom('HTTP/1.1 200'),
    async () => {
      proxy.line = 'reset'
      await sleep(60)
    },
    async () => {
      proxy.line = 'swallow'
      await sleep(150)
    },
  ]
  for (; !stop.aborted; faults++) {
    await sleep(40 + ((faults * 37) % 120))
    await ways[faults % ways.length]?.()
    if (proxy.line !== 'open') {
      proxy.line = 'open'
      proxy.reset()
    }
  }
  return faults
}

test('clients that retry for 30 s through a line that drops make exactly one record of each save', async () => {
  const { hostname, port, pathname } = new URL(panel.address)
  const proxy = await startTcpProxy({ host: hostname, port: Number(port) })
  const user = await panel.user()
  const address = `http://127.0.0.1:${proxy.target.port}${pathname}`
  const clients = await startKeyedClients({
    address,
    db: panel.db,
    user,
    count: CLIENTS,
    patience: PATIENCE_MS,
  })
  const faults = await breakLine(proxy, AbortSignal.timeout(DURATION_MS))
  await clients.stop()
  await proxy.close()

  const { saved, statuses } = clients
  const tally = await keyedTally(panel.db, user, saved)
  report('retries', { faults, ...tally, ...statusFigures(statuses) })
  expect(tally).toMatchObject({ lost: 0, half: 0, twice: 0 })
  expect([...statuses.keys()].filter((status) => ![0, 200, 503].includes(status))).toEqual([])
  expect(statuses.get(0)).toBeGreaterThan(0)
})
