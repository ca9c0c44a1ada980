import { createServer, type Server } from 'node:http'
import { type BlockList, createServer as createPlainServer, Server as PlainServer } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'

import { getRequestListener } from '@hono/node-server'

import type { Logger } from '#server/platform/lib/logger.ts'
import { StartupError } from '#server/platform/lib/startup-error.ts'

import { type BusyCheck, refuseWhenBusy } from './busy.ts'
import { ClientConnections } from './client-connections.ts'

/** Timeouts against slow and half-open clients, in ms: a phone on a bad connection is slow, not silent. */
export const serverOptions = {
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  keepAliveTimeout: 5_000,
  connectionsCheckingInterval: 5_000,
  maxHeaderSize: 16_384,
}

const MAX_CONNECTIONS = 2_000
const MAX_HEADERS = 100
/** A client that reads nothing of its response for twice as long, in ms, loses its connection. */
const SILENT_MS = 60_000
/** Running requests get this long to end, in ms; the rest of the whole limit is for stopping the database. */
const DRAIN_MS = 6_000
/** Connections that wait to be accepted at the stop are accepted for so long, in ms: closing would reset them. */
const ACCEPT_MS = 500

export function limitConnections(http: Server): void {
  http.maxConnections = MAX_CONNECTIONS
  http.maxHeadersCount = MAX_HEADERS
  http.timeout = SILENT_MS
}

/** The application's HTTP server and its connections. */
export type Listening = { http: Server; clients: ClientConnections }

type Fetch = Parameters<typeof getRequestListener>[0]
type Address = {
  port: number
  host: string
  trustProxy: BlockList
  /** Other processes listen at the same address, and the system spreads the connections among them. */
  reusePort?: boolean
  /** Whether a call is refused, because too many wait. */
  isBusy?: BusyCheck
}

/** Serves `fetch` at the address. Throws StartupError when it cannot listen there. */
export function listen(fetch: Fetch, address: Address): Promise<Listening> {
  const { port, host, trustProxy, reusePort = false, isBusy = () => false } = address
  const clients = new ClientConnections(trustProxy)
  const listener = getRequestListener(fetch, { hostname: host })
  const http = createServer(
    serverOptions,
    clients.wrapListener(refuseWhenBusy(isBusy, (request, response) => void listener(request, response))),
  )
  clients.watch(http)
  limitConnections(http)
  return new Promise((resolve, reject) => {
    http.once('error', (error: NodeJS.ErrnoException) => reject(listenRefusal(error, { port, host })))
    http.listen({ port, host, reusePort }, () => resolve({ http, clients }))
  })
}

/** Returns the port at which this process may listen, the given one or a free one. Throws as `listen` does. */
export function findPort({ port, host }: Pick<Address, 'port' | 'host'>): Promise<number> {
  const probe = createPlainServer()
  return new Promise((resolve, reject) => {
    probe.once('error', (error: NodeJS.ErrnoException) => reject(listenRefusal(error, { port, host })))
    probe.listen(port, host, () => {
      const bound = portOf(probe)
      probe.close(() => resolve(bound))
    })
  })
}

/** Returns the port at which a server listens. */
export function portOf(server: PlainServer): number {
  const bound = server.address()
  return typeof bound === 'object' && bound !== null ? bound.port : 0
}

function listenRefusal(error: NodeJS.ErrnoException, { port, host }: Pick<Address, 'port' | 'host'>): Error {
  if (error.code === 'EADDRINUSE') return new StartupError(`PORT: ${port} numaralı port kullanımda.`)
  if (error.code === 'EACCES') return new StartupError(`PORT: ${port} numaralı portu açma izni yok.`)
  return new StartupError(`HOST: ${host} adresi dinlenemiyor (${error.code ?? error.message}).`)
}

/** Takes no new connections, lets running requests end, then closes the remaining ones. */
export async function closeServer({ http, clients }: Listening, log: Logger): Promise<void> {
  clients.end()
  await acceptWaiting(http)
  await new Promise<void>((resolve) => {
    const cut = setTimeout(() => {
      log.warn('requests that had not ended were cut')
      http.closeAllConnections()
    }, DRAIN_MS)
    // The `close` of the HTTP server would also end the idle connections of proxies.
    PlainServer.prototype.close.call(http, () => {
      clearTimeout(cut)
      resolve()
    })
  })
}

/** Node accepts one connection in each turn of its loop: returns after a turn in which none waited. */
async function acceptWaiting(http: Server): Promise<void> {
  const until = performance.now() + ACCEPT_MS
  let accepted = 0
  const count = () => void (accepted += 1)
  http.on('connection', count)
  for (let before = -1; before !== accepted && performance.now() < until;) {
    before = accepted
    await nextTurn()
    await nextTurn()
  }
  http.off('connection', count)
}
