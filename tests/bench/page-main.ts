import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { sql } from 'kysely'

import { readConfig } from '#server/config.ts'
import { seedRecords } from '#server/commands/demo/seed.ts'
import { linkUnlinked } from '#server/kayit/fill-links.ts'
import { start } from '#server/commands/start/start.ts'
import { BANNER_COOKIE, CONSENT_COOKIE, MAX_ITEMS, SESSION_COOKIE } from '#shared/options.ts'
import { startSession } from '#tests/support/rows/auth.ts'
import { buildUser, userCtx } from '#tests/support/rows/factories.ts'
import { save } from '#tests/support/rows/kayit.ts'
import { share } from '#tests/support/rows/share.ts'

import { benchActions } from './actions.ts'
import { benchFlash, benchInp, benchLoads } from './page.ts'
import { benchReturningCar } from './returning-car.ts'

/**
 * `npm run bench:page [-- --quick --records=100000]` measures the built page on a slow phone, in a shop of so many
 * records (1,000), and prints Markdown. Linking 100,000 to their cars takes some minutes.
 */
const ROUNDS = process.argv.includes('--quick') ? 1 : 5
const RECORDS = Number(process.argv.find((it) => it.startsWith('--records='))?.slice(10) ?? 1_000)

const say = (line = '') => void process.stdout.write(`${line}\n`)
const table = (head: string[], rows: string[][]) =>
  say([head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n'))

/** Stores a record with the maximum number of items; returns its plate. */
async function addLongRecord(ctx: ReturnType<typeof userCtx>): Promise<string> {
  const plaka = '34 BIN 1000'
  const islemler = Array.from({ length: MAX_ITEMS }, (_, index) => ({
    islem_adi: `Parça ${index + 1}`,
    islem_adet: (index % 3) + 1,
    fiyat_kurus: 12_000 + index * 37,
  }))
  await save(ctx, { info: { plaka, musteri_adi_soyadi: 'Uzun Kayıt' }, islemler })
  return plaka
}

const seconds = (ms: number) => `${(ms / 1_000).toFixed(1)} s`

const dataDir = mkdtempSync(join(tmpdir(), 'oto-bench-page-'))
const running = await start(readConfig({ PORT: '0', LOG_LEVEL: 'error', DATA_DIR: dataDir }))
try {
  const now = new Date()
  const user = await buildUser(running.maintenance)
  const today = now.toISOString().slice(0, 10)
  await seedRecords(running.maintenance, { shopId: user.id, seed: 1, count: RECORDS, today })
  await linkUnlinked({ db: running.maintenance, actor: { shop: user.id } })
  await sql`vacuum analyze`.execute(running.maintenance)
  const session = await startSession(running.maintenance, user, { now, remember: true })
  const url = new URL(running.address).origin
  const values = { [SESSION_COOKIE]: session, [CONSENT_COOKIE]: '1', [BANNER_COOKIE]: '1' }
  const cookies = Object.entries(values).map(([name, value]) => ({ name, value, url }))
  const { id: recordId } = await running.maintenance
    .selectFrom('kayit')
    .where('shop_id', '=', user.id)
    .where('islem_sayisi', '>', 0)
    .select('id')
    .limit(1)
    .executeTakeFirstOrThrow()
  const { token: shareToken } = await share(
    { ...userCtx(running.maintenance, user), now },
    { kayit_id: recordId },
  )
  const visit = { address: running.address, cookies, recordId, shareToken }

  for (const isWarm of [false, true]) {
    say(`## Loading, ${isWarm ? 'warm' : 'cold'}, 4× slower CPU, 1.6 Mbit/s, 150 ms, 360 px\n`)
    const loads = await benchLoads(visit, { rounds: ROUNDS, isWarm })
    table(
      ['route', 'LCP', 'first rows', 'CLS', 'JavaScript, KiB over the wire'],
      loads.map(({ route, lcp, rows, cls, scriptKiB }) => [
        route,
        seconds(lcp),
        seconds(rows),
        cls.toFixed(4),
        scriptKiB.toFixed(0),
      ]),
    )
  }
  say('\n## From a key or tap to the next frame\n')
  const reactions = await benchInp(visit, ROUNDS)
  table(
    ['action', 'INP'],
    reactions.map(({ action, inp }) => [action, `${inp.toFixed(0)} ms`]),
  )
  const { plate } = await running.maintenance
    .selectFrom('vehicle')
    .where('shop_id', '=', user.id)
    .where('plate', '<>', '')
    .orderBy('last_day', 'desc')
    .select('plate')
    .limit(1)
    .executeTakeFirstOrThrow()
  const job = await benchReturningCar(visit, plate)
  say(`\nA returning car with an item and its document, typed at a person's speed: ${seconds(job)}`)
  say('\n## What is done in a list of 100 rows and a long record, 4× slower CPU\n')
  const actions = await benchActions(visit, await addLongRecord(userCtx(running.maintenance, user)), ROUNDS)
  table(
    ['action', 'screen', 'median', 'goal'],
    actions.map(({ action, screen, ms, goal }) => [action, screen, `${ms.toFixed(0)} ms`, `≤ ${goal} ms`]),
  )
  say(`\nWhite frames while loading in a dark scheme: ${await benchFlash(visit)}`)
} finally {
  await running.stop()
  rmSync(dataDir, { recursive: true, force: true })
}
