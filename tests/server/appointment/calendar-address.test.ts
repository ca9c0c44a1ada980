import { gunzipSync } from 'node:zlib'

import { beforeEach, describe, expect, test } from 'vitest'

import { endCalendarAddress, getCalendarAddress } from '#server/appointment/calendar-address.ts'
import { endAccess } from '#server/auth/accounts.ts'
import { closeMember, restoreMember, saveMember } from '#server/staff/operations.ts'
import { listChanges } from '#server/change/list.ts'
import type { UserCtx } from '#server/platform/core/context.ts'
import { calendarPath } from '#shared/appointment/calendar.ts'
import { calendarMessages } from '#shared/appointment/messages.ts'
import { sentenceOf } from '#shared/change/words.ts'
import { messages } from '#shared/messages.ts'
import { stageMessages } from '#shared/kayit/stage-messages.ts'
import { testDatabase } from '#tests/support/database/database.ts'
import { requests, testApp } from '#tests/support/panel/app.ts'
import { recordingLog } from '#tests/support/panel/log.ts'
import { publicApp } from '#tests/support/panel/public-page.ts'
import { calendarCalls, calendarToken, eventsOf } from '#tests/support/rows/calendar.ts'
import { buildUser, TEST_NOW, userCtx } from '#tests/support/rows/factories.ts'
import { expectRefusal } from '#tests/support/rows/refusal.ts'
import { buildMember } from '#tests/support/rows/staff.ts'

const db = await testDatabase()

let ctx: UserCtx
let token: string
beforeEach(async () => {
  ctx = userCtx(db, await buildUser(db, { company_name: 'Işık Oto' }))
  token = await calendarToken(ctx)
})

const { call, read, book, change } = calendarCalls(db, () => ({ ctx, token }))

describe('the answer of a calendar', () => {
  test('is byte-equal without a change, so that 304 answers it', async () => {
    const one = await book()
    const first = await call(calendarPath(token))
    const tag = first.headers.get('etag') ?? ''
    expect(first.headers.get('content-type')).toBe('text/calendar; charset=utf-8')
    expect(first.headers.get('cache-control')).toBe('private, no-cache')
    expect(first.headers.get('referrer-policy')).toBe('no-referrer')
    expect(first.headers.getSetCookie()).toEqual([])
    const later = { now: new Date(TEST_NOW.getTime() + 3 * 3_600_000) }
    expect(await read(token, later)).toBe(first.text)
    for (const sent of [tag, `"x", ${tag}`, tag.slice(2), '*'])
      expect(await call(calendarPath(token), { ...later, headers: { 'if-none-match': sent } })).toMatchObject(
        {
          status: 304,
          text: '',
        },
      )
    await change(one, { start: 700 })
    expect(await call(calendarPath(token), { headers: { 'if-none-match': tag } })).toMatchObject({
      status: 200,
    })
    expect(await call(calendarPath(token), { method: 'HEAD' })).toMatchObject({ status: 200, text: '' })
  })

  test('is compressed for a caller that accepts it', async () => {
    for (let index = 0; index < 5; index += 1) await book({ start: 60 * index })
    const response = await publicApp(db).request(calendarPath(token), {
      headers: { 'accept-encoding': 'gzip' },
    })
    expect(response.headers.get('content-encoding')).toBe('gzip')
    expect(eventsOf(gunzipSync(await response.arrayBuffer()).toString())).toHaveLength(5)
  })

  test('is the same 404 for every token that opens none', async () => {
    const member = await buildMember(db, { id: ctx.actor.shop })
    const desk = userCtx(db, member)
    const of = await calendarToken(desk)
    const gone = async (sent: string) => {
      const { status, text, headers } = await call(calendarPath(sent))
      return {
        status,
        text,
        names: Object.fromEntries([...headers].filter(([name]) => name !== 'x-request-id')),
      }
    }
    const unknown = await gone('A'.repeat(32))
    expect(unknown).toMatchObject({ status: 404, text: calendarMessages.notFound })
    await read(of)
    const other = userCtx(db, await buildUser(db))
    const foreign = await calendarToken(other)
    // The secret of one shop behind the number of another.
    const mixed = Buffer.concat([
      Buffer.from(token, 'base64url').subarray(0, 6),
      Buffer.from(foreign, 'base64url').subarray(6),
    ]).toString('base64url')
    for (const sent of ['x', '%00', mixed, `${token.slice(0, -1)}_`, `${token}A`])
      expect(await gone(sent)).toEqual(unknown)
    expect(await gone(`${token}/..`)).toMatchObject({ status: 404 })

    const renewed = await calendarToken(ctx)
    expect(await gone(token)).toEqual(unknown)
    await read(renewed)
    await endCalendarAddress(ctx)
    expect(await gone(renewed)).toEqual(unknown)
    await read(of)

    const become = (role: 'desk' | 'mechanic') => saveMember(ctx, { id: member.id, new_password: '', role })
    await become('mechanic')
    expect(await gone(of)).toEqual(unknown)
    await become('desk')
    expect(await gone(of)).toEqual(unknown)

    const second = await calendarToken(desk)
    await closeMember(ctx, { id: member.id })
    await restoreMember(ctx, { id: member.id })
    expect(await gone(second)).toEqual(unknown)

    const third = await calendarToken(desk)
    for (const column of ['suspended_at', 'closed_at'] as const) {
      const set = (at: Date | null) =>
        db
          .updateTable('shops')
          .set({ [column]: at })
          .where('id', '=', ctx.actor.shop)
          .execute()
      await set(TEST_NOW)
      expect(await gone(third)).toEqual(unknown)
      await set(null)
      await read(third)
    }
  })

  test('refuses other methods, and callers who ask too often', async () => {
    expect(await call(calendarPath(token), { method: 'POST' })).toMatchObject({ status: 405 })
    const app = requests(publicApp(db))
    for (let index = 0; index < 30; index += 1) await app.call(calendarPath(token), {})
    const { status, headers, text } = await app.call(calendarPath(token), {})
    expect({ status, text }).toEqual({ status: 429, text: calendarMessages.busy })
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
  })
})

