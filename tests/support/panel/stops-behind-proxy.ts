import { setTimeout as sleep } from 'node:timers/promises'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { startSession } from '#tests/support/rows/auth.ts'
import { open, testDatabaseTarget } from '#tests/support/database/database.ts'
import { buildUser, type TestUser } from '#tests/support/rows/factories.ts'
import type { ProxyKind } from './proxies.ts'
import { called, procedure, startTwoPanels, type TwoPanels } from './two-panels.ts'
import { startWriters, tally } from '#tests/support/clients/writers.ts'

const WRITERS = 6
/** haproxy checks an instance at this interval, in ms, and uses a restarted one after the next check. */
const CHECKED_MS = 1_200

/** Stops and kills two instances under load behind the proxy; `broken` are the outcomes of saves that it breaks off. */
export async function testStops(kind: ProxyKind, broken: readonly (number | string)[]): Promise<void> {
  const target = await testDatabaseTarget()
  const db = open(target)
  afterAll(() => db.destroy())
  let panels: TwoPanels
  beforeAll(async () => {
    panels = await startTwoPanels(target, kind)
  })
  afterAll(() => panels.close())

  /** Starts clients that save and list through the proxy, one request after another. */
  async function startLoad(user: TestUser) {
    const { origin, certificate: ca } = panels.proxy
    const writers = await startWriters({ address: origin, ca, db, user, count: WRITERS })
    const token = await startSession(db, user, { now: new Date() })
    const stopping = new AbortController()
    const read: (number | string)[] = []
    const reader = async () => {
      while (!stopping.signal.aborted)
        read.push((await panels.ask(procedure('kayit.list', {}), called(token))).status)
    }
    const reading = Promise.all([reader(), reader()])
    const served = () => writers.answers.filter(({ status }) => status === 200).length
    return {
      /** Waits for `more` further saves. */
      goOn: async (more: number) => {
        const until = served() + more
        await expect.poll(served, { timeout: 60_000, interval: 5 }).toBeGreaterThan(until)
      },
      stop: async () => {
        stopping.abort()
        await Promise.all([writers.stop(), reading])
        const otherwise = writers.answers.map(({ status }) => status).filter((status) => status !== 200)
        return {
          writers,
          otherwise,
          readOtherwise: read.filter((status) => status !== 200),
          reads: read.length,
        }
      },
    }
  }

  test('instances that are restarted one after the other refuse nothing and break nothing off', async () => {
    const user = await buildUser(db)
    const load = await startLoad(user)
    await load.goOn(20)
    for (const instance of [panels.one, panels.other]) {
      instance.panel().child.kill('SIGTERM')
      expect(await instance.panel().ended).toBe(0)
      await load.goOn(10)
      await instance.again()
      await sleep(CHECKED_MS)
    }
    const { writers, otherwise, readOtherwise, reads } = await load.stop()
    expect({ otherwise, readOtherwise }).toEqual({ otherwise: [], readOtherwise: [] })
    expect(reads).toBeGreaterThan(20)
    const { lost, torn, unacknowledged } = await tally(db, user, writers.answers)
    expect({ lost, torn, unacknowledged }).toEqual({ lost: [], torn: [], unacknowledged: [] })
  })

  test('one that is killed takes no acknowledged save with it; lists go on, and saves that were not in it', async () => {
    const user = await buildUser(db)
    const load = await startLoad(user)
    await load.goOn(20)
    panels.one.panel().child.kill('SIGKILL')
    await panels.one.panel().ended
    await load.goOn(40)
    await panels.one.again()
    await load.goOn(20)
    const { writers, otherwise, readOtherwise } = await load.stop()
    // A save that reached the killed instance may be stored: only its sender may repeat it, with its key.
    expect(otherwise.length).toBeLessThanOrEqual(WRITERS)
    expect(otherwise.filter((status) => !broken.includes(status))).toEqual([])
    expect(readOtherwise).toEqual([])
    const { lost, torn } = await tally(db, user, writers.answers)
    expect({ lost, torn }).toEqual({ lost: [], torn: [] })
  })
}
