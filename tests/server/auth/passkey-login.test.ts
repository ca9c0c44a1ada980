import { describe, expect, test } from 'vitest'

import { deleteUser } from '#server/admin/operations.ts'
import { acceptConsent, legacyLogin, login } from '#server/auth/operations.ts'
import {
  beginPasskeyLogin,
  beginPasskeyStep,
  enterPasskey,
  loginWithPasskey,
} from '#server/auth/passkey-login.ts'
import { resolveActor } from '#server/auth/actor.ts'
import type { BaseCtx, Ctx } from '#server/platform/core/context.ts'
import { createLogger } from '#server/platform/lib/logger.ts'
import { beginPasskey, listPasskeys, removePasskey } from '#server/settings/second-factor.ts'
import { changePassword } from '#server/settings/password.ts'
import { closeMember } from '#server/staff/operations.ts'
import { AUTH_ADMIN } from '#shared/options.ts'
import {
  anonymous,
  newAddress,
  secondsLater,
  sessionRow,
  sessionsOf,
  whoSends,
} from '#tests/support/rows/auth.ts'
import {
  type Authenticator,
  authenticator,
  ORIGIN,
  withPasskey,
} from '#tests/support/security/authenticator.ts'
import { testDatabase } from '#tests/support/database/database.ts'
import { baseCtx, buildUser, type TestUser, userCtx } from '#tests/support/rows/factories.ts'
import { withFactor } from '#tests/support/security/second-factor.ts'
import { buildMember } from '#tests/support/rows/staff.ts'

const db = await testDatabase()
const REFUSED = {
  code: 'INVALID',
  message: 'Bu geçiş anahtarıyla giriş yapılamadı. Parolanızla giriş yapabilirsiniz.',
  field: 'passkey',
} as const
const EXPIRED = {
  code: 'INVALID',
  message: 'Geçiş anahtarı için tanınan süre doldu. Lütfen yeniden deneyin.',
  field: 'token',
} as const

type Deviation = Parameters<Authenticator['sign']>[1]
type Options = Partial<BaseCtx> & { consentGiven?: boolean; remember?: boolean }

const visitor = (options: Partial<BaseCtx> = {}): Ctx => anonymous(db, { passkeyOrigin: ORIGIN, ...options })

/** Logs in with the device, from the beginning. */
async function enter(device: Authenticator, options: Options = {}, deviation: Deviation = {}) {
  const { consentGiven = true, remember = true, ...ctx } = options
  const { token, options: asked } = await beginPasskeyLogin(visitor(ctx))
  const passkey = device.sign(asked, deviation)
  return loginWithPasskey(visitor(ctx), { token, passkey, remember, consentGiven })
}

/** Returns a log and the reasons of the refusals in it. */
function readLog() {
  const reasons: unknown[] = []
  const write = (line: string) => {
    const { reason } = JSON.parse(line) as { reason?: string }
    if (reason !== undefined) reasons.push(reason)
  }
  return { log: createLogger('info', null, { write }), reasons }
}

async function person(auth = 0) {
  const user = await buildUser(db, { auth })
  return { user, device: await withPasskey(db, user) }
}

