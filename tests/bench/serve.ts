import { once } from 'node:events'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { BlockList } from 'node:net'
import { monitorEventLoopDelay } from 'node:perf_hooks'

import { serve } from '@hono/node-server'
import postgres from 'postgres'

import { createApp } from '#server/app.ts'
import { connectRequests } from '#server/platform/db/database.ts'
import { REQUEST_LIMITS } from '#server/platform/db/limits.ts'
import type { PoolTarget } from '#server/platform/db/pool.ts'
import { createPdfService } from '#server/platform/documents/pdf-service.ts'
import { listen } from '#server/platform/http/server.ts'
import { createLogger } from '#server/platform/lib/logger.ts'

import { asRequests } from '#tests/support/database/guarded.ts'

import { floorApp } from './floor.ts'

/** The served side; 'unguarded' is the product as the owner of the tables, which row-level security does not limit. */
export type Served = {
  which: 'ours' | 'unguarded' | 'floor'
  target: PoolTarget
  /** The server from which the product reads lists, if not from `target`. */
  replica?: PoolTarget | undefined
}

/**
 * The child's messages: first its address, then for each question its CPU time (ms), its memory (bytes) and the gaps of
 * its event loop (ms) since the last question.
 */
export type FromServed = { url: string } | Usage
export type Usage = { cpu: number; memory: number; gapP99: number; gapMax: number }

/** The number of connections that the product's requests may use at once. */
const FLOOR_CONNECTIONS = 10

/** Serves the product as `npm start` does, including the log, which goes to an unread standard error. */
async function ours({ target, which, replica }: Served): Promise<string> {
  const isGuarded = which === 'ours'
  const asServed = (place: PoolTarget) => (isGuarded ? { ...asRequests(place), isGuarded } : place)
  const options = { limits: REQUEST_LIMITS, replicaTarget: replica && asServed(replica) }
  const database = connectRequests(asServed(target), options)
  const app = createApp({
    db: database.db,
    replica: database.replica,
    log: createLogger('info'),
    pdf: createPdfService(),
    backups: null,
    supportEmail: 'destek@ornek.test',
    publicOrigin: undefined,
    trustProxy: new BlockList(),
    clientDir: null,
    isReady: () => Promise.resolve(true),
  })
  const { http } = await listen(app.fetch, { port: 0, host: '127.0.0.1', trustProxy: new BlockList() })
  return addressOf(http)
}

async function floor({ username, host, port, password, database }: PoolTarget): Promise<string> {
  const types = { day: { to: 1082, from: [1082], serialize: String, parse: (text: string) => text } }
  const numbers = { to: 20, from: [20, 1700], serialize: String, parse: Number }
  const place = Object.fromEntries(
    Object.entries({ username, host, port, password, database }).filter(([, value]) => value !== undefined),
  )
  const sql = postgres({ ...place, max: FLOOR_CONNECTIONS, types: { ...types, numbers } })
  const http = serve({ fetch: floorApp(sql).fetch, port: 0, hostname: '127.0.0.1' }) as Server
  await once(http, 'listening')
  return addressOf(http)
}

const addressOf = (http: Server) => `http://127.0.0.1:${(http.address() as AddressInfo).port}`

async function serveAs(served: Served): Promise<void> {
  const url = await (served.which === 'floor' ? floor(served.target) : ours(served))
  const gaps = monitorEventLoopDelay({ resolution: 1 })
  gaps.enable()
  process.on('message', () => {
    const { user, system } = process.cpuUsage()
    const [gapP99 = 0, gapMax = 0] = [gaps.percentile(99), gaps.max].map((gap) => gap / 1e6)
    gaps.reset()
    process.send?.({ cpu: (user + system) / 1_000, memory: process.memoryUsage.rss(), gapP99, gapMax })
  })
  process.send?.({ url })
}

/** Runs in its own process (`fork`); ends with its parent. */
if (process.send !== undefined && process.argv[2] === '--serve') {
  process.once('disconnect', () => process.exit(0))
  process.once('message', (served: Served) => void serveAs(served))
}
