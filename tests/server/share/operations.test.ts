import { describe, expect, test } from 'vitest'

import { deleteKayit } from '#server/kayit/operations.ts'
import { listShares, revokeShare } from '#server/share/operations.ts'
import { openShare } from '#server/share/public.ts'
import { purgeShares } from '#server/share/queries.ts'
import { messages } from '#shared/messages.ts'
import { shareMessages } from '#shared/share/messages.ts'
import { MAX_OPEN_SHARES } from '#shared/share/rules.ts'
import { staffMessages } from '#shared/staff/messages.ts'
import { changesIn } from '#tests/support/rows/changes.ts'
import { testDatabase } from '#tests/support/database/database.ts'
import { buildUser, TEST_NOW, userCtx } from '#tests/support/rows/factories.ts'
import { save } from '#tests/support/rows/kayit.ts'
import { expectRefusal } from '#tests/support/rows/refusal.ts'
import { createShareToken, share } from '#tests/support/rows/share.ts'
import { buildMember } from '#tests/support/rows/staff.ts'

const db = await testDatabase()
const record = (id: number) => ({ kind: 'record' as const, id })
const shop = async () => {
  const owner = await buildUser(db)
  const ctx = userCtx(db, owner)
  return { owner, ctx, kayit_id: (await save(ctx)).id }
}
const LATER = new Date(TEST_NOW.getTime() + 31 * 86_400_000)
const REFUSED = { code: 'FORBIDDEN', message: staffMessages.pricesRefused } as const
const NOT_FOUND = { code: 'NOT_FOUND', message: shareMessages.notFound } as const