describe('a login with a passkey', () => {
  test('leads into the page without a password, for as long as was asked, and is noted', async () => {
    for (const remember of [true, false]) {
      const { user, device } = await person()
      const result = await enter(device, { remember })
      if (result.status !== 'active') throw new Error('not active')
      expect(result).toMatchObject({ remember, user: { id: user.id } })
      expect(await whoSends(db, { cookie: result.token })).toBe(user.id)
      const row = await sessionRow(db, result.token)
      // The passkey does not confirm the password.
      expect(row).toMatchObject({ method: 'passkey', confirmed_at: null })
      const { items } = await listPasskeys(userCtx(db, user))
      expect(items).toMatchObject([{ name: 'Telefon', last_used_at: baseCtx(db).now.toISOString() }])
    }
  })

  test('the notice comes after it, and the session keeps how it began', async () => {
    const { user, device } = await person()
    const result = await enter(device, { consentGiven: false })
    expect(result).toEqual({ status: 'consent', pending: expect.stringMatching(/^\S{43}$/) })
    const { pending } = result as { pending: string }
    const { token } = await acceptConsent(visitor(), { pending })
    expect(await sessionRow(db, token)).toMatchObject({
      user_id: user.id,
      method: 'passkey',
      confirmed_at: null,
    })
  })

  test('is asked for with verification, for any account', async () => {
    const { options } = await beginPasskeyLogin(visitor())
    expect(options).toMatchObject({ rpId: 'localhost', userVerification: 'required' })
    expect(options.allowCredentials ?? []).toEqual([])
    expect(Buffer.from(options.challenge, 'base64url')).toHaveLength(32)
  })

  test('works after a change of the password', async () => {
    const { user, device } = await person()
    const passwords = { current_password: user.password, new_password: 'Yepyeni-Sozcuk-9' }
    await changePassword(userCtx(db, user), passwords)
    expect((await enter(device)).status).toBe('active')
  })

  test('needs no code of an app', async () => {
    const { user, device } = await person()
    await withFactor(db, user)
    expect((await enter(device)).status).toBe('active')
  })

  test.each<[string, Deviation]>([
    ['another origin', { origin: 'https://panel.ornek.test' }],
    ['another port', { origin: 'http://localhost:8080' }],
    ['another RP id', { rpId: 'ornek.test' }],
    ['no verification', { isVerified: false }],
    ['a frame of another site', { crossOrigin: true }],
    ['a value that is no boolean for it', { crossOrigin: 'false' }],
    ['a page around it', { topOrigin: 'https://baska.ornek.test' }],
    ['another account’s handle', { userHandle: Buffer.from('oto-servis-1').toString('base64url') }],
    ['the making of a passkey', { type: 'webauthn.create' }],
  ])('%s is refused', async (_name, deviation) => {
    const { user, device } = await person()
    const { log, reasons } = readLog()
    await expect(enter(device, { log }, deviation)).rejects.toMatchObject(REFUSED)
    expect(reasons).toEqual(['wrong passkey'])
    expect(await sessionsOf(db, user)).toEqual([])
    expect((await enter(device)).status).toBe('active')
  })

  test('a passkey of another device with a known id is refused', async () => {
    const { device } = await person()
    const forger = authenticator()
    const { token, options } = await beginPasskeyLogin(visitor())
    const passkey = { ...forger.sign(options), id: device.id, rawId: device.id }
    const sent = { token, passkey, remember: true, consentGiven: true }
    await expect(loginWithPasskey(visitor(), sent)).rejects.toMatchObject(REFUSED)
  })

  test('a challenge works once, for five minutes, and only for what asked for it', async () => {
    const { user, device } = await person()
    const begun = await beginPasskeyLogin(visitor())
    const sent = {
      token: begun.token,
      passkey: device.sign(begun.options),
      remember: true,
      consentGiven: true,
    }
    expect((await loginWithPasskey(visitor(), sent)).status).toBe('active')
    await expect(loginWithPasskey(visitor(), sent)).rejects.toMatchObject(EXPIRED)

    const late = await beginPasskeyLogin(visitor())
    const now = secondsLater(300)
    const tooLate = { ...sent, token: late.token, passkey: device.sign(late.options) }
    await expect(loginWithPasskey(visitor({ now }), tooLate)).rejects.toMatchObject(EXPIRED)

    // A refused challenge is used up too, and the challenge of one login does not serve another.
    const [one, other] = [await beginPasskeyLogin(visitor()), await beginPasskeyLogin(visitor())]
    const crossed = { ...sent, token: one.token, passkey: device.sign(other.options) }
    await expect(loginWithPasskey(visitor(), crossed)).rejects.toMatchObject(REFUSED)
    const again = { ...sent, token: one.token, passkey: device.sign(one.options) }
    await expect(loginWithPasskey(visitor(), again)).rejects.toMatchObject(EXPIRED)

    const adding = await beginPasskey(
      userCtx(db, user, { passkeyOrigin: ORIGIN, session: { id: 7, kind: 'web' } }),
    )
    const signed = { ...sent, token: adding.token, passkey: device.sign(adding.options) }
    await expect(loginWithPasskey(visitor(), signed)).rejects.toMatchObject(EXPIRED)
  })

  test('a counter that goes back, or stands still, is refused and logged; one that never counts is not', async () => {
    const { device } = await person()
    await enter(device, {}, { counter: 5 })
    for (const counter of [5, 4, 0]) {
      const { log, reasons } = readLog()
      await expect(enter(device, { log }, { counter })).rejects.toMatchObject(REFUSED)
      expect(reasons).toEqual(['passkey counter went back'])
    }
    expect((await enter(device, {}, { counter: 6 })).status).toBe('active')
    const other = await person()
    for (let i = 0; i < 2; i += 1)
      expect((await enter(other.device, {}, { counter: 0 })).status).toBe('active')
  })

  test('the passkey of a removed device, a deleted user or a member who left is refused like an unknown one', async () => {
    const [removed, deleted] = [await person(), await person()]
    const admin = userCtx(db, await buildUser(db, { auth: AUTH_ADMIN }))
    const [passkey] = (await listPasskeys(userCtx(db, removed.user))).items
    await removePasskey(userCtx(db, removed.user), { id: passkey?.id ?? 0 })
    await deleteUser(admin, { id: deleted.user.id })
    const owner = await buildUser(db)
    const member = await buildMember(db, owner)
    const ofMember = await withPasskey(db, member)
    // A user who never accepted the notice is asked, whatever the browser's cookie says.
    expect((await enter(ofMember)).status).toBe('consent')
    await closeMember(userCtx(db, owner), { id: member.id })
    for (const device of [removed.device, deleted.device, ofMember, authenticator()]) {
      const { log, reasons } = readLog()
      await expect(enter(device, { log })).rejects.toMatchObject(REFUSED)
      expect(reasons).toEqual(['unknown passkey'])
    }
    const left = await db
      .selectFrom('passkey')
      .where('user_id', 'in', [deleted.user.id, member.id])
      .selectAll()
      .execute()
    expect(left).toEqual([])
  })

  test('ten failures of an address are the limit, and do not count elsewhere', async () => {
    const { device } = await person()
    const client = { address: newAddress(), userAgent: 'vitest' }
    for (let i = 0; i < 10; i += 1)
      await expect(enter(authenticator(), { client })).rejects.toMatchObject(REFUSED)
    await expect(enter(device, { client })).rejects.toMatchObject({ code: 'TOO_MANY' })
    expect((await enter(device)).status).toBe('active')
    const now = secondsLater(901)
    expect((await enter(device, { client, now })).status).toBe('active')
  })

  test('no login and no new passkey begins where passkeys cannot be used', async () => {
    const nowhere = { code: 'INVALID', message: 'Geçiş anahtarları bu adreste kullanılamaz.' }
    await expect(beginPasskeyLogin(visitor({ passkeyOrigin: null }))).rejects.toMatchObject(nowhere)
    const { user } = await person()
    await expect(beginPasskey(userCtx(db, user))).rejects.toMatchObject(nowhere)
  })
})

