import { TRPCClientError } from '@trpc/client'
import { beforeEach, expect, test, vi } from 'vitest'

import { connection, doubtConnection } from '#client/lib/connection.ts'
import { createQueryClient, onUnauthorized, QUIET } from '#client/lib/query-client.ts'

beforeEach(() => connection.set('up'))

/** Returns a response of the server with this status. */
const answer = (httpStatus: number, code: string) =>
  TRPCClientError.from({ error: { message: 'Olmadı.', code: -32_000, data: { code, httpStatus } } } as never)

/** Counts the attempts of a read or a write whose first `failures` attempts fail with this error. */
async function tries(kind: 'read' | 'write', error: Error, failures = Number.POSITIVE_INFINITY) {
  const client = createQueryClient()
  let calls = 0
  const call = vi.fn<() => Promise<string>>(() => {
    calls += 1
    return calls > failures ? Promise.resolve('geldi') : Promise.reject(error)
  })
  const attempt =
    kind === 'read'
      ? client.fetchQuery({ queryKey: ['x'], queryFn: call, retryDelay: 0 })
      : client.getMutationCache().build(client, { mutationFn: call }).execute(undefined)
  const outcome = await attempt.catch((thrown: unknown) => thrown)
  expect(outcome).toBe(calls > failures ? 'geldi' : error)
  return calls
}

const LOST = new TRPCClientError('Failed to fetch')
const PASSING: [string, Error][] = [
  ['a lost network', LOST],
  ['502', answer(502, 'BAD_GATEWAY')],
  ['503', answer(503, 'SERVICE_UNAVAILABLE')],
  ['504', answer(504, 'GATEWAY_TIMEOUT')],
]
const LASTING: [string, Error][] = [
  ['400', answer(400, 'BAD_REQUEST')],
  ['401', answer(401, 'UNAUTHORIZED')],
  ['403', answer(403, 'FORBIDDEN')],
  ['404', answer(404, 'NOT_FOUND')],
  ['409', answer(409, 'CONFLICT')],
  ['429', answer(429, 'TOO_MANY_REQUESTS')],
  ['500', answer(500, 'INTERNAL_SERVER_ERROR')],
]

test.each(PASSING)('a read that fails with %s is tried three times', async (_what, error) => {
  expect(await tries('read', error)).toBe(3)
})

test('a read that gets no response while the connection is down is not retried', async () => {
  doubtConnection()
  expect(await tries('read', LOST)).toBe(1)
  expect(connection.get()).toBe('doubtful')
  expect(await tries('read', answer(503, 'SERVICE_UNAVAILABLE'))).toBe(3)
  expect(connection.get()).toBe('up')
})

test('a read that succeeds on its second attempt is read twice', async () => {
  expect(await tries('read', LOST, 1)).toBe(2)
})

test.each(LASTING)('a read that fails with %s is not retried', async (_what, error) => {
  expect(await tries('read', error)).toBe(1)
})

test.each([...PASSING, ...LASTING])(
  'a write that fails with %s is never retried automatically',
  async (_what, error) => {
    expect(await tries('write', error)).toBe(1)
  },
)

test.each([
  ['a read of a screen', undefined, 1],
  ['a read that nobody asked for', QUIET, 0],
])('%s that is refused for lack of a session tells its listeners: %o', async (_what, meta, told) => {
  const listener = vi.fn<() => void>()
  const stop = onUnauthorized(listener)
  const refused = answer(401, 'UNAUTHORIZED')
  const queryFn = () => Promise.reject(refused)
  await expect(
    createQueryClient().fetchQuery({ queryKey: ['x'], queryFn, ...(meta && { meta }) }),
  ).rejects.toBe(refused)
  expect(listener).toHaveBeenCalledTimes(told)
  stop()
})
