import type { Kysely } from 'kysely'

import type { PoolTarget } from '#server/platform/db/pool.ts'
import type { DB } from '#server/platform/db/schema.ts'
import { startSession } from '#tests/support/rows/auth.ts'

import { driveApart, served, usageOf } from './compare.ts'
import type { Figures } from './load.ts'

const LIST = `/oto-servis/api/trpc/kayit.list?input=${encodeURIComponent('{"json":{}}')}`

const LOADS = [
  { name: '10 clients without pause', connections: 10 },
  { name: '200 clients without pause', connections: 200 },
  { name: '200 staff, a list every 2 s', connections: 200, pause: 2_000 },
]

export type LoadFigures = Figures & { name: string; memory: number }

/** Measures the list under loads beyond what the panel can serve, and how much memory it holds after each (bytes). */
export async function benchOverload(
  target: PoolTarget,
  shop: { db: Kysely<DB>; user: { id: number } },
  seconds: number,
): Promise<LoadFigures[]> {
  const token = await startSession(shop.db, shop.user, { kind: 'legacy', now: new Date() })
  const panel = await served({ which: 'ours', target })
  const figures: LoadFigures[] = []
  const load = { url: panel.url + LIST, headers: { 'session-id': token } }
  await driveApart({ ...load, connections: 10, seconds: 2 })
  for (const { name, ...clients } of LOADS) {
    const taken = await driveApart({ ...load, ...clients, seconds })
    figures.push({ ...taken, name, memory: (await usageOf(panel)).memory })
  }
  panel.child.disconnect()
  return figures
}
