import * as fc from '#tests/support/setup/fast-check.ts'
import { beforeEach, describe, expect, test } from 'vitest'

import { isIdle } from '#server/auth/sessions.ts'
import { purgeLogins } from '#server/auth/purge.ts'
import { isUseDue } from '#server/auth/actor.ts'
import { listSessions } from '#server/settings/logins.ts'
import { UNATTENDED_HEADER } from '#shared/base.ts'
import { IDLE_MINUTES, SESSION_COOKIE } from '#shared/options.ts'
import { requests, testApp, TRPC } from '#tests/support/panel/app.ts'
import { secondsLater, sessionRow, sessionsOf, startSession } from '#tests/support/rows/auth.ts'
import { testDatabase } from '#tests/support/database/database.ts'
import { buildUser, type TestUser, userCtx } from '#tests/support/rows/factories.ts'
import { recordingLog } from '#tests/support/panel/log.ts'

const db = await testDatabase()
const { log, lines } = recordingLog()
let now = secondsLater(0)
const { get, post } = requests(testApp(db, { log, clock: () => now }))
/** The longest time by which the stored last use may lag behind, in seconds. */
const LATE = 90

let user: TestUser
let cookie: string
let token: string
beforeEach(async () => {
  now = secondsLater(0)
  lines.splice(0)
  user = await buildUser(db, { idle_minutes: 15 })
  token = await startSession(db, user)
  cookie = `${SESSION_COOKIE}=${token}`
})

const LIST = `${TRPC}/kayit.list?input=%7B%22json%22%3A%7B%7D%7D`
const list = async (headers: Record<string, string> = {}) => (await get(LIST, { cookie, ...headers })).status

describe('a page’s unused session', () => {
  test.each(IDLE_MINUTES)('ends after %d minutes, not earlier', async (idle_minutes) => {
    await db.updateTable('shops').set({ idle_minutes }).where('id', '=', user.id).execute()
    expect(await list()).toBe(200)
    now = secondsLater(idle_minutes * 60 + LATE - 1)
    expect(await list()).toBe(200)
    const used = idle_minutes * 60 + LATE - 1
    now = secondsLater(used + idle_minutes * 60 + LATE)
    expect(await list()).toBe(401)
    expect(await sessionRow(db, token)).toBe(undefined)
  })

  test('its end is a security event, once', async () => {
    now = secondsLater(15 * 60 + LATE)
    expect([await list(), await list()]).toEqual([401, 401])
    const events = lines.filter(({ msg }) => msg === 'security event')
    expect(events).toMatchObject([{ event: 'session idle', userId: user.id, shopId: user.id }])
  })

  test('ends on the old paths and for changes too', async () => {
    const other = await startSession(db, user)
    now = secondsLater(15 * 60 + LATE)
    expect((await get('settings.php', { cookie })).status).toBe(401)
    const own = { cookie: `${SESSION_COOKIE}=${other}`, 'sec-fetch-site': 'same-origin' }
    expect((await post(`${TRPC}/settings.update`, { company_tel: '' }, own)).status).toBe(401)
    expect(await sessionsOf(db, user)).toEqual([])
  })

  test('stays while it is used, whether the actor is expected or not', async () => {
    for (let minute = 0; minute <= 60; minute += 10)
      for (const second of [0, 1]) {
        now = secondsLater(minute * 60 + second)
        expect(await list()).toBe(200)
      }
    now = secondsLater(60 * 60 + 1 + 15 * 60 + LATE)
    expect(await list()).toBe(401)
  })

  test('ends although the page makes calls by itself', async () => {
    for (let minute = 0; minute < 16; minute += 1) {
      now = secondsLater(minute * 60)
      expect(await list({ [UNATTENDED_HEADER]: '1' })).toBe(200)
    }
    expect((await sessionRow(db, token))?.last_seen_at).toEqual(secondsLater(0))
    now = secondsLater(15 * 60 + LATE)
    expect(await list({ [UNATTENDED_HEADER]: '1' })).toBe(401)
  })

  test('is not listed and is removed, also without another use', async () => {
    const [unlimited, longer] = [await buildUser(db), await buildUser(db, { idle_minutes: 60 })]
    await startSession(db, unlimited)
    await startSession(db, longer)
    await startSession(db, user, { kind: 'legacy' })
    const at = secondsLater(15 * 60 + LATE)
    const listed = await listSessions(userCtx(db, user, { now: at }))
    expect(listed.map(({ kind }) => kind)).toEqual(['legacy'])
    await purgeLogins(db, secondsLater(15 * 60 + LATE - 1))
    expect(await sessionsOf(db, user)).toHaveLength(2)
    await purgeLogins(db, at)
    expect((await sessionsOf(db, user)).map(({ kind }) => kind)).toEqual(['legacy'])
    expect(await sessionsOf(db, unlimited)).toHaveLength(1)
    expect(await sessionsOf(db, longer)).toHaveLength(1)
  })
})

describe('no limit', () => {
  const later = secondsLater(11 * 3600)

  test('a shop without one has none', async () => {
    await db.updateTable('shops').set({ idle_minutes: null }).where('id', '=', user.id).execute()
    now = later
    expect(await list()).toBe(200)
  })

  test('a program of an integrator has none, and neither have other shops', async () => {
    const legacy = await startSession(db, user, { kind: 'legacy' })
    const other = await startSession(db, await buildUser(db))
    now = later
    expect((await get('settings.php', { 'session-id': legacy })).status).toBe(200)
    expect((await get(LIST, { cookie: `${SESSION_COOKIE}=${other}` })).status).toBe(200)
  })
})

test('a logout that the page makes by itself is logged as the end by the limit', async () => {
  const own = { cookie, 'sec-fetch-site': 'same-origin' }
  expect((await post(`${TRPC}/auth.logout`, { idle: true }, own)).status).toBe(200)
  expect(await sessionRow(db, token)).toBe(undefined)
  const events = lines.flatMap(({ msg, event }) => (msg === 'security event' ? [event] : []))
  expect(events).toEqual(['session idle'])
})

test('a session never ends earlier than chosen after the last activity, and at most two minutes later', () => {
  /** The page reports activity when the last call is half a minute old; only calls half a minute apart are stored. */
  const HALF = 30_000
  const pauses = fc.array(fc.integer({ min: 1, max: 14 * 60_000 }), { maxLength: 40 })
  fc.assert(
    fc.property(pauses, fc.integer({ min: 0, max: HALF }), (steps, trailing) => {
      let [time, told, stored] = [0, 0, 0]
      const call = (at: number) => {
        told = at
        if (isUseDue(new Date(at), new Date(stored))) stored = at
      }
      for (const step of steps) {
        time += step
        if (time - told >= HALF) call(time)
      }
      call(time + trailing)
      const idleAt = (at: number) =>
        isIdle({ kind: 'web', last_seen_at: new Date(stored), idle_minutes: 15 }, new Date(at))
      const limit = 15 * 60_000
      expect(idleAt(time + limit - 1)).toBe(false)
      expect(idleAt(time + limit + 120_000)).toBe(true)
    }),
  )
})
