import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'

import type { Kysely } from 'kysely'

import type { DB } from '#server/platform/db/schema.ts'

import { startSession } from '#tests/support/rows/auth.ts'
import type { TestUser } from '#tests/support/rows/factories.ts'

/** Pause between two tries of the same save, in ms. */
const PAUSE_MS = 20
const ITEMS = [
  { islem_adi: 'Yağ', islem_adet: 1, fiyat_kurus: 10_000 },
  { islem_adi: 'Balata', islem_adet: 2, fiyat_kurus: 5_000 },
]

type Clients = {
  /** The panel's address, or that of a proxy before it. */
  address: string
  db: Kysely<DB>
  user: Pick<TestUser, 'id'>
  count: number
  /** A client gives up a try after this long, in ms, and sends the same again. */
  patience: number
}

type KeyedClients = {
  /** How often each status came; 0 stands for a try without a response. */
  statuses: Map<number, number>
  /** The names of the saves that were acknowledged. */
  saved: string[]
  /** The longest time so far without any success, in ms. */
  longestGap: () => number
  /** Begins no further save, and waits until those that were begun are acknowledged. */
  stop: () => Promise<void>
}

/**
 * Starts clients that save one new record after another, each with a key of its own, and repeat a try that got no
 * response or 503. Any other status ends the client: the test sees it in `statuses`.
 */
export async function startKeyedClients(clients: Clients): Promise<KeyedClients> {
  const { address, db, user, count, patience } = clients
  const cookie = `session_id=${await startSession(db, user, { now: new Date(), remember: true })}`
  const url = new URL('api/trpc/kayit.save', address)
  const headers = { cookie, 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' }
  const stopping = new AbortController()
  const statuses = new Map<number, number>()
  const saved: string[] = []
  let lastSuccess = performance.now()
  let longest = 0
  const untilNow = () => Math.max(longest, performance.now() - lastSuccess)

  const send = async (body: string): Promise<number> => {
    const signal = AbortSignal.timeout(patience)
    const status = await fetch(url, { method: 'POST', headers, body, signal }).then(
      async (response) => (await response.text(), response.status),
      () => 0,
    )
    statuses.set(status, (statuses.get(status) ?? 0) + 1)
    return status
  }
  const client = async (index: number) => {
    for (let round = 0; !stopping.signal.aborted; round++) {
      const name = `Müşteri ${index} ${round}`
      const info = { musteri_adi_soyadi: name, plaka: '34 TEK 1' }
      const body = JSON.stringify({ json: { info, islemler: ITEMS, key: randomUUID() } })
      let status = await send(body)
      for (; status === 0 || status === 503; status = await send(body)) await sleep(PAUSE_MS)
      if (status !== 200) return
      longest = untilNow()
      lastSuccess = performance.now()
      saved.push(name)
    }
  }
  const running = Array.from({ length: count }, (_, index) => client(index))
  const stop = async () => {
    stopping.abort()
    await Promise.all(running)
    longest = untilNow()
  }
  return { statuses, saved, longestGap: untilNow, stop }
}

/** Counts the acknowledged saves of a shop without other records, and the lost, incomplete and doubled ones. */
export async function keyedTally(db: Kysely<DB>, user: Pick<TestUser, 'id'>, saved: readonly string[]) {
  const rows = await db
    .selectFrom('kayit')
    .leftJoin('islem', (join) =>
      join.onRef('islem.shop_id', '=', 'kayit.shop_id').onRef('islem.kayit_id', '=', 'kayit.id'),
    )
    .where('kayit.shop_id', '=', user.id)
    .groupBy(['kayit.shop_id', 'kayit.id'])
    .select(['musteri_adi_soyadi as name', 'islem_sayisi'])
    .select((eb) => eb.fn.count<number>('islem.id').as('items'))
    .execute()
  const stored = new Set(rows.map(({ name }) => name))
  return {
    saves: saved.length,
    lost: saved.filter((name) => !stored.has(name)).length,
    half: rows.filter(({ items, islem_sayisi }) => items !== ITEMS.length || islem_sayisi !== items).length,
    twice: rows.length - stored.size,
  }
}

/** Returns the statuses in order, with their counts, for a report. */
export const statusFigures = (statuses: ReadonlyMap<number, number>): Record<string, number> =>
  Object.fromEntries(
    [...statuses]
      .toSorted(([one], [other]) => one - other)
      .map(([status, count]) => [status === 0 ? 'no response' : `status ${status}`, count]),
  )
