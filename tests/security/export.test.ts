import { sql } from 'kysely'
import { afterAll, describe, expect, onTestFinished, test } from 'vitest'

import { REQUEST_LIMITS } from '#server/platform/db/limits.ts'
import { exportPaths } from '#server/transports/download/export.ts'
import { decodeFrames, FRAMED_TYPE } from '#shared/export/frames.ts'

import { requests, testApp } from '#tests/support/panel/app.ts'
import { startSession } from '#tests/support/rows/auth.ts'
import { changesIn } from '#tests/support/rows/changes.ts'
import { activityOf } from '#tests/support/database/activity.ts'
import { open, testDatabaseTarget } from '#tests/support/database/database.ts'
import { collected, fileNameOf } from '#tests/support/documents/export.ts'
import { buildUser, userCtx } from '#tests/support/rows/factories.ts'
import { copyRow, save } from '#tests/support/rows/kayit.ts'
import { recordingLog } from '#tests/support/panel/log.ts'

/** The database has as many connections as the panel's, because an export holds one. */
const target = await testDatabaseTarget()
const db = open(target, REQUEST_LIMITS)
afterAll(() => db.destroy())
const app = testApp(db)
const { openSnapshots, waitingStatements, isRunning } = activityOf(db)
const { call, get } = requests(app)
const KAYIT = '/oto-servis/api/export/kayit?format=CSV'

/** Stores a shop with records whose export is many chunks long; returns its cookie. */
async function bigShop(count = 1_500) {
  const user = await buildUser(db)
  const ctx = userCtx(db, user)
  const { id } = await save(ctx, { info: { plaka: '34 A 1', musteri_adi_soyadi: 'ı'.repeat(200) } })
  await copyRow(ctx, id, { count: count - 1 })
  const { vehicle_id, customer_id } = await db
    .selectFrom('kayit')
    .where('id', '=', id)
    .select(['vehicle_id', 'customer_id'])
    .executeTakeFirstOrThrow()
  const headers = { cookie: `session_id=${await startSession(db, user)}` }
  const ids = {
    'vehicle-history': vehicle_id,
    'customer-history': customer_id,
    'personal-data': customer_id,
    statement: customer_id,
  }
  return { user, headers, ids }
}

type Ids = Awaited<ReturnType<typeof bigShop>>['ids']
const isOfOne = (name: string): name is keyof Ids => /-history|personal|statement/.test(name)

/** Returns the address of a file of the shop. */
const addressOf = (name: string, ids: Ids) =>
  `/oto-servis/api/export/${name}?format=${name === 'personal-data' ? 'JSON' : 'CSV'}${isOfOne(name) ? `&id=${ids[name]}` : ''}`

async function released(): Promise<void> {
  await expect.poll(openSnapshots, { timeout: 30_000 }).toBe(0)
}

/** Starts a response whose body is read only as far as the test asks. */
async function begin(headers: Record<string, string>, application = app) {
  const response = await application.request(KAYIT, { headers })
  const reader = response.body?.getReader()
  if (response.status === 200) await reader?.read()
  return { status: response.status, reader, response }
}

/** The media types of the files that are no CSV. */
const TYPES: Readonly<Record<string, string>> = {
  'personal-data': 'application/json',
  month: 'application/zip',
}

test('every file is listed in this test', () => {
  expect(Object.keys(exportPaths).join(' ')).toBe(
    'kayit expense journal stats payments day-ends month debts statement vehicle-history customer-history personal-data',
  )
})

