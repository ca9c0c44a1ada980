import { once } from 'node:events'
import { createServer } from 'node:http'

import { AggregatorRegistry } from 'prom-client'

import { portOf } from '#server/platform/http/server.ts'
import { StartupError } from '#server/platform/lib/startup-error.ts'

/** Prometheus' text format, version 0.0.4. */
const TYPE = 'text/plain; version=0.0.4; charset=utf-8'

/** Returns whether the host is the loopback: a page that uses DNS rebinding in a local browser sends its own name. */
const isForLoopback = (host = '') => /^(?:127\.0\.0\.1|localhost)(?::\d+)?$/.test(host)

/**
 * Serves the figures, without `text` those of the workers, asked for over node:cluster, at `/metrics` on the loopback
 * address only: they name no person, but tell how the business goes. Throws StartupError when it cannot listen.
 */
export async function serveMetrics(port: number, text = () => new AggregatorRegistry().clusterMetrics()) {
  const http = createServer((request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics' || !isForLoopback(request.headers.host)) {
      response.writeHead(404).end()
      return
    }
    text().then(
      (body) => response.writeHead(200, { 'Content-Type': TYPE }).end(body),
      () => response.writeHead(503).end(),
    )
  })
  try {
    await once(http.listen(port, '127.0.0.1'), 'listening')
  } catch (error) {
    throw new StartupError(
      `METRICS_PORT: ${port} numaralı port dinlenemiyor (${(error as NodeJS.ErrnoException).code ?? ''}).`,
    )
  }
  // A connection that cannot be accepted later must not end the process.
  http.on('error', () => {})
  return {
    port: portOf(http),
    stop: async () => {
      const closed = once(http, 'close')
      http.close()
      http.closeAllConnections()
      await closed
    },
  }
}