describe('a link', () => {
  test('is open for 30 days, and its token is stored nowhere', async () => {
    const { ctx, kayit_id } = await shop()
    const { id, token, expires_at } = await share(ctx, { kayit_id })
    expect(expires_at).toBe('2026-12-21T09:00:00.000Z')
    const stored = await db.selectFrom('share').where('id', '=', id).selectAll().execute()
    const log = await changesIn(db, ctx.actor.shop)
    expect(JSON.stringify([stored, log])).not.toContain(token)
    expect(await listShares(ctx, record(kayit_id))).toEqual({
      shop_id: ctx.actor.shop,
      can_mail: true,
      message: [expect.stringContaining('servis fişi'), ''],
      links: [
        {
          id,
          with_vat: true,
          created_at: TEST_NOW.toISOString(),
          expires_at,
          actor_name: ctx.actor.username,
          views: 0,
          last_viewed_at: null,
          mails: [],
        },
      ],
    })
  })

  test('stays open when another one is made', async () => {
    const { ctx, kayit_id } = await shop()
    const first = await share(ctx, { kayit_id })
    const second = await share(ctx, { kayit_id, with_vat: false })
    expect((await listShares(ctx, record(kayit_id))).links.map(({ id }) => id)).toEqual([second.id, first.id])
    for (const { token } of [first, second])
      expect(await openShare(ctx, { token, isView: false })).toMatchObject({
        with_vat: token === first.token,
      })
  })

  test('that is taken again is the same one, and each way is recorded', async () => {
    const { ctx, kayit_id } = await shop()
    const first = await share(ctx, { kayit_id })
    for (const way of ['copy', 'link'] as const)
      expect(await share(ctx, { kayit_id, token: first.token, way })).toEqual(first)
    expect((await listShares(ctx, record(kayit_id))).links).toHaveLength(1)
    const verbs = (await changesIn(db, ctx.actor.shop)).map(({ verb }) => verb)
    expect(verbs.slice(-3)).toEqual(['whatsapp', 'copy', 'share'])
  })

  test('is refused for another paper or record with its token, and after it has ended', async () => {
    const { ctx, kayit_id } = await shop()
    const { id, token } = await share(ctx, { kayit_id })
    const ended = { code: 'CONFLICT', message: shareMessages.ended } as const
    await expectRefusal(share(ctx, { kayit_id, token, with_vat: false }), ended)
    await expectRefusal(share(ctx, { kayit_id: (await save(ctx)).id, token }), ended)
    await expectRefusal(share({ ...ctx, now: LATER }, { kayit_id, token }), ended)
    await revokeShare(ctx, { id })
    await expectRefusal(share(ctx, { kayit_id, token }), ended)
    expect((await listShares(ctx, record(kayit_id))).links).toEqual([])
  })

  test('is refused with the token of another shop', async () => {
    const { ctx, kayit_id } = await shop()
    const token = createShareToken((await shop()).ctx.actor.shop)
    await expectRefusal(share(ctx, { kayit_id, token }), { code: 'INVALID', message: messages.invalidInput })
    expect((await listShares(ctx, record(kayit_id))).links).toEqual([])
  })

  test('ends when it is revoked, and a second call changes nothing', async () => {
    const { ctx, kayit_id } = await shop()
    const { id, token } = await share(ctx, { kayit_id })
    await revokeShare(ctx, { id })
    await revokeShare(ctx, { id })
    expect((await listShares(ctx, record(kayit_id))).links).toEqual([])
    await expectRefusal(openShare(ctx, { token, isView: false }), NOT_FOUND)
    const verbs = (await changesIn(db, ctx.actor.shop)).map(({ verb }) => verb)
    expect(verbs.filter((verb) => verb === 'unshare')).toHaveLength(1)
  })

  test('is refused for a record with too many open ones', async () => {
    const { ctx, kayit_id } = await shop()
    for (let count = 0; count < MAX_OPEN_SHARES; count += 1) await share(ctx, { kayit_id })
    await expectRefusal(share(ctx, { kayit_id }), { code: 'INVALID', message: shareMessages.tooMany })
    expect(await share({ ...ctx, now: LATER }, { kayit_id })).toHaveProperty('token')
  })

  test('of a record that is missing, deleted or another shop’s is not made and not listed', async () => {
    const { ctx, kayit_id } = await shop()
    const other = await shop()
    await deleteKayit(other.ctx, { kayit_id: other.kayit_id })
    const missing = { code: 'NOT_FOUND', message: messages.kayitNotFound } as const
    const calls = [
      [ctx, other.kayit_id],
      [ctx, 2_000_000_000],
      [other.ctx, other.kayit_id],
      [other.ctx, kayit_id],
    ] as const
    for (const [caller, id] of calls) {
      await expectRefusal(share(caller, { kayit_id: id }), missing)
      await expectRefusal(listShares(caller, record(id)), missing)
    }
    expect((await listShares(ctx, record(kayit_id))).links).toEqual([])
  })

  test('of another shop is not revoked', async () => {
    const { ctx, kayit_id } = await shop()
    const { id } = await share(ctx, { kayit_id })
    const other = await shop()
    await expectRefusal(revokeShare(other.ctx, { id }), NOT_FOUND)
    expect((await listShares(ctx, record(kayit_id))).links).toHaveLength(1)
  })

  test('is not for a mechanic, who sees no prices', async () => {
    const { owner, ctx, kayit_id } = await shop()
    const { id } = await share(ctx, { kayit_id })
    const mechanic = userCtx(db, await buildMember(db, owner, { role: 'mechanic' }))
    const desk = userCtx(db, await buildMember(db, owner, { role: 'desk' }))
    await expectRefusal(share(mechanic, { kayit_id }), REFUSED)
    await expectRefusal(listShares(mechanic, record(kayit_id)), REFUSED)
    await expectRefusal(revokeShare(mechanic, { id }), REFUSED)
    await revokeShare(desk, { id })
    expect((await listShares(desk, record(kayit_id))).links).toEqual([])
  })
})

test('taking and revoking stand in the history of the record', async () => {
  const { ctx, kayit_id } = await shop()
  const { id } = await share(ctx, { kayit_id })
  await share(ctx, { kayit_id, way: 'copy' })
  await revokeShare(ctx, { id })
  const entries = (await changesIn(db, ctx.actor.shop)).filter(({ target_id }) => target_id === kayit_id)
  expect(entries.map(({ noun, verb }) => `${noun} ${verb}`).slice(-3)).toEqual([
    'kayit whatsapp',
    'kayit copy',
    'kayit unshare',
  ])
})

test('housekeeping removes links that have expired', async () => {
  const { ctx, kayit_id } = await shop()
  const old = await share(ctx, { kayit_id })
  const fresh = await share({ ...ctx, now: new Date(LATER.getTime() - 86_400_000) }, { kayit_id })
  expect(await purgeShares(db, LATER)).toBeGreaterThan(0)
  const left = await db.selectFrom('share').where('shop_id', '=', ctx.actor.shop).select('id').execute()
  expect(left).toEqual([{ id: fresh.id }])
  expect(old.id).not.toBe(fresh.id)
})