describe.each(Object.keys(exportPaths))('the file %s', (name) => {
  test('it needs a session, and a token in the address does not count', async () => {
    const { headers, user, ids } = await bigShop(1)
    const path = addressOf(name, ids)
    const token = await startSession(db, user, { kind: 'legacy' })
    expect((await get(path)).status).toBe(401)
    expect((await get(`${path}&session_id=${token}`)).status).toBe(401)
    expect((await get(path, headers)).status).toBe(200)
  })

  test('it is a download that no cache stores', async () => {
    const { headers, ids } = await bigShop(1)
    const path = addressOf(name, ids)
    const found = Object.fromEntries((await get(path, headers)).headers)
    expect(found).toMatchObject({
      'content-type': TYPES[name] ?? 'text/csv; charset=utf-8',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    })
    expect(found['content-disposition']).toMatch(
      /^attachment; filename="[\w-]+\.(csv|json|zip)"; filename\*=UTF-8''[\w%-]+\.\1$/,
    )
  })

  test('it is logged with its name, rows and format before its first byte, unless it is refused', async () => {
    const { headers, ids, user } = await bigShop(1)
    const path = addressOf(name, ids)
    const reads = async () => (await changesIn(db, user.id)).filter(({ verb }) => verb === 'read')
    await get(path.replace(/CSV|JSON/, 'exe'), headers)
    expect(await reads()).toEqual([])
    const response = await app.request(path, { headers })
    const [row, ...others] = await reads()
    await response.body?.cancel()
    expect(others).toEqual([])
    const isPerson = name === 'personal-data'
    const what = isPerson
      ? { noun: 'customer', target_id: ids['personal-data'], title: 'ı'.repeat(200) }
      : { noun: 'export', target_id: null, title: fileNameOf(response) }
    expect(row).toMatchObject({ ...what, actor_id: user.id, channel: 'page' })
    const format = isPerson ? 'JSON' : 'CSV'
    expect(JSON.parse(row?.detail ?? '')).toEqual({ count: expect.any(Number), format })
  })

  test('only GET, a known format and valid filters are accepted', async () => {
    const { headers, ids } = await bigShop(1)
    const path = addressOf(name, ids)
    for (const method of ['POST', 'HEAD', 'DELETE'])
      expect(
        (await call(path, { method, headers: { ...headers, 'sec-fetch-site': 'same-origin' } })).status,
      ).toBe(405)
    expect((await get(path.replace(/CSV|JSON/, 'exe'), headers)).body['message']).toBe(
      name === 'personal-data' ? 'Biçim PDF veya JSON olmalı.' : 'Çıktı formatı PDF, XLSX veya CSV olmalı.',
    )
    expect(
      (await get(`${path}&${isOfOne(name) ? 'id=bir' : name === 'debts' ? 'age=9' : 'month=13'}`, headers))
        .status,
    ).toBe(400)
  })

  test('it is not served below the old paths', async () => {
    const { headers } = await bigShop(1)
    expect((await get(`/api/export/${name}?format=CSV`, headers)).status).toBe(404)
  })
})

test.each(['vehicle-history', 'customer-history', 'statement'])(
  '%s of another shop is not found',
  async (name) => {
    const { ids } = await bigShop(1)
    const { headers } = await bigShop(1)
    expect((await get(addressOf(name, ids), headers)).status).toBe(404)
  },
)

test.each(['journal', 'stats', 'payments', 'day-ends', 'month'])(
  'the period of %s is a month, a year or any valid days',
  async (name) => {
    const path = `/oto-servis/api/export/${name}?format=CSV`
    const { headers } = await bigShop(1)
    for (const period of ['&period=year&year=2025', '&from=2026-01-05&to=2026-02-04']) {
      expect((await get(path + period)).status).toBe(401)
      expect((await get(path + period, headers)).status).toBe(200)
    }
    for (const period of ['&period=day', '&from=2026-01-05', '&from=2026-02-05&to=2026-01-05'])
      expect((await get(path + period, headers)).status).toBe(400)
  },
)

test('a page of another user gets no file', async () => {
  const { headers } = await bigShop(1)
  expect((await get(KAYIT, { ...headers, 'x-page-user': '999999' })).status).toBe(401)
})

test('frames carry the same file, with rows that grow to the total', async () => {
  const { headers } = await bigShop(1_200)
  const plain = await get(KAYIT, headers)
  const response = await app.request(KAYIT, { headers: { ...headers, accept: FRAMED_TYPE } })
  if (response.body === null) throw new Error('no body')
  const frames = await collected(decodeFrames(response.body))
  const bytes = frames.flatMap((frame) => (frame.kind === 'data' ? [frame.bytes] : []))
  expect(Buffer.concat(bytes).toString()).toBe(`\uFEFF${plain.text}`)
  const steps = frames.flatMap((frame) => (frame.kind === 'progress' ? [[frame.done, frame.total]] : []))
  expect(steps[0]).toEqual([0, 1_200])
  expect(steps.at(-1)).toEqual([1_200, 1_200])
  expect(steps.length).toBeGreaterThan(3)
  expect(frames.at(-1)).toEqual({ kind: 'end' })
})

