import { afterEach, expect, test, vi } from 'vitest'

import { trpcClient } from '#client/lib/api.ts'

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('a call waits for its response without a time limit (specification §9: no client timeout)', async () => {
  vi.useFakeTimers()
  let release: (answer: Response) => void = () => {}
  const signals: (AbortSignal | null | undefined)[] = []
  vi.stubGlobal('fetch', (_url: unknown, init?: RequestInit) => {
    signals.push(init?.signal)
    return new Promise<Response>((resolve) => {
      release = resolve
    })
  })
  const answer = trpcClient.auth.session.query()
  await vi.advanceTimersByTimeAsync(60 * 60 * 1000)
  expect(signals).toHaveLength(1)
  expect(signals[0]?.aborted ?? false).toBe(false)
  release(Response.json([{ result: { data: { json: { user: null } } } }]))
  expect(await answer).toEqual({ user: null })
})
