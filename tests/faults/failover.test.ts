import { expect, test } from 'vitest'

import { failOver, type FailedOver, urlOf } from '#tests/support/panel/failover.ts'
import { type Pair, startPair } from '#tests/support/database/replica.ts'
import { report } from '#tests/support/clients/report.ts'
import { startTcpProxy } from '#tests/support/database/tcp-proxy.ts'

const ROUNDS = 5

const killed =
  (WORKERS: string) =>
  (pair: Pair): Promise<FailedOver> =>
    failOver(pair, { WORKERS, DATABASE_URL: urlOf([pair.primary, pair.standby]) }, pair.primary.kill)

async function vanished(pair: Pair): Promise<FailedOver> {
  const proxy = await startTcpProxy(pair.primary.target)
  try {
    return await failOver(pair, { DATABASE_URL: urlOf([proxy, pair.standby]) }, async () => {
      proxy.line = 'swallow'
      await pair.primary.kill()
    })
  } finally {
    await proxy.close()
  }
}

test.for([
  ['the primary killed, one process', killed('1')],
  ['the primary killed, two processes', killed('2')],
  ['the primary gone from the network', vanished],
] as const)('%s: its synchronous standby takes over', async ([name, lose]) => {
  const rounds: FailedOver[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const pair = await startPair({ isSynchronous: true })
    try {
      rounds.push(await lose(pair))
    } finally {
      await pair.remove()
    }
  }
  const sum = (of: (one: FailedOver) => number) => rounds.reduce((all, one) => all + of(one), 0)
  const figures = {
    saves: sum(({ acknowledged }) => acknowledged),
    lost: sum(({ lost }) => lost.length),
    half: sum(({ torn }) => torn.length),
    'without a response': sum(({ unacknowledged }) => unacknowledged.length),
    'status 503': sum(({ statuses }) => statuses['503'] ?? 0),
    'first save after ms': rounds.map(({ firstSave }) => Math.round(firstSave)).join(' '),
  }
  report(name, figures)
  expect(figures).toMatchObject({ lost: 0, half: 0 })
  expect(rounds.every(({ isSame, firstSave }) => isSame && firstSave < 10_000)).toBe(true)
  expect(new Set(rounds.flatMap(({ statuses }) => Object.keys(statuses)))).toEqual(new Set(['200', '503']))
})