describe('an export that is not read to its end', () => {
  test('it holds one snapshot until its reader leaves', async () => {
    const { headers } = await bigShop()
    const { reader } = await begin(headers)
    expect(await openSnapshots()).toBe(1)
    await reader?.cancel()
    await released()
  })

  test('a statement ends with its cancelled request, without an error in the log', async () => {
    const { headers } = await bigShop(1)
    const { log, lines } = recordingLog('warn')
    const stop = new AbortController()
    await db.transaction().execute(async (trx) => {
      await sql`lock table kayit in access exclusive mode`.execute(trx)
      const response = testApp(db, { log }).request(KAYIT, { headers, signal: stop.signal })
      await expect.poll(waitingStatements).toBe(1)
      // The server gives its reason as a text.
      stop.abort('Client connection prematurely closed.')
      await expect.poll(waitingStatements).toBe(0)
      expect((await response).status).toBe(400)
    })
    expect(lines).toEqual([])
    await released()
  })

  test('a reader who pauses too long is cut off', async () => {
    const { headers } = await bigShop()
    const impatient = testApp(db, { exportLimits: { idle: 50, total: 60_000 } })
    const { reader } = await begin(headers, impatient)
    await released()
    await expect(reader?.read()).rejects.toThrow('slower than 50 ms')
  })

  test('a reader may pause for longer than the database allows a transaction', async () => {
    const { headers } = await bigShop()
    const url = 'postgres:///?idle_in_transaction_session_timeout=200'
    const hasty = open({ ...target, url }, REQUEST_LIMITS)
    onTestFinished(() => hasty.destroy())
    const { reader } = await begin(headers, testApp(hasty))
    const other = await hasty.startTransaction().execute()
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(other)
    await expect.poll(() => isRunning(rows[0]?.pid)).toBe(false)
    await other.rollback().execute()
    for (let end = false; !end;) end = (await reader?.read())?.done ?? true
    await released()
  })

  test('a reader who reads too slowly is cut off', async () => {
    const { headers } = await bigShop()
    const impatient = testApp(db, { exportLimits: { idle: 60_000, total: 50 } })
    const { reader } = await begin(headers, impatient)
    await released()
    await expect(reader?.read()).rejects.toThrow('slower than 50 ms')
  })
})

describe('the limits of exports', () => {
  const busy = 'Şu anda çok sayıda dosya hazırlanıyor. Lütfen biraz sonra tekrar deneyin.'
  const shopBusy =
    'Aynı anda en fazla iki dosya hazırlanabilir. Süren dışa aktarma bitince ya da vazgeçince tekrar deneyin.'

  test('a shop has two exports at once and all shops four', async () => {
    const own = testApp(db)
    const shop = async () => (await bigShop()).headers
    const [first, second, third, fourth] = [await shop(), await shop(), await shop(), await shop()]
    const running = [await begin(first, own), await begin(first, own)]
    const refused = await begin(first, own)
    expect([refused.status, refused.response.headers.get('retry-after')]).toEqual([503, '10'])
    expect(await (await own.request(KAYIT, { headers: first })).json()).toMatchObject({ message: shopBusy })
    const messageFor = async (headers: typeof first) =>
      (await own.request(KAYIT, { headers })).json() as Promise<object>
    running.push(await begin(second, own))
    // The last place is reserved for a shop without an export.
    expect(await messageFor(second)).toMatchObject({ message: busy })
    running.push(await begin(third, own))
    expect(await messageFor(fourth)).toMatchObject({ message: busy })
    await running.pop()?.reader?.cancel()
    const after = await begin(fourth, own)
    expect(after.status).toBe(200)
    for (const { reader } of [...running, after]) await reader?.cancel()
    await released()
    const last = await begin(first, own)
    expect(last.status).toBe(200)
    await last.reader?.cancel()
  })

  test('a failed export frees its place', async () => {
    const { headers } = await bigShop(1)
    const failing = testApp(
      db.withPlugin({
        transformQuery: ({ node }) => {
          if (node.kind === 'SelectQueryNode' && JSON.stringify(node).includes('"islem_sayisi"'))
            throw new Error('broken')
          return node
        },
        transformResult: async ({ result }) => result,
      }),
    )
    for (let count = 0; count < 6; count++)
      expect((await failing.request(KAYIT, { headers })).status).toBe(500)
    await released()
  })
})
