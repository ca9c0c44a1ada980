import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'

import { expect, test } from 'vitest'

import { startSession } from '#tests/support/auth.ts'
import { testPanel } from '#tests/support/panel.ts'
import { report } from '#tests/support/report.ts'
import { startTcpProxy, type TcpProxy } from '#tests/support/tcp-proxy.ts'

const panel = await testPanel()

const DURATION_MS = 30_000
const CLIENTS = 6
/** A client gives up a try after this long, in ms, and sends the same again. */
const PATIENCE_MS = 1_000

/** Breaks the line in another way every moment, until it is told to stop. */
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
  const cookie = `session_id=${await startSession(panel.db, user, { now: new Date(), remember: true })}`
  const url = `http://127.0.0.1:${proxy.target.port}${pathname}api/trpc/kayit.save`
  const stopping = AbortSignal.timeout(DURATION_MS)
  const breaking = breakLine(proxy, stopping)
  const saved: string[] = []
  let tries = 0

  const send = async (name: string, key: string): Promise<number> => {
    tries += 1
    const body = JSON.stringify({ json: { info: { musteri_adi_soyadi: name, plaka: '34 TEK 1' }, key } })
    const headers = { cookie, 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' }
    const signal = AbortSignal.timeout(PATIENCE_MS)
    return fetch(url, { method: 'POST', headers, body, signal }).then(
      async (response) => (await response.text(), response.status),
      () => 0,
    )
  }
  const client = async (index: number) => {
    for (let count = 0; !stopping.aborted; count++) {
      const name = `Müşteri ${index} ${count}`
      const key = randomUUID()
      let status = await send(name, key)
      for (; status === 0 || status === 503; status = await send(name, key)) await sleep(20)
      expect(status).toBe(200)
      saved.push(name)
    }
  }
  await Promise.all(Array.from({ length: CLIENTS }, (_, index) => client(index)))
  const faults = await breaking
  await proxy.close()

  const rows = await panel.db
    .selectFrom('kayit')
    .where('user_id', '=', user.id)
    .select('musteri_adi_soyadi as name')
    .execute()
  report('retries', { faults, tries, saves: saved.length, records: rows.length })
  expect(tries).toBeGreaterThan(saved.length)
  expect(rows.map(({ name }) => name).toSorted()).toEqual(saved.toSorted())
})
