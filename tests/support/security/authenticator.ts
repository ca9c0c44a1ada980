import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

import { isoCBOR } from '@simplewebauthn/server/helpers'
import type { Kysely } from 'kysely'
import { expect } from 'vitest'

import type { DB } from '#server/platform/db/schema.ts'
import type { appRouter } from '#server/transports/rpc/app-router.ts'
import { addPasskey, beginPasskey } from '#server/settings/second-factor.ts'

import { sessionRow, startSession } from '#tests/support/rows/auth.ts'
import { callerOf } from '#tests/support/rows/changes.ts'
import { buildUser, TEST_NOW, type TestUser, userCtx } from '#tests/support/rows/factories.ts'

const RP = 'localhost'
/** The origin of requests without a host, as tests send them. */
export const ORIGIN = 'http://localhost'
const PRESENT = 0x01
const VERIFIED = 0x04
const ATTESTED = 0x40

type Encoded = Parameters<typeof isoCBOR.encode>[0]
type Deviation = {
  origin?: string
  rpId?: string
  /** Whether the user was verified by finger, face or PIN. */
  isVerified?: boolean
  /** The counter of this signature, by default one more than the last. */
  counter?: number
  /** The handle of another account. */
  userHandle?: string
  type?: string
  /** Whether the page was in a frame of another site. */
  crossOrigin?: unknown
  topOrigin?: string
}

const text = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url')
const sha256 = (data: string | Uint8Array) => createHash('sha256').update(data).digest()

/** Returns a passkey in software (ES256, like a telephone). `deviation` changes a response as an attacker would. */
export function authenticator() {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const id = randomBytes(16)
  let counter = 0
  let handle: string | undefined

  const clientData = (
    challenge: string,
    { origin = ORIGIN, type, crossOrigin = false, topOrigin }: Deviation,
    usual: string,
  ) => Buffer.from(JSON.stringify({ type: type ?? usual, challenge, origin, crossOrigin, topOrigin }))
  const authData = ({ rpId = RP, isVerified = true, counter: given }: Deviation, attested?: Uint8Array) => {
    counter = given ?? counter + 1
    const count = Buffer.alloc(4)
    count.writeUInt32BE(counter)
    const flags = PRESENT + (isVerified ? VERIFIED : 0) + (attested === undefined ? 0 : ATTESTED)
    return Buffer.concat([sha256(rpId), Buffer.from([flags]), count, attested ?? Buffer.alloc(0)])
  }
  const coseKey = () => {
    const key = new Map<number, number | Uint8Array>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, new Uint8Array(Buffer.from(x, 'base64url'))],
      [-3, new Uint8Array(Buffer.from(y, 'base64url'))],
    ])
    return isoCBOR.encode(key)
  }
  const credential = { id: text(id), rawId: text(id), type: 'public-key' as const }
  return {
    id: text(id),
    /** Responds like `navigator.credentials.create`. */
    create(options: { challenge: string; user: { id: string } }, deviation: Deviation = {}) {
      handle = options.user.id
      const length = Buffer.alloc(2)
      length.writeUInt16BE(id.length)
      const attested = Buffer.concat([Buffer.alloc(16), length, id, coseKey()])
      const attestation = new Map<string, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', new Uint8Array(authData({ counter: 0, ...deviation }, attested))],
      ])
      return {
        ...credential,
        response: {
          clientDataJSON: text(clientData(options.challenge, deviation, 'webauthn.create')),
          attestationObject: text(isoCBOR.encode(attestation as Encoded)),
          transports: ['internal', 'hybrid'],
        },
      }
    },
    /** Responds like `navigator.credentials.get`. */
    sign(options: { challenge: string }, deviation: Deviation = {}) {
      const client = clientData(options.challenge, deviation, 'webauthn.get')
      const data = authData(deviation)
      const signature = sign('sha256', Buffer.concat([data, sha256(client)]), privateKey)
      return {
        ...credential,
        response: {
          clientDataJSON: text(client),
          authenticatorData: text(data),
          signature: text(signature),
          userHandle: deviation.userHandle ?? handle ?? null,
        },
      }
    },
  }
}
export type Authenticator = ReturnType<typeof authenticator>