describe('the address of a calendar', () => {
  test('is one a user, of which the database and the log have only the hash', async () => {
    const { calendar_hash } = await db
      .selectFrom('users')
      .where('id', '=', ctx.actor.user)
      .select('calendar_hash')
      .executeTakeFirstOrThrow()
    const { log, lines } = recordingLog('debug')
    const mistyped = [
      '/TAKVIM/~',
      '/takvim//~/x',
      '/takvim/x/~',
      '/oto-servis/takvım/~/x',
      '/oto-servis/webcal:~',
    ]
    for (const path of [calendarPath(token), ...mistyped.map((one) => one.replace('~', token))])
      await testApp(db, { log }).request(path)
    expect(lines).toHaveLength(6)
    expect(JSON.stringify(lines)).not.toMatch(new RegExp(token, 'i'))
    expect(Buffer.from(calendar_hash ?? []).toString('base64url')).not.toContain(token)
    expect(await getCalendarAddress(ctx)).toEqual({ made_at: TEST_NOW.toISOString() })
    await endCalendarAddress(ctx)
    await endCalendarAddress(ctx)
    expect(await getCalendarAddress(ctx)).toEqual({ made_at: null })
    const { items } = await listChanges(ctx, { page: 1 })
    expect(items.map(sentenceOf)).toEqual(['Takvim adresi iptal edildi', 'Takvim adresi oluşturuldu'])
    expect(JSON.stringify(items)).not.toContain(token)
  })

  test('ends with the accesses that were made since an unknown login', async () => {
    const since = (ms: number) =>
      endAccess(ctx, ctx.actor.user, { passkeysSince: new Date(TEST_NOW.getTime() + ms) })
    await since(1)
    expect(await getCalendarAddress(ctx)).toEqual({ made_at: TEST_NOW.toISOString() })
    await since(0)
    expect(await getCalendarAddress(ctx)).toEqual({ made_at: null })
  })

  test('is refused without the right', async () => {
    const mechanic = { ...ctx, actor: { ...ctx.actor, rights: [] } }
    const refusal = { code: 'FORBIDDEN' as const, message: stageMessages.refused }
    await expectRefusal(getCalendarAddress(mechanic), refusal)
    await expectRefusal(calendarToken(mechanic), refusal)
    await expectRefusal(endCalendarAddress(mechanic), refusal)
    expect(await getCalendarAddress(ctx)).toEqual({ made_at: TEST_NOW.toISOString() })
  })

  test('is made only after the password, and by no program', async () => {
    const { actor } = ctx
    for (const session of [
      { ...actor.session, confirmedAt: null },
      { ...actor.session, kind: 'legacy' as const },
    ])
      await expectRefusal(calendarToken({ ...ctx, actor: { ...actor, session } }), {
        code: 'UNCONFIRMED',
        message: messages.unconfirmed,
      })
    expect(await getCalendarAddress(ctx)).toEqual({ made_at: TEST_NOW.toISOString() })
  })
})
