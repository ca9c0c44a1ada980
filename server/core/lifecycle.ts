import type { Server } from 'node:http'

import type { ClientConnections } from './client-connections.ts'
import type { Logger } from './logger.ts'
import { onStopRequest } from './stop-requests.ts'

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
/** Running requests get this long to end, and the database's own stop the rest of the whole. */
const DRAIN_MS = 6_000
/** The whole stop, from the signal to the end of the process: within 10 s (decisions: stop). */
const STOP_MS = 9_500

export function limitConnections(http: Server): void {
  http.maxConnections = MAX_CONNECTIONS
  http.maxHeadersCount = MAX_HEADERS
}

/** The server of the application, and what happens on its connections. */
export type Listening = { http: Server; clients: ClientConnections }

/** Takes no new connections, lets running requests end, then cuts what is left. */
export function closeServer({ http, clients }: Listening, log: Logger): Promise<void> {
  return new Promise((resolve) => {
    const cut = setTimeout(() => {
      log.warn('requests that had not ended were cut')
      http.closeAllConnections()
    }, DRAIN_MS)
    http.close(() => {
      clearTimeout(cut)
      resolve()
    })
    clients.end()
  })
}

/**
 * Runs `stop` once, at the first request to stop, and ends the process: with 0 where `stop` did all of its work in
 * time. Later requests change nothing: Ctrl-C comes from the terminal and from the launcher.
 */
export function onStopSignal(stop: () => Promise<void>): void {
  let stopping = false
  const fail = (reason: string) => {
    process.stderr.write(`${reason}\n`)
    process.exit(1)
  }
  const handle = () => {
    if (stopping) return
    stopping = true
    setTimeout(() => fail('Kapanış zamanında bitmedi; veritabanı kapatılmadan çıkıldı.'), STOP_MS)
    stop().then(
      () => process.exit(0),
      (error: unknown) => fail(`Kapanış tamamlanamadı: ${(error as Error).stack}`),
    )
  }
  onStopRequest(handle)
}
