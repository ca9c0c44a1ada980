import { setTimeout as sleep } from 'node:timers/promises'

import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest'

import { startSession } from '#tests/support/auth.ts'
import { open } from '#tests/support/database.ts'
import { buildUser } from '#tests/support/factories.ts'
import { launchMain, type MainProcess } from '#tests/support/main-process.ts'
import { type Member, type Pair, startPair } from '#tests/support/replica.ts'
import { startTcpProxy } from '#tests/support/tcp-proxy.ts'
import { startWriters, tally } from '#tests/support/writers.ts'

/** Saves are answered again so soon after the promotion, in ms. */
const LIMIT_MS = 10_000
const PROMOTED_AFTER_MS = 2_000

let pair: Pair
beforeEach(async () => {
  pair = await startPair({ isSynchronous: true })
})
afterEach(() => pair.remove())

/** DATABASE_URL with these servers, in this order. */
function urlOf(members: readonly Pick<Member, 'target'>[], query = ''): string {
  const hosts = members.map(({ target }) => `${target.host}:${target.port}`)
  const { username, database } = pair.primary.target
  return `postgres://${username}@${hosts.join(',')}/${database}${query}`
}

async function startedPanel(env: Record<string, string>): Promise<{ panel: MainProcess; address: string }> {
  const panel = launchMain(env)
  onTestFinished(async () => {
    panel.child.kill('SIGKILL')
    await panel.ended
  })
  return { panel, address: await panel.ready() }
}

/** What a panel of these servers answered around the loss of the primary, and when. */
async function failOver(env: Record<string, string>, lose: () => Promise<void>) {
  const { primary, standby } = pair
  const { panel, address } = await startedPanel(env)
  const before = open(primary.target)
  const user = await buildUser(before)
  const writers = await startWriters({ address, db: before, user, count: 8 })
  await before.destroy()
  const acknowledged = () => writers.answers.filter(({ status }) => status === 200)
  await expect.poll(() => acknowledged().length).toBeGreaterThan(40)
  await lose()
  const lost = performance.now()
  await expect.poll(() => writers.answers.at(-1)?.status).toBe(503)
  // As long as whoever decides on a promotion needs at least.
  await sleep(Math.max(0, lost + PROMOTED_AFTER_MS - performance.now()))
  await standby.run('select pg_promote()')
  const promoted = performance.now()
  const since = () => acknowledged().filter(({ ended }) => ended > promoted)
  await expect.poll(() => since().length, { timeout: 60_000 }).toBeGreaterThan(40)
  await writers.stop()
  const after = open(standby.target)
  const found = await tally(after, user, writers.answers)
  await after.destroy()
  const first = (since()[0]?.ended ?? Infinity) - promoted
  const all = Object.groupBy(writers.answers, ({ status }) => String(status))
  const statuses = Object.fromEntries(
    Object.entries(all).map(([status, those = []]) => [status, those.length]),
  )
  console.info(
    `[failover] ${JSON.stringify({ saves: found.acknowledged, lost: found.lost.length, torn: found.torn.length, ...statuses, firstSaveMs: Math.round(first) })}`,
  )
  return { ...found, statuses, first, isSame: panel.child.exitCode === null }
}

describe('the synchronous standby is promoted after the primary', () => {
  test.for([
    ['1', ''],
    ['2', ''],
    ['1', '?target_session_attrs=read-write'],
  ] as const)(
    'was killed among saves: %s processes, address with "%s"',
    { timeout: 300_000 },
    async ([WORKERS, query]) => {
      const { primary, standby } = pair
      const env = { WORKERS, DATABASE_URL: urlOf([primary, standby], query) }
      const { lost, torn, first, isSame, statuses } = await failOver(env, primary.kill)
      expect({ lost, torn, isSame }).toEqual({ lost: [], torn: [], isSame: true })
      expect(first).toBeLessThan(LIMIT_MS)
      expect(Object.keys(statuses)).toEqual(['200', '503'])
    },
  )

  test('vanished from the network', { timeout: 300_000 }, async () => {
    const proxy = await startTcpProxy(pair.primary.target)
    onTestFinished(() => proxy.close())
    const { target } = pair.standby
    const env = { DATABASE_URL: urlOf([{ target: proxy.target }, { target }]) }
    const { lost, torn, first, isSame } = await failOver(env, async () => {
      proxy.line = 'swallow'
      await pair.primary.kill()
    })
    expect({ lost, torn, isSame }).toEqual({ lost: [], torn: [], isSame: true })
    expect(first).toBeLessThan(LIMIT_MS)
  })
})

test('while the synchronous standby is away no save is acknowledged', { timeout: 300_000 }, async () => {
  const { primary, standby } = pair
  const { address } = await startedPanel({ DATABASE_URL: urlOf([primary, standby]) })
  const db = open(primary.target)
  onTestFinished(() => db.destroy())
  const user = await buildUser(db)
  const cookie = `session_id=${await startSession(db, user, { now: new Date() })}`
  const save = async (name: string) => {
    const response = await fetch(new URL('api/trpc/kayit.save', address), {
      method: 'POST',
      headers: { cookie, 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' },
      body: JSON.stringify({
        json: { info: { musteri_adi_soyadi: name, plaka: '34 ABC 123' }, islemler: [] },
      }),
    })
    return response.status
  }
  expect(await save('önce')).toBe(200)
  await standby.stop()
  // The commit waits until our own limit: a wait that the server itself cancelled would end with a success.
  expect(await save('sırada')).toBe(503)
  await standby.start()
  expect(await save('sonra')).toBe(200)
})
