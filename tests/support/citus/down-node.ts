import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'

import { createPool, type PoolTarget } from '#server/platform/db/pool.ts'

import { administer } from '#tests/support/database/administer.ts'
import { databaseUrl } from '#tests/support/database/database-url.ts'
import { clusterOfRun } from './cluster-database.ts'

/**
 * Stops a worker of the run's cluster at once, as a crash does; returns once nothing responds there. A lock keeps the
 * worker down: the returned function, or the end of this process, releases it and the worker starts again.
 */
export async function takeDown(worker: PoolTarget): Promise<() => Promise<void>> {
  const [coordinator = {}] = clusterOfRun()
  const key = randomInt(1, 2 ** 31)
  const lock = createPool({ ...coordinator, max: 1 })
  await lock`select pg_advisory_lock(${key}::bigint)`
  const sql = createPool({ ...worker, max: 1 })
  const [found] = await sql<
    { binaries: string }[]
  >`select setting as binaries from pg_config where name = 'BINDIR'`
  await sql.end()
  const { binaries = '' } = found ?? {}
  const question = `select pg_try_advisory_lock(${key})`
  // The program begins in the folder of the server's data, and its messages go to the server's log.
  const steps = [
    `${binaries}/pg_ctl stop -D . -m immediate`,
    `until [ "$(${binaries}/psql "${databaseUrl(coordinator)}" -Atc "${question}")" = t ]; do sleep 0.2; done`,
    `${binaries}/pg_ctl restart -D .`,
  ]
  const program = `setsid -f sh -c '${steps.join('; ')}' > /dev/null < /dev/null`
  await administer(worker, `copy (select 1) to program '${program.replaceAll("'", "''")}'`).catch(() => {})
  while (await responds(worker)) await sleep(50)
  return async () => {
    await lock.end()
    while (!(await responds(worker))) await sleep(50)
  }
}

const responds = (server: PoolTarget) =>
  administer(server, 'select 1').then(
    () => true,
    () => false,
  )
