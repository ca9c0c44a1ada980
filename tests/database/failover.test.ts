import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'

import { startSession } from '#tests/support/rows/auth.ts'
import { open } from '#tests/support/database/database.ts'
import { buildUser } from '#tests/support/rows/factories.ts'
import { failOver, urlOf } from '#tests/support/panel/failover.ts'
import { launchMain } from '#tests/support/panel/main-process.ts'
import { type Pair, startPair } from '#tests/support/database/replica.ts'
import { startTcpProxy } from '#tests/support/database/tcp-proxy.ts'

/** The longest time from the promotion to the next successful save, in ms. */
const LIMIT_MS = 10_000

let pair: Pair
beforeEach(async () => {
  pair = await startPair({ isSynchronous: true })
})
afterEach(() => pair.remove())

test.for([
  ['1', ''],
  ['2', ''],
  ['1', '&target_session_attrs=read-write'],
] as const)(
  'the synchronous standby takes over for a primary that was killed: %s processes, address with "%s"',
  { timeout: 300_000 },
  async ([WORKERS, more]) => {
    const { primary, standby } = pair
    const env = { WORKERS, DATABASE_URL: `${urlOf([primary, standby])}${more}` }
    const { lost, torn, firstSave, isSame, statuses } = await failOver(pair, env, primary.kill)
    expect({ lost, torn, isSame }).toEqual({ lost: [], torn: [], isSame: true })
    expect(firstSave).toBeLessThan(LIMIT_MS)
    expect(Object.keys(statuses)).toEqual(['200', '503'])
  },
)

test(
  'the synchronous standby takes over for a primary that left the network',
  { timeout: 300_000 },
  async () => {
    const proxy = await startTcpProxy(pair.primary.target)
    onTestFinished(() => proxy.close())
    const env = { DATABASE_URL: urlOf([proxy, pair.standby]) }
    const { lost, torn, firstSave, isSame } = await failOver(pair, env, async () => {
      proxy.line = 'swallow'
      await pair.primary.kill()
    })
    expect({ lost, torn, isSame }).toEqual({ lost: [], torn: [], isSame: true })
    expect(firstSave).toBeLessThan(LIMIT_MS)
  },
)

test('no save is acknowledged while the synchronous standby is away', { timeout: 300_000 }, async () => {
  const { primary, standby } = pair
  const panel = launchMain({ DATABASE_URL: urlOf([primary, standby]) })
  onTestFinished(async () => {
    panel.child.kill('SIGKILL')
    await panel.ended
  })
  const address = await panel.ready()
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
  // The commit waits until our own limit; a wait that the server cancelled would end with a success.
  expect(await save('sırada')).toBe(503)
  await standby.start()
  expect(await save('sonra')).toBe(200)
})
