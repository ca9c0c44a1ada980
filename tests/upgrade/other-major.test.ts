import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { sql } from 'kysely'
import { expect, inject, onTestFinished, test } from 'vitest'

import { restore } from '#server/platform/backup/restore.ts'
import { startEmbedded } from '#server/platform/db/embedded/server.ts'
import { backedUp, digests, fill, inPieces, withDatabase } from '#tests/support/database/backup.ts'
import { testDatabaseTarget } from '#tests/support/database/database.ts'
import { startTestServer, temporaryFolder } from '#tests/support/database/embedded-server.ts'

const source = await testDatabaseTarget()

const majorOf = (target: typeof source) =>
  withDatabase(target, async (db) => {
    const { rows } = await sql<{ major: string }>`
      select split_part(current_setting('server_version'), '.', 1) as major`.execute(db)
    return Number.parseInt(rows[0]?.major ?? '', 10)
  })

test('a backup of an older PostgreSQL is restored into the newest', async () => {
  const newest = await startTestServer({ settings: { fsync: 'off' } })
  onTestFinished(() => newest.remove())
  expect(await majorOf(newest.target)).toBeGreaterThan(await majorOf(source))
  await restore(newest.target, inPieces(await backedUp(await fill(source))))
  expect(await digests(newest.target)).toEqual(await digests(source))
})

test('the data folder of an older PostgreSQL is left as it is, and the way to carry it over is named', async () => {
  const older = inject('server')?.host ?? ''
  const dataDir = temporaryFolder()
  const cluster = join(dataDir, 'postgresql')
  mkdirSync(join(cluster, 'global'), { recursive: true, mode: 0o700 })
  for (const file of ['PG_VERSION', 'global/pg_control']) copyFileSync(join(older, file), join(cluster, file))
  writeFileSync(join(cluster, 'OTO_SERVIS'), readFileSync(join(older, 'PG_VERSION')))
  const refused = await startEmbedded({ dataDir }).then(
    () => '',
    (error: Error) => error.message,
  )
  expect(refused).toMatch(/PostgreSQL 15 verisi; bu sürüm PostgreSQL \d+ kullanır/)
  for (const command of ['npm run backup -- yedek.tar.gz', 'npm run restore -- yedek.tar.gz'])
    expect(refused).toContain(command)
  expect(readFileSync(join(cluster, 'PG_VERSION'), 'utf8').trim()).toBe('15')
})