describe('a passkey as the second step', () => {
  async function begun(user: TestUser, ctx: Partial<BaseCtx> = {}) {
    const result = await login(visitor(ctx), { ...user, remember: true, consentGiven: true })
    if (result.status !== 'code') throw new Error(`not the second step: ${result.status}`)
    return result
  }
  async function step(pending: string, device: Authenticator, ctx: Partial<BaseCtx> = {}) {
    const { token, options } = await beginPasskeyStep(visitor(ctx), { pending })
    const passkey = device.sign(options)
    return enterPasskey(visitor(ctx), { pending, token, passkey, consentGiven: true })
  }

  test('is offered beside the code, and only the own one works', async () => {
    const [one, other] = [await person(), await person()]
    await withFactor(db, one.user)
    const { pending, passkey } = await begun(one.user)
    expect(passkey).toBe('too')
    const { options } = await beginPasskeyStep(visitor(), { pending })
    expect(options.allowCredentials).toMatchObject([{ id: one.device.id }])
    await expect(step(pending, other.device)).rejects.toMatchObject(REFUSED)
    const result = await step(pending, one.device)
    if (result.status !== 'active') throw new Error('not active')
    expect(await sessionRow(db, result.token)).toMatchObject({
      method: 'passkey',
      confirmed_at: baseCtx(db).now,
    })
    await expect(step(pending, one.device)).rejects.toMatchObject({ field: 'pending' })
  })

  test('a password alone suffices for a user with a passkey and no code', async () => {
    const { user } = await person()
    const result = await login(visitor(), { ...user, remember: true, consentGiven: true })
    expect(result.status).toBe('active')
    expect((await legacyLogin(visitor(), user)).token).toHaveLength(43)
  })

  test('counts where administrators must have a second factor, and is asked for after the password', async () => {
    const { user, device } = await person(AUTH_ADMIN)
    const required = { adminFactorRequired: true }
    const entered = await enter(device, required)
    if (entered.status !== 'active') throw new Error('not active')
    const { pending, passkey } = await begun(user, required)
    expect(passkey).toBe('only')
    const { actor } = await resolveActor(baseCtx(db, required), { cookie: entered.token })
    expect(actor?.user).toBe(user.id)
    expect((await step(pending, device, required)).status).toBe('active')
    await expect(legacyLogin(visitor(required), user)).rejects.toMatchObject({ code: 'INVALID' })

    const ctx = userCtx(db, user, required)
    const { items, is_last_kept } = await listPasskeys(ctx)
    expect(is_last_kept).toBe(true)
    await expect(removePasskey(ctx, { id: items[0]?.id ?? 0 })).rejects.toMatchObject({ code: 'INVALID' })
    expect((await listPasskeys(ctx)).items).toHaveLength(1)
  })
})
