import { createReadStream, rmSync } from 'node:fs'
import { join } from 'node:path'

import { beforeAll, expect, test } from 'vitest'

import { backUpToFile } from '#server/platform/backup/folder.ts'
import { restore } from '#server/platform/backup/restore.ts'
import type { PoolTarget } from '#server/platform/db/pool.ts'
import { formatBytes } from '#shared/bytes.ts'
import { digests, fill } from '#tests/support/database/backup.ts'
import { testDatabases } from '#tests/support/database/database.ts'
import { temporaryFolder } from '#tests/support/database/embedded-server.ts'
import { report } from '#tests/support/clients/report.ts'

const databases = testDatabases()
const RECORDS = 100_000

/** Returns the time of `work` in seconds, and its result. */
async function timed<T>(work: () => Promise<T>): Promise<[string, T]> {
  const began = performance.now()
  const result = await work()
  return [((performance.now() - began) / 1_000).toFixed(1), result]
}

let source: PoolTarget
beforeAll(async () => {
  source = await fill(await databases.migrated(), RECORDS)
}, 1_200_000)

test.each([
  ['without a passphrase', undefined],
  ['with a passphrase', 'on iki harften uzun'],
])('a shop of 100,000 records is backed up and restored row by row, %s', async (name, passphrase) => {
  const target = await databases.empty()
  const folder = temporaryFolder()
  try {
    const file = join(folder, 'drill')
    const [writing, written] = await timed(() => backUpToFile(source, file, { now: new Date(), passphrase }))
    const [reading] = await timed(() => restore(target, createReadStream(file), { passphrase }))
    expect(await digests(target)).toEqual(await digests(source))
    report(`backup ${name}`, {
      rows: written.rows,
      size: formatBytes(written.bytes),
      'backup s': writing,
      'restore s': reading,
      'tables that differ': 0,
    })
  } finally {
    rmSync(folder, { recursive: true })
  }
})
