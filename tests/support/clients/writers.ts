import { Agent, type IncomingMessage, request } from 'node:http'
import { Agent as SecureAgent, request as secureRequest } from 'node:https'
import { setTimeout as sleep } from 'node:timers/promises'

import type { Kysely } from 'kysely'

import type { DB } from '#server/platform/db/schema.ts'
import { BASE_PATH } from '#shared/base.ts'

import { startSession } from '#tests/support/rows/auth.ts'
import type { TestUser } from '#tests/support/rows/factories.ts'

export type Answer = { name: string; status: number | string; ms: number; ended: number }

type Writers = {
  /** Every save that was sent, with its status, or with the error that broke its connection. */
  answers: Answer[]
  /** Stops sending and waits for the responses. */
  stop: () => Promise<void>
}

type Writing = {
  address: string
  db: Kysely<DB>
  user: TestUser
  count: number
  /** The pause between two saves of one writer, in ms. */
  pause?: number
  /** The certificate of a proxy at an address with https. */
  ca?: string
}

let writers = 0

/**
 * Starts writers that save one new record after another, each over one kept-alive connection: half of them like the
 * page, half like an integrator. A writer whose connection was refused continues until it is stopped.
 */
export async function startWriters({ address, db, user, count, pause = 0, ca }: Writing): Promise<Writers> {
  const now = new Date()
  const legacy = await startSession(db, user, { kind: 'legacy', now })
  const web = await startSession(db, user, { now })
  const { origin } = new URL(address)
  const answers: Answer[] = []
  const stopping = new AbortController()

  const write = async (index: number) => {
    const kept = { keepAlive: true, maxSockets: 1 }
    const agent = ca === undefined ? new Agent(kept) : new SecureAgent({ ...kept, ca })
    const asPage = index % 2 === 0
    const url = asPage ? `${origin}${BASE_PATH}/api/trpc/kayit.save` : `${origin}/api/submitKayit.php`
    const cookie = `${ca === undefined ? '' : '__Host-'}session_id=${web}`
    const headers = asPage ? { cookie, origin } : { 'session-id': legacy }
    for (let round = 0; !stopping.signal.aborted; round++) {
      const name = `yazan ${index} kayit ${round}`
      const info = { musteri_adi_soyadi: name, plaka: '34 ABC 123' }
      const page = { info, islemler: ITEMS.map(inKurus) }
      const body = JSON.stringify(asPage ? { json: page } : { info, islemler: ITEMS })
      const started = performance.now()
      const status = await post(url, { agent, headers, body })
      const ended = performance.now()
      answers.push({ name, status, ms: ended - started, ended })
      if (pause > 0 || typeof status === 'string') await sleep(Math.max(pause, 20))
    }
    agent.destroy()
  }
  const running = Array.from({ length: count }, () => write(writers++))
  const stop = async () => {
    stopping.abort()
    await Promise.all(running)
  }
  return { answers, stop }
}

const ITEMS = [
  { islem_adi: 'Yağ', islem_adet: 1, islem_fiyat: 100 },
  { islem_adi: 'Balata', islem_adet: 2, islem_fiyat: 50 },
]

/** The same item as the page sends it. */
const inKurus = ({ islem_fiyat, ...item }: (typeof ITEMS)[number]) => ({
  ...item,
  fiyat_kurus: islem_fiyat * 100,
})

type Post = { agent: Agent; headers: Record<string, string>; body: string }

/** The status of a complete response, or the code of the error that broke the connection. */
function post(url: string, { agent, headers, body }: Post): Promise<number | string> {
  return new Promise((resolve) => {
    const sent = (agent instanceof SecureAgent ? secureRequest : request)(url, {
      agent,
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) },
    })
    sent.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message))
    sent.on('response', (answer: IncomingMessage) => {
      let text = ''
      answer.on('data', (chunk) => (text += String(chunk)))
      answer.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message))
      answer.on('end', () => {
        const status = answer.statusCode ?? 0
        resolve(status === 200 && !/"id":\d+/.test(text) ? `200 without an id: ${text}` : status)
      })
    })
    sent.end(body)
  })
}

export type Tally = {
  sent: number
  acknowledged: number
  /** Saves that are stored although their response reported a failure or was lost. */
  unacknowledged: string[]
  /** Saves that were acknowledged but are missing. */
  lost: string[]
  /** Records that are stored without all of their items, or with a wrong number of them. */
  torn: string[]
}

/** Compares the responses to the writers with the stored records of the shop. */
export async function tally(db: Kysely<DB>, user: TestUser, answers: readonly Answer[]): Promise<Tally> {
  const rows = await db
    .selectFrom('kayit')
    .leftJoin('islem', (join) =>
      join.onRef('islem.shop_id', '=', 'kayit.shop_id').onRef('islem.kayit_id', '=', 'kayit.id'),
    )
    .where('kayit.shop_id', '=', user.id)
    .groupBy(['kayit.shop_id', 'kayit.id'])
    .select(['musteri_adi_soyadi', 'islem_sayisi'])
    .select((eb) => eb.fn.count<number>('islem.id').as('items'))
    .execute()
  const stored = new Set(rows.map((row) => row.musteri_adi_soyadi))
  const told = new Set(answers.filter(({ status }) => status === 200).map(({ name }) => name))
  const ours = new Set(answers.map(({ name }) => name))
  return {
    sent: answers.length,
    acknowledged: told.size,
    unacknowledged: [...stored].filter((name) => ours.has(name) && !told.has(name)),
    lost: [...told].filter((name) => !stored.has(name)),
    torn: rows
      .filter((row) => row.items !== ITEMS.length || row.islem_sayisi !== ITEMS.length)
      .map((row) => row.musteri_adi_soyadi),
  }
}
