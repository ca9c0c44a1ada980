import { execFileSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

import { afterAll, expect, test } from 'vitest'

import { findEmbedded } from '#server/platform/db/embedded/server.ts'
import { open } from '#tests/support/database/database.ts'
import { temporaryFolder } from '#tests/support/database/embedded-server.ts'
import { buildUser } from '#tests/support/rows/factories.ts'
import { launchMain, type MainProcess } from '#tests/support/panel/main-process.ts'
import { serverPid } from '#tests/support/panel/panel-process.ts'
import { report } from '#tests/support/clients/report.ts'
import { startWriters, tally } from '#tests/support/clients/writers.ts'

const dataDir = temporaryFolder()
const launch = () => launchMain({ DATA_DIR: dataDir })
let panel: MainProcess = launch()
afterAll(async () => {
  panel.child.kill('SIGTERM')
  await panel.ended
  rmSync(dataDir, { recursive: true, force: true })
})

const KILLS_OF_EACH = 15
const READY_MS = 60_000

const kill = (pid: number) => process.kill(pid, 'SIGKILL')
const killPanel = async () => {
  panel.child.kill('SIGKILL')
  await panel.ended
}
/** Returns a process of the database that serves a connection. */
const backend = (): number =>
  Number(
    execFileSync('pgrep', ['-P', String(serverPid(dataDir)), '-f', 'oto_servis'], { encoding: 'utf8' }).split(
      '\n',
    )[0],
  )

const VICTIMS = {
  'the panel': killPanel,
  'the database': async () => kill(serverPid(dataDir)),
  'a backend': async () => kill(backend()),
  both: async () => {
    kill(serverPid(dataDir))
    await killPanel()
  },
}

/** Waits until the panel, restarted if it died, is ready; returns its address and how long that took, in ms. */
async function ready(): Promise<{ address: string; ms: number }> {
  const began = performance.now()
  if (panel.child.signalCode !== null) panel = launch()
  const address = await panel.ready()
  const isReady = async () =>
    fetch(new URL('/readyz', address)).then(
      ({ ok }) => ok,
      () => false,
    )
  while (!(await isReady())) {
    if (performance.now() - began > READY_MS) throw new Error('The panel is not ready again.')
    await sleep(10)
  }
  return { address, ms: performance.now() - began }
}

test.each(Object.entries(VICTIMS))(
  `${KILLS_OF_EACH} times %s killed among busy writers: every acknowledged save is there, none half, none twice`,
  async (name, killIt) => {
    const all = { saves: 0, lost: 0, torn: 0, twice: 0 }
    let slowest = 0
    for (let round = 0; round < KILLS_OF_EACH; round++) {
      const { address } = await ready()
      const target = (await findEmbedded(dataDir)) ?? {}
      const db = open(target)
      const user = await buildUser(db)
      const writers = await startWriters({ address, db, user, count: 6 })
      await db.destroy()
      // The kill comes at a different moment in each round.
      while (writers.answers.length < 12 + round) await sleep(2)
      await killIt()
      await writers.stop()
      slowest = Math.max(slowest, (await ready()).ms)
      const again = open((await findEmbedded(dataDir)) ?? {})
      const { acknowledged, lost, torn } = await tally(again, user, writers.answers)
      const { count } = await again
        .selectFrom('kayit')
        .where('shop_id', '=', user.id)
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow()
      const names = await again
        .selectFrom('kayit')
        .where('shop_id', '=', user.id)
        .select('musteri_adi_soyadi')
        .distinct()
        .execute()
      await again.destroy()
      expect(acknowledged).toBeGreaterThan(0)
      all.saves += acknowledged
      all.lost += lost.length
      all.torn += torn.length
      all.twice += count - names.length
    }
    report(`${name} killed`, {
      kills: KILLS_OF_EACH,
      ...all,
      'ready again after at most ms': Math.round(slowest),
    })
    expect(all).toMatchObject({ lost: 0, torn: 0, twice: 0 })
  },
)
