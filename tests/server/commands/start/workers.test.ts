import type { Worker } from 'node:cluster'
import { EventEmitter } from 'node:events'

import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

import { StartupError } from '#server/platform/lib/startup-error.ts'
import { Workers } from '#server/commands/start/workers.ts'
import { recordingLog } from '#tests/support/panel/log.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const TASK = { target: { host: '/nowhere' }, port: 1, workers: 2 }

/** A process that does only what the test orders, and ends when it is killed. */
class FakeWorker extends EventEmitter {
  readonly told: unknown[] = []
  readonly process = { kill: (signal: string) => void this.emit('exit', null, signal) }
  readonly isConnected = () => true
  readonly send = (message: unknown) => void this.told.push(message)
}

function fakeWorkers() {
  const forked: FakeWorker[] = []
  const { lines, log } = recordingLog()
  const workers = new Workers(TASK, log, () => {
    forked.push(new FakeWorker())
    return forked.at(-1) as unknown as Worker
  })
  const start = async () => {
    const starting = workers.start()
    for (const worker of forked) worker.emit('message', 'listening')
    await starting
  }
  return { workers, forked, lines, start }
}

describe('the processes that serve', () => {
  test('the start is over when all listen; a worker that ends is replaced', async () => {
    const { forked, start } = fakeWorkers()
    await start()
    expect(forked.map(({ told }) => told)).toEqual([[TASK], [TASK]])
    forked[0]?.emit('exit', null, 'SIGSEGV')
    await vi.advanceTimersByTimeAsync(99)
    expect(forked).toHaveLength(2)
    await vi.advanceTimersByTimeAsync(2)
    expect(forked[2]?.told).toEqual([TASK])
  })

  test('workers that end again and again are replaced after longer pauses, up to ten seconds', async () => {
    const { forked, lines, start } = fakeWorkers()
    await start()
    for (let round = 0; round < 9; round++) {
      // A replacement that cannot start ends too.
      forked.at(-1)?.emit('message', round % 2 === 0 ? 'listening' : { refused: 'PORT: kullanımda.' })
      forked.at(-1)?.emit('exit', 1, null)
      await vi.advanceTimersByTimeAsync(10_001)
    }
    const pauses = () => lines.flatMap(({ pause }) => (pause === undefined ? [] : [pause]))
    expect(pauses()).toEqual([100, 200, 400, 800, 1_600, 3_200, 6_400, 10_000, 10_000])
    expect(forked).toHaveLength(11)
    // A worker that has run for a while is replaced at once.
    forked.at(-1)?.emit('message', 'listening')
    await vi.advanceTimersByTimeAsync(20_000)
    forked.at(-1)?.emit('exit', 1, null)
    await vi.advanceTimersByTimeAsync(0)
    expect(pauses().at(-1)).toBe(100)
  })

  test('a worker that cannot start ends the others and names its reason', async () => {
    const { workers, forked } = fakeWorkers()
    const starting = workers.start()
    forked[0]?.emit('message', 'listening')
    forked[1]?.emit('message', { refused: 'HOST: olmaz.' })
    const outcome = starting.catch((error: unknown) => error)
    await vi.advanceTimersByTimeAsync(0)
    expect(forked[0]?.told).toEqual([TASK, 'stop'])
    forked[0]?.emit('exit', 0, null)
    expect(await outcome).toEqual(new StartupError('HOST: olmaz.'))
  })

  test('the stop waits for all, kills those that hang, and replaces none', async () => {
    const { workers, forked, lines, start } = fakeWorkers()
    await start()
    forked[1]?.emit('exit', null, 'SIGKILL')
    const stopped = workers.stop()
    expect(forked[0]?.told).toEqual([TASK, 'stop'])
    const killed = vi.fn<(signal: string) => void>()
    forked[0]?.on('exit', (_code, signal: string) => killed(signal))
    await vi.advanceTimersByTimeAsync(6_999)
    expect(killed).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(2)
    await stopped
    expect(killed).toHaveBeenCalledWith('SIGKILL')
    expect(lines.map(({ msg }) => msg)).toContain('workers that had not ended were killed')
    await vi.advanceTimersByTimeAsync(60_000)
    expect(forked).toHaveLength(2)
  })
})
