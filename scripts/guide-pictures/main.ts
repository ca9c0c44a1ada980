// `npm run guide:pictures [-- NAME …]` renews the pictures of the user's guide, or only those named. It starts the demo
// in an empty folder on a day that never changes, so a new picture differs only where the panel does.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { mock } from 'node:test'

import { type Browser, chromium, type Page } from 'playwright-core'

import { startDemo } from '#server/commands/demo/demo.ts'
import { DEMO_PASSWORD, DEMO_USERNAME } from '#server/commands/demo/seed.ts'
import { readConfig } from '#server/config.ts'
import { ensureChromium } from '#scripts/ensure-chromium.ts'
import { DURUM_DEVAM } from '#shared/options.ts'

import { type Demo, logIn, openPage, photograph, type Screen } from './camera.ts'
import { showDocument } from './document.ts'
import type { Facts, Shot } from './shot.ts'
import { ADMIN_SHOT, prepareShop, SHOTS } from './shots.ts'

/** A working day in the middle of a month. */
const NOW = new Date('2026-11-24T11:20:00+03:00')
const DOCUMENT = 'belge'

type Running = Awaited<ReturnType<typeof startDemo>>

/** Returns the car with the most visits, the newest open record with at least three items, and the first intake. */
async function factsOf({ maintenance: db }: Running): Promise<Facts> {
  const car = await db
    .selectFrom('vehicle')
    .select('plate')
    .where('plate', '<>', '')
    .orderBy('visits', 'desc')
    .orderBy('plate')
    .executeTakeFirstOrThrow()
  const record = await db
    .selectFrom('kayit')
    .select('id')
    .where('durum', '=', DURUM_DEVAM)
    .where('islem_sayisi', '>=', 3)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  const intake = await db
    .selectFrom('intake')
    .select('kayit_id')
    // The newest record is deleted for the picture of the trash.
    .orderBy('kayit_id')
    .executeTakeFirstOrThrow()
  return { plate: car.plate, recordId: record.id, intakeId: intake.kayit_id }
}

async function take(page: Page, shot: Shot, facts: Facts) {
  await photograph(page, shot.name, await shot.show(page, facts))
  // A picture of a lost connection leaves the page offline.
  await page.context().setOffline(false)
}

async function takeAll(browser: Browser, demo: Demo, { shots, facts }: { shots: Shot[]; facts: Facts }) {
  for (const screen of ['part', 'narrow', 'whole', 'phone'] satisfies Screen[]) {
    const page = await openPage(browser, demo, screen)
    await logIn(page, DEMO_USERNAME, DEMO_PASSWORD)
    if (screen === 'part') await prepareShop(page, facts)
    for (const shot of shots.filter((one) => one.screen === screen)) await take(page, shot, facts)
    await page.context().close()
  }
}

async function takeDocument(browser: Browser, demo: Demo, { recordId }: Facts) {
  const page = await openPage(browser, demo, 'part')
  await logIn(page, DEMO_USERNAME, DEMO_PASSWORD)
  const answer = await page.request.get(`api/createPdf.php?id=${recordId}`)
  await showDocument(page, await answer.body())
  await photograph(page, DOCUMENT, { x: 0, y: 0, width: 714, height: 560 })
  await page.context().close()
}

async function takeAdmin(browser: Browser, demo: Demo, facts: Facts) {
  const page = await openPage(browser, demo, ADMIN_SHOT.screen)
  await logIn(page, 'yonetici', DEMO_PASSWORD)
  await take(page, ADMIN_SHOT, facts)
  await page.context().close()
}

const names = process.argv.slice(2)
const isWanted = (name: string) => names.length === 0 || names.includes(name)

mock.timers.enable({ apis: ['Date'], now: NOW })
const folder = mkdtempSync(join(tmpdir(), 'oto-guide-'))
const running = await startDemo(readConfig({ PORT: '0', LOG_LEVEL: 'error', DATA_DIR: join(folder, 'data') }))
const browser = await chromium.launch({ executablePath: ensureChromium(), args: ['--no-sandbox'] })
try {
  const demo = { address: running.address, now: NOW }
  const facts = await factsOf(running)
  await takeAll(browser, demo, { shots: SHOTS.filter(({ name }) => isWanted(name)), facts })
  if (isWanted(DOCUMENT)) await takeDocument(browser, demo, facts)
  if (isWanted(ADMIN_SHOT.name)) await takeAdmin(browser, demo, facts)
} finally {
  await browser.close()
  await running.stop()
  rmSync(folder, { recursive: true, force: true })
}
