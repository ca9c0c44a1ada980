import { rmSync } from 'node:fs'
import { Agent } from 'node:http'

import { afterAll, expect, test } from 'vitest'

import { findEmbedded } from '#server/platform/db/embedded/server.ts'
import { rebuildAll } from '#server/commands/jobs/rebuild.ts'
import { badRequests, TARGETS } from '#tests/support/security/bad-inputs/requests.ts'
import { described, isFailed, sendAll } from '#tests/support/security/bad-inputs/run.ts'
import { send, type Sent } from '#tests/support/security/bad-inputs/send.ts'
import { open } from '#tests/support/database/database.ts'
import { shopRows } from '#tests/support/rows/derived.ts'
import { temporaryFolder } from '#tests/support/database/embedded-server.ts'
import { buildUser, userCtx } from '#tests/support/rows/factories.ts'
import { build } from '#tests/support/rows/kayit.ts'
import { launchMain } from '#tests/support/panel/main-process.ts'
import { report } from '#tests/support/clients/report.ts'

const EACH = 66
const LONGEST_MS = 2_000
const SEED = Number(process.env['SEED'] ?? 20_261_124)

const dataDir = temporaryFolder()
const panel = launchMain({ DATA_DIR: dataDir, LOG_LEVEL: 'info' })
afterAll(async () => {
  panel.child.kill('SIGTERM')
  await panel.ended
  rmSync(dataDir, { recursive: true, force: true })
})

/** Sends slow requests again, alone, and returns those that are slow again; the others had waited for the machine. */
async function slowTwice(origin: string, results: readonly Sent[]): Promise<Sent[]> {
  const agent = new Agent({ keepAlive: true })
  const slow: Sent[] = []
  for (const one of results.filter(isSlow)) {
    const again = await send(origin, one, agent)
    if (isSlow(again)) slow.push(again)
  }
  agent.destroy()
  return slow
}
/** An accepted call of `admin.backUp` lasts until the whole database is backed up. */
const isSlow = ({ ms, path }: Sent) => ms > LONGEST_MS && !path.includes('admin.backUp')

test('bad inputs to everything that the panel serves: none is an error of the panel, none takes long', async () => {
  const { origin } = new URL(await panel.ready())
  const db = open((await findEmbedded(dataDir)) ?? {})
  // No caller names the number of this shop, so its rows must stay.
  const bystander = await buildUser(db, { id: 1_000_000 })
  await build(userCtx(db, bystander), {}, [{ islem_adi: 'Balata', islem_adet: 2, fiyat_kurus: 90_000 }])
  const untouched = await shopRows(db, bystander.id)

  const requests = badRequests({ each: EACH, seed: SEED })
  const results = await sendAll({ origin, db, requests })

  const failed = results.filter(isFailed)
  const slow = await slowTwice(origin, results)
  const errors = panel.output.err.split('\n').filter((line) => /"level":"(error|fatal)"/.test(line))
  const shops = await db.selectFrom('users').select('id').orderBy('id').execute()
  const rows = () => Promise.all(shops.map(({ id }) => shopRows(db, id)))
  const before = await rows()
  await rebuildAll(db)
  const after = await rows()
  const statuses = Object.groupBy(results, ({ status }) => String(status))
  report('bad inputs', {
    seed: SEED,
    targets: TARGETS,
    requests: results.length,
    ...Object.fromEntries(Object.entries(statuses).map(([status, all]) => [status, all?.length ?? 0])),
    'over 2 s, also alone': slow.length,
  })
  expect({ failed: failed.map(described), slow: slow.map(described), errors }).toEqual({
    failed: [],
    slow: [],
    errors: [],
  })
  expect(results.length).toBeGreaterThanOrEqual(5_000)
  expect(panel.child.exitCode).toBeNull()
  expect(await shopRows(db, bystander.id)).toEqual(untouched)
  // Accepted inputs leave the totals whole: a recount changes nothing.
  expect(after).toEqual(before)
  await db.destroy()
})
