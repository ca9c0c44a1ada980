// @vitest-environment jsdom
import { TRPCClientError } from '@trpc/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { connection, doubtConnection, onReconnected, watchConnection } from '#client/lib/connection.ts'

let isUp = false
const respond = () => (isUp ? Promise.resolve() : Promise.reject(new TRPCClientError('yok')))
const probe = vi.fn<() => Promise<void>>(respond)
let stop: () => void

beforeEach(() => {
  vi.useFakeTimers()
  isUp = false
  connection.set('up')
  probe.mockReset().mockImplementation(respond)
  stop = watchConnection(probe)
})
afterEach(() => {
  stop()
  vi.useRealTimers()
})

/** Returns the seconds after the loss at which the page asked the server. */
async function secondsOfProbes(seconds: number): Promise<number[]> {
  const asked: number[] = []
  const start = Date.now()
  probe.mockImplementation(() => {
    asked.push(Math.round((Date.now() - start) / 1000))
    return Promise.reject(new TRPCClientError('yok'))
  })
  doubtConnection()
  await vi.advanceTimersByTimeAsync(seconds * 1000)
  return asked
}

test('a lost connection is probed with growing pauses, at last twice a minute', async () => {
  expect(await secondsOfProbes(125)).toEqual([1, 3, 7, 15, 31, 61, 91, 121])
  expect(connection.get()).toBe('lost')
})

test('after a response the connection is up, and the probes stop', async () => {
  const back = vi.fn<(wasLost: boolean) => void>()
  const unsubscribe = onReconnected(back)
  doubtConnection()
  await vi.advanceTimersByTimeAsync(3_000)
  expect(back).not.toHaveBeenCalled()
  isUp = true
  await vi.advanceTimersByTimeAsync(5_000)
  expect(connection.get()).toBe('up')
  expect(back.mock.calls).toEqual([[true]])
  const calls = probe.mock.calls.length
  await vi.advanceTimersByTimeAsync(120_000)
  expect(probe).toHaveBeenCalledTimes(calls)
  unsubscribe()
})

test('one call that fails again and again, while others arrive, is no lost connection and is not probed more and more often', async () => {
  probe.mockImplementation(() => Promise.resolve())
  const wasLost: boolean[] = []
  const stopLosing = onReconnected((lost) => {
    wasLost.push(lost)
    doubtConnection()
  })
  doubtConnection()
  await vi.advanceTimersByTimeAsync(120_000)
  expect(probe.mock.calls.length).toBeLessThan(9)
  expect(wasLost.every((lost) => !lost)).toBe(true)
  stopLosing()
})

test('a second call without a response is probed at once, together with the others of its batch', async () => {
  doubtConnection()
  expect([connection.get(), probe.mock.calls.length]).toEqual(['doubtful', 0])
  for (let call = 0; call < 5; call++) doubtConnection()
  expect([connection.get(), probe.mock.calls.length]).toEqual(['doubtful', 1])
  await vi.advanceTimersByTimeAsync(0)
  expect([connection.get(), probe.mock.calls.length]).toEqual(['lost', 1])
  isUp = true
  await vi.advanceTimersByTimeAsync(2_000)
  expect(connection.get()).toBe('up')
})

test('calls that fail while the server responds to the probe are no lost connection, so that nothing repeats them', async () => {
  isUp = true
  const back = vi.fn<(wasLost: boolean) => void>()
  const unsubscribe = onReconnected(back)
  for (let time = 0; time < 3; time++) {
    for (let call = 0; call < 4; call++) doubtConnection()
    await vi.advanceTimersByTimeAsync(0)
    expect(connection.get()).toBe('up')
  }
  expect(probe).toHaveBeenCalledTimes(3)
  expect(back.mock.calls).toEqual([[false], [false], [false]])
  await vi.advanceTimersByTimeAsync(60_000)
  expect(probe).toHaveBeenCalledTimes(3)
  unsubscribe()
})

test('a late failure of an earlier probe does not count once the server has responded', async () => {
  const failures: (() => void)[] = []
  const fail = () =>
    new Promise<void>((_, reject) => {
      failures.push(() => reject(new TRPCClientError('yok')))
    })
  probe.mockImplementationOnce(fail).mockImplementationOnce(fail)
  window.dispatchEvent(new Event('offline'))
  doubtConnection()
  await vi.advanceTimersByTimeAsync(1_000)
  probe.mockImplementation(() => Promise.resolve())
  window.dispatchEvent(new Event('online'))
  await vi.advanceTimersByTimeAsync(0)
  expect(connection.get()).toBe('up')
  for (const failNow of failures) failNow()
  await vi.advanceTimersByTimeAsync(0)
  expect([failures.length, connection.get()]).toEqual([2, 'up'])
})

test('the word of the device only causes a probe', async () => {
  probe.mockImplementation(() => Promise.resolve())
  window.dispatchEvent(new Event('offline'))
  await vi.advanceTimersByTimeAsync(0)
  expect(probe).toHaveBeenCalledTimes(1)
  expect(connection.get()).toBe('up')

  probe.mockImplementation(() => Promise.reject(new TRPCClientError('yok')))
  window.dispatchEvent(new Event('offline'))
  await vi.advanceTimersByTimeAsync(0)
  expect(connection.get()).toBe('lost')
})
