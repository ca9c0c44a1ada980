import { afterAll, beforeAll, expect, test } from 'vitest'

import { REQUEST_LIMITS } from '#server/platform/db/limits.ts'
import { open, testDatabaseTarget } from '#tests/support/database/database.ts'
import { startTcpProxy } from '#tests/support/database/tcp-proxy.ts'
import { requests, testApp, TRPC } from '#tests/support/panel/app.ts'
import { startSession } from '#tests/support/rows/auth.ts'
import { buildUser } from '#tests/support/rows/factories.ts'

const target = await testDatabaseTarget()
const proxy = await startTcpProxy(target)
const single = open({ ...proxy.target, max: 1 }, { ...REQUEST_LIMITS, connections: 1 })
afterAll(async () => {
  await single.destroy()
  await proxy.close()
})

const { post } = requests(testApp(single))
let token: string
let keys = 0
const newKey = () => `anahtar-${keys++}`
const infoOf = (number: number) => ({ plaka: `34 TUR ${100 + number}`, musteri_adi_soyadi: 'Ayşe Işık' })

async function save(input: object): Promise<{ id: number; version: number }> {
  const { status, body } = await post(`${TRPC}/kayit.save`, input, { 'session-id': token })
  expect(status).toBe(200)
  type Saved = { result: { data: { json: { kayit: { id: number }; version: number } } } }
  const { kayit, version } = (body as Saved).result.data.json
  return { id: kayit.id, version }
}

async function turns(work: () => Promise<unknown>): Promise<number> {
  const before = proxy.turns()
  await work()
  return proxy.turns() - before
}

/** Runs every statement and authenticates the session once, because their first use takes extra turns. */
beforeAll(async () => {
  token = await startSession(single, await buildUser(single), { kind: 'legacy' })
  for (let number = 0; number < 2; number++) {
    const { id, version } = await save({ info: infoOf(0), key: newKey() })
    await save({ id, version, info: { aciklama: 'Not' }, key: newKey() })
    await save({ info: infoOf(1 + number), key: newKey() })
  }
  proxy.delay = 20
})

test('a new record of a known car takes two round trips: the read, and the writes with the commit', async () => {
  expect(await turns(() => save({ info: infoOf(0), key: newKey() }))).toBe(2)
})

test('the first record of a car takes as many round trips', async () => {
  expect(await turns(() => save({ info: infoOf(9), key: newKey() }))).toBe(2)
})

test('a changed record takes one more round trip for its commit', async () => {
  proxy.delay = 0
  const { id, version } = await save({ info: infoOf(0), key: newKey() })
  proxy.delay = 20
  const change = { id, version, info: { aciklama: 'Not' }, key: newKey() }
  expect(await turns(() => save(change))).toBe(3)
})
