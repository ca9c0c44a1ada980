import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { databaseUrl, open, testDatabases } from '#tests/support/database/database.ts'
import { temporaryFolder } from '#tests/support/database/embedded-server.ts'
import { launchMain, type MainProcess } from '#tests/support/panel/main-process.ts'
import { report } from '#tests/support/clients/report.ts'

// oxlint-disable-next-line no-restricted-imports -- migrations are next to the server and have no # name.
import { migrations } from '#migrations/index.ts'

const databases = testDatabases()
const ROUNDS = 20
const INSTANCES = 4
const LOGIN = /Kullanıcı adı: \S+ {2}Parola: \S{12,}/

/** Returns the outcome of a start: 'ready', or the exit code. */
const outcomeOf = (panel: MainProcess) =>
  Promise.race([panel.ready().then(() => 'ready' as const), panel.ended]).catch(() => panel.ended)

async function stop(panel: MainProcess): Promise<number | null> {
  panel.child.kill('SIGTERM')
  return panel.ended
}

test(`${ROUNDS} times two panels start at once on one data folder: one serves, the other says so`, async () => {
  const seen = { served: 0, refused: 0, 'other outcomes': 0 }
  let dataDir = ''
  for (let round = 0; round < ROUNDS; round++) {
    // Rounds alternate between an empty folder, which both would fill, and one with a database.
    if (round % 2 === 0) dataDir = temporaryFolder()
    const pair = [launchMain({ DATA_DIR: dataDir }), launchMain({ DATA_DIR: dataDir })]
    const outcomes = await Promise.all(pair.map(outcomeOf))
    const winner = pair[outcomes.indexOf('ready')]
    const loser = pair[outcomes.indexOf(1)]
    expect(new Set(outcomes)).toEqual(new Set([1, 'ready']))
    expect(loser?.output.err).toMatch(/^DATA_DIR: .+\n$/)
    const ready = await fetch(new URL('/readyz', await winner?.ready()))
    expect(ready.status).toBe(200)
    seen.served += outcomes.filter((one) => one === 'ready').length
    seen.refused += outcomes.filter((one) => one === 1).length
    seen['other outcomes'] += outcomes.length - 2
    expect(await Promise.all(winner === undefined ? [] : [stop(winner)])).toEqual([0])
    expect(
      readdirSync(dataDir)
        .filter((name) => name.startsWith('postgresql.'))
        .toSorted(),
    ).toEqual(
      readdirSync(dataDir).includes('postgresql.log.1')
        ? ['postgresql.log', 'postgresql.log.1']
        : ['postgresql.log'],
    )
    if (round % 2 === 1) rmSync(dataDir, { recursive: true, force: true })
  }
  report('two starts at once', { rounds: ROUNDS, ...seen })
})

test(`${ROUNDS} times ${INSTANCES} panels migrate one empty database at once: each migration is carried out once`, async () => {
  const seen = { ready: 0, migrations: 0, administrators: 0, logins: 0 }
  const dataDir = temporaryFolder()
  for (let round = 0; round < ROUNDS; round++) {
    const target = await databases.empty()
    const env = { DATABASE_URL: databaseUrl(target), DATA_DIR: join(dataDir, String(round)) }
    const panels = Array.from({ length: INSTANCES }, () => launchMain(env))
    const outcomes = await Promise.all(panels.map(outcomeOf))
    const db = open(target)
    const names = await db
      .withTables<{ kysely_migration: { name: string } }>()
      .selectFrom('kysely_migration')
      .select('name')
      .execute()
    const admins = await db.selectFrom('users').where('auth', '=', 3).select('id').execute()
    await db.destroy()
    expect(names.map(({ name }) => name).toSorted()).toEqual(Object.keys(migrations).toSorted())
    seen.ready += outcomes.filter((one) => one === 'ready').length
    seen.migrations += names.length
    seen.administrators += admins.length
    seen.logins += panels.filter(({ output }) => LOGIN.test(output.out)).length
    expect(await Promise.all(panels.map(stop))).toEqual(panels.map(() => 0))
    expect(panels.map(({ output }) => output.err)).toEqual(panels.map(() => ''))
  }
  rmSync(dataDir, { recursive: true })
  report('migrations raced', { rounds: ROUNDS, instances: INSTANCES, ...seen })
  expect(seen).toEqual({
    ready: ROUNDS * INSTANCES,
    migrations: ROUNDS * Object.keys(migrations).length,
    administrators: ROUNDS,
    logins: ROUNDS,
  })
})
