import { createHmac } from 'node:crypto'

import type { Kysely } from 'kysely'
import { expect } from 'vitest'

import type { DB } from '#server/platform/db/schema.ts'
import type { appRouter } from '#server/transports/rpc/app-router.ts'
import { activateFactor, beginFactor } from '#server/settings/second-factor.ts'

import { passkeyCalls } from './authenticator.ts'
import { TEST_NOW, type TestUser, userCtx } from '#tests/support/rows/factories.ts'

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** Returns the bytes of a key as an app reads it. */
export function bytesOf(key: string): Buffer {
  const bits = key
    .replaceAll(' ', '')
    .split('')
    .map((sign) => BASE32.indexOf(sign).toString(2).padStart(5, '0'))
    .join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}

/** Returns the code that an app shows, computed independently of the server. */
export function appCode(key: string, now: Date = TEST_NOW): string {
  const counter = Buffer.alloc(8)
  counter.writeUInt32BE(Math.floor(now.getTime() / 30_000), 4)
  const digest = createHmac('sha1', bytesOf(key)).update(counter).digest()
  const at = (digest.at(-1) ?? 0) & 15
  const number = [0, 1, 2, 3].reduce((sum, i) => sum * 256 + (digest[at + i] ?? 0), 0) % 2 ** 31
  return String(number).slice(-6).padStart(6, '0')
}

/** Returns a code that differs from the valid ones. */
export const wrongCode = (key: string, now: Date = TEST_NOW): string => {
  const near = [-30_000, 0, 30_000].map((ms) => appCode(key, new Date(now.getTime() + ms)))
  return ['000000', '111111', '222222', '333333'].find((code) => !near.includes(code)) ?? ''
}

/** Switches the user's second factor on two minutes before the tests' time, so that no current code is used up. */
export async function withFactor(db: Kysely<DB>, user: TestUser): Promise<{ key: string; codes: string[] }> {
  const now = new Date(TEST_NOW.getTime() - 120_000)
  const ctx = userCtx(db, user, { now })
  const { key } = await beginFactor(ctx)
  const { codes } = await activateFactor(ctx, { code: appCode(key, now) })
  return { key, codes }
}

type Setting = {
  caller: ReturnType<typeof appRouter.createCaller>
  person: Pick<TestUser, 'id'>
  owner: Pick<TestUser, 'id'>
}

/** Returns a call of each procedure of the second factor, in order: it belongs to the person, not to the shop. */
export function factorCalls(setting: () => Setting): Record<string, () => Promise<unknown>> {
  let key = ''
  const settings = () => setting().caller.settings
  const admin = () => setting().caller.admin
  return {
    ...passkeyCalls(setting),
    'settings.factor': async () => expect(await settings().factor()).toMatchObject({ since: null }),
    'settings.beginFactor': async () => void ({ key } = await settings().beginFactor()),
    'settings.activateFactor': () => settings().activateFactor({ code: appCode(key) }),
    'admin.userFactor': async () => {
      const { person, owner } = setting()
      expect(await admin().userFactor(person)).toEqual({ since: TEST_NOW.toISOString(), passkeys: 0 })
      expect(await admin().userFactor(owner)).toEqual({ since: null, passkeys: 0 })
    },
    'settings.renewCodes': async () => expect((await settings().renewCodes()).codes).toHaveLength(10),
    'settings.switchOffFactor': () => settings().switchOffFactor(),
    'admin.switchOffFactor': () => admin().switchOffFactor(setting().person),
  }
}