/** Adds the passkey to the user, who has just entered the password. */
export async function withPasskey(
  db: Kysely<DB>,
  user: TestUser,
  device = authenticator(),
): Promise<Authenticator> {
  const ctx = userCtx(db, user, { passkeyOrigin: ORIGIN })
  const { token, options } = await beginPasskey(ctx)
  await addPasskey(ctx, { token, name: 'Telefon', passkey: device.create(options) })
  return device
}

type Setting = { caller: ReturnType<typeof appRouter.createCaller> }

/** Returns a call of each procedure of passkeys and new devices, in order; they belong to the person, not the shop. */
export function passkeyCalls(setting: () => Setting): Record<string, () => Promise<unknown>> {
  const settings = () => setting().caller.settings
  let id = 0
  const begun = { token: '', options: { challenge: '', user: { id: '' } } }
  return {
    'settings.beginPasskey': async () => void Object.assign(begun, await settings().beginPasskey()),
    'settings.addPasskey': async () => {
      const passkey = authenticator().create(begun.options)
      ;({ id } = await settings().addPasskey({ token: begun.token, name: 'Telefon', passkey }))
    },
    'settings.passkeys': async () => expect((await settings().passkeys()).items).toMatchObject([{ id }]),
    'settings.renamePasskey': () => settings().renamePasskey({ id, name: 'Büro' }),
    'settings.removePasskey': () => settings().removePasskey({ id }),
    'settings.newLogins': async () => expect(await settings().newLogins()).toEqual({ news: [], all: [] }),
    'settings.dismissLogins': () => settings().dismissLogins({ id: 1 }),
    'settings.reportLogins': () => settings().reportLogins({ id: 1 }),
    'settings.endReported': () => settings().endReported({ since: TEST_NOW.toISOString(), ids: [] }),
  }
}

/** Returns the changes of a passkey with their entries in the log, in the form of the cases of recorded.test.ts. */
export function passkeyCases(db: Kysely<DB>) {
  const person = async () => {
    const user = await buildUser(db)
    await withPasskey(db, user)
    const session = await sessionRow(db, await startSession(db, user))
    const ctx = userCtx(db, user, { passkeyOrigin: ORIGIN, session: { id: session?.id ?? 0, kind: 'web' } })
    const { settings } = callerOf(ctx)
    return { in: () => user.id, settings, passkey: (await settings.passkeys()).items[0] ?? { id: 0 } }
  }
  return {
    'settings.addPasskey': async () => {
      const { settings, ...own } = await person()
      const { token, options } = await settings.beginPasskey()
      const sent = { token, name: 'Telefon', passkey: authenticator().create(options) }
      return { run: () => settings.addPasskey(sent), wrote: 'user passkey-add', in: own.in }
    },
    'settings.renamePasskey': async () => {
      const { settings, passkey, ...own } = await person()
      const run = () => settings.renamePasskey({ id: passkey.id, name: 'Büro' })
      return { run, wrote: 'user passkey-rename', in: own.in }
    },
    'settings.reportLogins': async () => {
      const { settings, ...own } = await person()
      const unknown = {
        user_id: own.in(),
        // The entry is from before the session that answers.
        at: new Date(TEST_NOW.getTime() - 1_000),
        address: '',
        user_agent: '',
        method: 'password' as const,
      }
      const news = await db.insertInto('new_login').values(unknown).returning('id').executeTakeFirstOrThrow()
      return { run: () => settings.reportLogins(news), wrote: 'user passkey-remove', in: own.in }
    },
    'settings.endReported': async () => {
      const { settings, ...own } = await person()
      const member = await buildUser(db, { shop_id: own.in(), role: 'desk', created_by: own.in() })
      const sent = { since: TEST_NOW.toISOString(), ids: [member.id] }
      return { run: () => settings.endReported(sent), wrote: 'user delete', in: own.in }
    },
    'settings.removePasskey': async () => {
      const { settings, passkey, ...own } = await person()
      return { run: () => settings.removePasskey(passkey), wrote: 'user passkey-remove', in: own.in }
    },
  }
}
