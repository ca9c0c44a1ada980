import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import type { Kysely } from 'kysely'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll } from 'vitest'

import { readConfig } from '#server/config.ts'
import type { UserCtx } from '#server/platform/core/context.ts'
import type { DB } from '#server/platform/db/schema.ts'
import type { StartOptions } from '#server/commands/start/prepare.ts'
import { type Running, start } from '#server/commands/start/start.ts'
import { BASE_PATH } from '#shared/base.ts'
import { BANNER_COOKIE, CONSENT_COOKIE, SESSION_COOKIE } from '#shared/options.ts'

import { startSession } from '#tests/support/rows/auth.ts'
import { databaseUrl, testDatabaseTarget } from '#tests/support/database/database.ts'
import { buildUser, type TestUser, type UserColumns, userCtx } from '#tests/support/rows/factories.ts'
import { asRequests } from '#tests/support/database/guarded.ts'
import { shownLog } from './log.ts'

export type Panel = {
  /** 'http://127.0.0.1:<port>/oto-servis/' */
  readonly address: string
  readonly db: Kysely<DB>
  /** A user for one test, with the context in which the product's operations store entries for it. */
  user: (overrides?: UserColumns) => Promise<TestUser & { ctx: UserCtx }>
}

/**
 * The port of the worker's panels, one after the other, so that a page of an earlier file has the scripts compiled. It
 * is 0, any free one, for the first panel and while another one has it.
 */
let freePort = 0

/**
 * The whole product, as `npm start` runs it, under row-level security, on a database for the file.
 * Call it at the top of the file (`const panel = await testPanel()`), with further variables of the environment if
 * it needs some, or with another clock for its requests. The client's build is the project's (global-browser.ts).
 */
export async function testPanel(
  variables: Readonly<Record<string, string>> = {},
  { clock }: Pick<StartOptions, 'clock'> = {},
): Promise<Panel> {
  const target = await testDatabaseTarget()
  let running: Running | undefined
  let dataDir: string | undefined

  beforeAll(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'oto-servis-e2e-'))
    const env = {
      PORT: String(freePort),
      ...variables,
      DATA_DIR: dataDir,
      DATABASE_URL: databaseUrl(target),
      DATABASE_REQUEST_URL: databaseUrl(asRequests(target)),
    }
    freePort = 0
    running = await start(readConfig(env), { log: shownLog(), ...(clock && { clock }) })
  })
  afterAll(async () => {
    await running?.stop()
    if (running !== undefined && variables['PORT'] === undefined)
      freePort = Number(new URL(running.address).port)
    if (dataDir !== undefined) rmSync(dataDir, { recursive: true })
  })

  const up = (): Running => {
    if (running === undefined) throw new Error('The panel is used outside of tests and hooks.')
    return running
  }
  return {
    get address() {
      return up().address
    },
    get db() {
      return up().maintenance
    },
    async user(overrides) {
      const { maintenance: db } = up()
      const user = await buildUser(db, overrides)
      return { ...user, ctx: userCtx(db, user, { now: new Date() }) }
    },
  }
}

/** The notices that a browser has accepted when the test begins. */
export type AcceptedNotices = { consent?: boolean; banner?: boolean }

/** Sets the cookies of the privacy notice and of the banner, unless told otherwise. */
export async function setNoticeCookies(
  page: Page,
  address: string,
  { consent = true, banner = true }: AcceptedNotices = {},
) {
  const { origin } = new URL(address)
  const cookies = [
    ...(consent ? [{ name: CONSENT_COOKIE, value: '1', url: origin }] : []),
    ...(banner ? [{ name: BANNER_COOKIE, value: '1', url: origin }] : []),
  ]
  if (cookies.length > 0) await page.context().addCookies(cookies)
}

/** Sets a session cookie of the user without the login screen; the notices count as accepted. */
export async function enter(page: Page, panel: Panel, user: Pick<TestUser, 'id'>): Promise<void> {
  const value = await startSession(panel.db, user, { now: new Date(), remember: true })
  const url = new URL(panel.address).origin
  await setNoticeCookies(page, panel.address)
  await page.context().addCookies([{ name: SESSION_COOKIE, value, url, httpOnly: true, sameSite: 'Lax' }])
}

/** Returns the path of the page below the base path, with its search: '/books?page=2'. */
export function pathOf(page: Page): string {
  const { pathname, search } = new URL(page.url())
  return pathname.slice(BASE_PATH.length) + search
}
