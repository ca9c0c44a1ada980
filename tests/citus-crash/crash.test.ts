import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'

import { administer } from '#tests/support/database/administer.ts'
import { clusterOfRun } from '#tests/support/citus/cluster-database.ts'
import { databaseUrl, open, testDatabaseTarget } from '#tests/support/database/database.ts'
import { buildUser } from '#tests/support/rows/factories.ts'
import { failedCalls, launchMain, type MainProcess } from '#tests/support/panel/main-process.ts'
import { startWriters, tally } from '#tests/support/clients/writers.ts'

const target = await testDatabaseTarget()
const db = open(target)
let panel: MainProcess
let address: string

beforeAll(async () => {
  panel = launchMain({ DATABASE_URL: databaseUrl(target), LOG_LEVEL: 'info' })
  address = await panel.ready()
})
afterAll(async () => {
  panel.child.kill('SIGTERM')
  await panel.ended
  await db.destroy()
})

/** Kills a server process of a node like a crash, so that the node ends all others and recovers from its log. */
async function crash(node: number): Promise<void> {
  const place = clusterOfRun()[node]
  if (place === undefined) throw new Error(`There is no node ${node}.`)
  await administer(place, `copy (select 1) to program 'kill -9 $PPID'`).catch(() => {})
}

/** Builds a user, with retries: a connection of the coordinator to the lost node fails once. */
const builtUser = () => vi.waitFor(() => buildUser(db), { timeout: 30_000 })

const NODES = { coordinator: 0, 'first worker': 1, 'last worker': clusterOfRun().length - 1 }

describe('a crash of a node among saves of four shops', { timeout: 300_000 }, () => {
  test.each(Object.entries(NODES))(
    'the crash of the %s loses no acknowledged save, and tears none',
    async (_, node) => {
      const users = []
      for (let shop = 0; shop < 4; shop++) users.push(await builtUser())
      const shops = await Promise.all(
        users.map(async (user) => ({ user, ...(await startWriters({ address, db, user, count: 2 })) })),
      )
      const further = async (count: number) => {
        const before = shops.map(({ answers }) => saves(answers))
        await expect
          .poll(() => shops.every(({ answers }, at) => saves(answers) > (before[at] ?? 0) + count))
          .toBe(true)
      }
      await further(10)
      for (let round = 0; round < 3; round++) {
        await crash(node)
        // The node serves every shop again by itself.
        await further(10)
      }
      for (const { stop } of shops) await stop()
      expect(failedCalls(panel)).toEqual([])
      const statuses = new Set(shops.flatMap(({ answers }) => answers.map(({ status }) => status)))
      expect([...statuses].filter((status) => status !== 200 && status !== 503)).toEqual([])
      for (const { user, answers } of shops) {
        const { lost, torn } = await tally(db, user, answers)
        expect([lost, torn]).toEqual([[], []])
      }
    },
  )
})

const saves = (answers: readonly { status: number | string }[]) =>
  answers.filter(({ status }) => status === 200).length
