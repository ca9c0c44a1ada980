import { BlockList } from 'node:net'

import { TRPCClientError } from '@trpc/client'
import { createTRPCClient, httpBatchLink } from '@trpc/client'
import superjson from 'superjson'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { type BusyCheck, isCallRefused } from '#server/platform/http/busy.ts'
import { isAnonymousKey, anonymousKey } from '#server/platform/lib/caller.ts'
import { closeServer, listen, type Listening, portOf } from '#server/platform/http/server.ts'
import type { AppRouter } from '#server/transports/rpc/app-router.ts'
import { messages } from '#shared/messages.ts'
import { testApp, TRPC } from '#tests/support/panel/app.ts'
import { testDatabase } from '#tests/support/database/database.ts'
import { collectedLog } from '#tests/support/panel/log.ts'

const db = await testDatabase()

describe('a panel for which too many calls wait', () => {
  let server: Listening
  let origin: string
  let isBusy = true
  beforeAll(async () => {
    const app = testApp(db)
    const decide: BusyCheck = () => isBusy
    const address = { port: 0, host: '127.0.0.1', trustProxy: new BlockList(), isBusy: decide }
    server = await listen(app.fetch, address)
    origin = `http://127.0.0.1:${portOf(server.http)}`
  })
  afterAll(() => closeServer(server, collectedLog()))

  test('an old path is refused with 503, Retry-After and a message', async () => {
    const response = await fetch(`${origin}/api/submitKayit.php`, { method: 'POST', body: '{}' })
    expect(response.status).toBe(503)
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThanOrEqual(1)
    expect(Number(response.headers.get('retry-after'))).toBeLessThanOrEqual(5)
    expect(response.headers.get('cache-control')).toBe('no-store')
    const request_id = response.headers.get('x-request-id')
    expect(await response.json()).toEqual({ success: false, message: messages.unavailable, request_id })
  })

  test('the page understands the refusal, also of each call of a batch', async () => {
    const links = [httpBatchLink({ url: `${origin}${TRPC}`, transformer: superjson })]
    const client = createTRPCClient<AppRouter>({ links })
    const calls = [client.auth.session.query(), client.feedback.support.query()]
    for (const outcome of await Promise.allSettled(calls)) {
      const { reason } = outcome as PromiseRejectedResult
      expect(reason).toBeInstanceOf(TRPCClientError)
      expect(reason).toMatchObject({
        message: messages.unavailable,
        data: { code: 'SERVICE_UNAVAILABLE', httpStatus: 503 },
      })
    }
  })

  test('healthz and pages are served, and calls again when fewer wait', async () => {
    expect((await fetch(`${origin}/healthz`)).status).toBe(200)
    expect((await fetch(`${origin}/favicon.ico`, { redirect: 'manual' })).status).toBe(302)
    isBusy = false
    expect((await fetch(`${origin}/api/settings.php`)).status).toBe(401)
    isBusy = true
  })
})

describe('refusals while many wait', () => {
  const waitingBy = (by: Record<string, number>) => (key?: string) => ({
    inUse: 10,
    waiting: Object.values(by).reduce((sum, count) => sum + count, 0),
    own: by[key ?? ''] ?? 0,
    keys: new Set([...Object.keys(by), key ?? '']).size,
    isAnonymous: isAnonymousKey(key ?? ''),
  })
  const refused = (by: Record<string, number>, caller: string) => isCallRefused(waitingBy(by), () => caller)

  test('a caller with more than a fair share of the queue is refused, and no caller below 100 waiting calls', () => {
    expect(refused({ 'shop 1': 99 }, 'shop 1')).toBe(false)
    expect(refused({ 'shop 1': 100 }, 'shop 1')).toBe(true)
    expect(refused({ 'shop 1': 100 }, 'shop 2')).toBe(false)
    expect(refused({ 'shop 1': 100, 'shop 2': 5 }, 'shop 2')).toBe(false)
  })

  test('every caller is refused from 400 waiting calls on', () => {
    expect(refused({ 'shop 1': 390, 'shop 2': 9 }, 'shop 3')).toBe(false)
    expect(refused({ 'shop 1': 390, 'shop 2': 10 }, 'shop 3')).toBe(true)
  })

  test('an anonymous caller is refused from 200 waiting calls on, whatever the number of networks', () => {
    const anonymous = anonymousKey('2001:db8::/64')
    expect(refused({ 'shop 1': 150, [anonymousKey('192.0.2.0/24')]: 49 }, anonymous)).toBe(false)
    expect(refused({ 'shop 1': 150, [anonymousKey('192.0.2.0/24')]: 50 }, anonymous)).toBe(true)
    expect(refused({ 'shop 1': 150, [anonymousKey('192.0.2.0/24')]: 50 }, 'shop 2')).toBe(false)
  })

  test('the caller is not looked up below 100 waiting calls', () => {
    const neverAsked = () => expect.unreachable()
    expect(isCallRefused(waitingBy({ 'shop 1': 99 }), neverAsked)).toBe(false)
  })
})
