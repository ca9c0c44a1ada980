import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

import type { PoolTarget } from '#server/db/pool.ts'

/**
 * `swallow`: what is sent is lost for ever, and nobody learns that the other side has gone (a network that is
 * black). `reset`: connections are accepted and torn down at once.
 */
export type Line = 'open' | 'swallow' | 'reset'

export type TcpProxy = {
  /** Where the server is reached through the proxy. */
  target: PoolTarget
  line: Line
  /** Of every piece that goes through, each way, in ms. */
  delay: number
  /** Pairs that the panel's side has not ended. */
  connections: () => number
  /** Connections since the proxy began. */
  accepted: () => number
  /** Tears down what is connected now. */
  reset: () => void
  /** Ends the server's half of what is connected now; the panel's half stays open and is swallowed. */
  halfClose: () => void
  /** The next server's bytes that hold this text, and all after them on that connection, are lost. */
  swallowFrom: (text: string) => void
  /** Pieces of bytes that were swallowed, and that went through, since the proxy began. */
  swallowed: () => number
  passed: () => number
  close: () => Promise<void>
}

type Pair = { panel: Socket; server: Socket; lost: boolean }

/** A TCP proxy on the loopback address before a PostgreSQL server, whose line can be cut in several ways. */
export async function startTcpProxy(server: PoolTarget): Promise<TcpProxy> {
  const pairs = new Set<Pair>()
  let accepted = 0
  let swallowed = 0
  let passed = 0
  let trigger: string | undefined

  const listener = createServer((panel) => {
    accepted += 1
    if (proxy.line === 'reset') {
      panel.resetAndDestroy()
      return
    }
    const pair = { panel, server: connect(socketOf(server)), lost: false }
    pairs.add(pair)
    forward(pair, 'panel', 'server')
    forward(pair, 'server', 'panel')
    panel.on('close', () => pairs.delete(pair))
  }).listen(0, '127.0.0.1')
  await once(listener, 'listening')

  function forward(pair: Pair, from: 'panel' | 'server', to: 'panel' | 'server') {
    pair[from].on('error', () => {})
    const pass = async (bytes: Buffer) => {
      if (from === 'panel' && trigger !== undefined && bytes.includes(trigger)) {
        pair.lost = true
        trigger = undefined
      }
      if (proxy.delay > 0) await sleep(proxy.delay)
      const passes = proxy.line === 'open' && !pair.lost
      if (passes) pair[to].write(bytes)
      if (passes) passed += 1
      else swallowed += 1
    }
    // The end of a connection is told when the line is open again, as TCP repeats what got no answer.
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

/** A host that is a folder is that of a Unix socket. */
function socketOf({ host = '', port = 5432 }: PoolTarget) {
  return host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port }
}
