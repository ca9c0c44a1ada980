import type { Server } from 'node:http'

import type { ServerType } from '@hono/node-server'

/** Limits against slow and half-open clients, in ms: a phone on a bad line is slow, not silent. */
export const serverOptions = {
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  keepAliveTimeout: 5_000,
  connectionsCheckingInterval: 5_000,
  maxHeaderSize: 16_384,
}

const MAX_CONNECTIONS = 2_000
const MAX_HEADERS = 100
/** Running requests get this long to end; the whole stop stays within 10 s (decisions: stop). */
const DRAIN_MS = 7_000

export function limitConnections(server: ServerType): void {
  const http = server as Server
  http.maxConnections = MAX_CONNECTIONS
  http.maxHeadersCount = MAX_HEADERS
}

/** Takes no new connections, lets running requests end, then cuts what is left. */
export function closeServer(server: ServerType): Promise<void> {
  const http = server as Server
  return new Promise((resolve) => {
    const cut = setTimeout(() => http.closeAllConnections(), DRAIN_MS)
    http.close(() => {
      clearTimeout(cut)
      resolve()
    })
    http.closeIdleConnections()
  })
}

/**
 * Runs `stop` once, at the first SIGTERM, SIGINT or SIGHUP, and ends the process. Later signals change
 * nothing: npm forwards Ctrl-C a second time.
 */
export function onStopSignal(stop: () => Promise<void>): void {
  let stopping = false
  const handle = () => {
    if (stopping) return
    stopping = true
    stop().then(
      () => process.exit(0),
      () => process.exit(1),
    )
  }
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, handle)
}
