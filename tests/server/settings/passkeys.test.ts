import { describe, expect, test } from 'vitest'

import { addPasskey, beginPasskey, listPasskeys, removePasskey } from '#server/settings/second-factor.ts'
import {
  type Authenticator,
  authenticator,
  ORIGIN,
  withPasskey,
} from '#tests/support/security/authenticator.ts'
import { testDatabase } from '#tests/support/database/database.ts'
import { buildUser, type TestUser, userCtx } from '#tests/support/rows/factories.ts'

const db = await testDatabase()
type Deviation = Parameters<Authenticator['create']>[1]
const EXPIRED = { code: 'INVALID', field: 'token' } as const

async function person() {
  const user = await buildUser(db)
  return { user, device: await withPasskey(db, user) }
}

describe('adding a passkey', () => {
  const own = (user: TestUser) => userCtx(db, user, { passkeyOrigin: ORIGIN })

  test('needs the password, and ends at ten', async () => {
    const user = await buildUser(db)
    const unconfirmed = userCtx(db, user, {
      passkeyOrigin: ORIGIN,
      session: { id: 0, kind: 'web', confirmedAt: null },
    })
    await expect(beginPasskey(unconfirmed)).rejects.toMatchObject({ code: 'UNCONFIRMED' })
    for (let i = 0; i < 10; i += 1) await withPasskey(db, user)
    await expect(withPasskey(db, user)).rejects.toMatchObject({
      message: expect.stringContaining('En fazla 10'),
    })
  })

  test.each<[string, Deviation]>([
    ['another origin', { origin: 'https://panel.ornek.test' }],
    ['another RP id', { rpId: 'ornek.test' }],
    ['no verification', { isVerified: false }],
    ['a frame of another site', { crossOrigin: true }],
    ['a value that is no boolean for it', { crossOrigin: 'false' }],
    ['a page around it', { topOrigin: 'https://baska.ornek.test' }],
    ['a signature', { type: 'webauthn.get' }],
  ])('with %s is refused', async (_name, deviation) => {
    const user = await buildUser(db)
    const { token, options } = await beginPasskey(own(user))
    const passkey = authenticator().create(options, deviation)
    await expect(addPasskey(own(user), { token, name: 'x', passkey })).rejects.toMatchObject({
      code: 'INVALID',
    })
    expect((await listPasskeys(own(user))).items).toEqual([])
  })

  test('a challenge works once and in the session that asked; a passkey is there once', async () => {
    const [user, other] = [await buildUser(db), await buildUser(db)]
    const device = authenticator()
    const { token, options } = await beginPasskey(own(user))
    const sent = { token, name: 'Telefon', passkey: device.create(options) }
    await addPasskey(own(user), sent)
    await expect(addPasskey(own(user), sent)).rejects.toMatchObject(EXPIRED)
    const elsewhere = userCtx(db, user, { passkeyOrigin: ORIGIN, session: { id: 9, kind: 'web' } })
    const begun = await beginPasskey(elsewhere)
    const crossed = { ...sent, token: begun.token, passkey: authenticator().create(begun.options) }
    await expect(addPasskey(own(user), crossed)).rejects.toMatchObject(EXPIRED)
    await expect(withPasskey(db, other, device)).rejects.toMatchObject({ code: 'CONFLICT' })
  })

  test('another user’s is not found', async () => {
    const [{ user }, other] = [await person(), await buildUser(db)]
    const [passkey] = (await listPasskeys(own(user))).items
    await expect(removePasskey(own(other), { id: passkey?.id ?? 0 })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
    expect((await listPasskeys(own(user))).items).toHaveLength(1)
  })
})
