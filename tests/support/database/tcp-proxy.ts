import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

import type { PoolTarget } from '#server/platform/db/pool.ts'

/**
 * `swallow`: all data is dropped, and neither side learns that the other has gone (an outage of the network).
 * `reset`: connections are accepted and reset at once.
 */
export type Line = 'open' | 'swallow' | 'reset'

export type TcpProxy = {
  /** The server's target through the proxy. */
  target: PoolTarget
  line: Line
  /** The delay of every chunk, each way, in ms. */
  delay: number
  /** Counts the connections that the panel has not closed. */
  connections: () => number
  /** Counts the connections since the start of the proxy. */
  accepted: () => number
  /** Resets all current connections. */
  reset: () => void
  /** Ends the server's half of all current connections; the panel's half stays open and is swallowed. */
  halfClose: () => void
  /** Drops the panel's next bytes that contain this text, and everything later on that connection. */
  swallowFrom: (text: string) => void
  /** Count the chunks that were dropped, and those that were forwarded, since the start of the proxy. */
  swallowed: () => number
  passed: () => number
  /** Counts how often the panel sent something after the server had, since the start of the proxy. */
  turns: () => number
  close: () => Promise<void>
}

type Pair = { panel: Socket; server: Socket; lost: boolean; isAnswered: boolean }

/** Starts a TCP proxy on the loopback address before a PostgreSQL server, which can simulate faults of the network. */
export async function startTcpProxy(server: PoolTarget): Promise<TcpProxy> {
  const pairs = new Set<Pair>()
  let accepted = 0
  let swallowed = 0
  let passed = 0
  let turns = 0
  let trigger: string | undefined

  const listener = createServer((panel) => {
    accepted += 1
    if (proxy.line === 'reset') {
      panel.resetAndDestroy()
      return
    }
    const pair = { panel, server: connect(socketOf(server)), lost: false, isAnswered: true }
    pairs.add(pair)
    forward(pair, 'panel', 'server')
    forward(pair, 'server', 'panel')
    panel.on('close', () => pairs.delete(pair))
  }).listen(0, '127.0.0.1')
  await once(listener, 'listening')

  function forward(pair: Pair, from: 'panel' | 'server', to: 'panel' | 'server') {
    pair[from].on('error', () => {})
    let before: Promise<unknown> = Promise.resolve()
    const pass = async (bytes: Buffer) => {
      if (from === 'panel' && pair.isAnswered) turns += 1
      pair.isAnswered = from === 'server'
      if (from === 'panel' && trigger !== undefined && bytes.includes(trigger)) {
        pair.lost = true
        trigger = undefined
      }
      if (proxy.delay > 0) await waitInTurn(sleep(proxy.delay))
      else await before
      const passes = proxy.line === 'open' && !pair.lost
      // After a dropped chunk the connection stays lost, because later bytes would arrive as a different text.
      pair.lost = !passes
      if (passes) pair[to].write(bytes)
      if (passes) passed += 1
      else swallowed += 1
    }
    /** Also waits for earlier chunks, so that later bytes never overtake a delayed one. */
    const waitInTurn = (delay: Promise<void>) => (before = Promise.all([before, delay]))
    // The end of a connection is forwarded when the line is open again, as TCP retransmits unacknowledged data.
    const end = async () => {
      while (proxy.line === 'swallow') await sleep(10)
      pair[to].destroy()
    }
    pair[from].on('data', (bytes: Buffer) => void pass(bytes))
    pair[from].on('close', () => void end())
  }

  const { port } = listener.address() as AddressInfo
  const proxy: TcpProxy = {
    target: { ...server, host: '127.0.0.1', port },
    line: 'open',
    delay: 0,
    connections: () => pairs.size,
    accepted: () => accepted,
    swallowed: () => swallowed,
    passed: () => passed,
    turns: () => turns,
    reset: () => {
      for (const { panel } of pairs) panel.resetAndDestroy()
    },
    halfClose: () => {
      for (const pair of pairs) {
        pair.lost = true
        pair.panel.end()
      }
    },
    swallowFrom: (text) => {
      trigger = text
    },
    close: async () => {
      proxy.line = 'open'
      listener.close()
      for (const pair of pairs) pair.panel.destroy()
      await once(listener, 'close')
    },
  }
  return proxy
}

/** A host that is a folder means a Unix socket. */
function socketOf({ host = '', port = 5432 }: PoolTarget) {
  return host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port }
}
