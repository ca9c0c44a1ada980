import { expect } from 'vitest'

import type { Caller } from '#tests/support/rows/changes.ts'

const NOBODY = { id: 2_000_000_000 }
const MISSING = { code: 'NOT_FOUND' }

/** Returns calls that concern whole shops and the person's own consents, made by a user of another user's shop. */
export const shopCalls = (caller: () => Caller): Record<string, () => Promise<unknown>> => ({
  'admin.shops': async () => expect((await caller().admin.shops({})).total).toBeGreaterThan(0),
  'admin.shop': () => expect(caller().admin.shop(NOBODY)).rejects.toMatchObject(MISSING),
  'admin.endShopSessions': () =>
    expect(caller().admin.endShopSessions(NOBODY)).rejects.toMatchObject(MISSING),
  'admin.suspendShop': () => expect(caller().admin.suspendShop(NOBODY)).rejects.toMatchObject(MISSING),
  'admin.openShop': () => expect(caller().admin.openShop(NOBODY)).rejects.toMatchObject(MISSING),
  'admin.changeLicenses': () =>
    expect(
      caller().admin.changeLicenses({ shops: [{ ...NOBODY, version: 1 }], step: { to: '2027-01-01' } }),
    ).rejects.toMatchObject(MISSING),
  'admin.eraseShop': () =>
    expect(caller().admin.eraseShop({ ...NOBODY, username: 'x', reason: 'x' })).rejects.toMatchObject(
      MISSING,
    ),
  'admin.eraseMember': () =>
    expect(caller().admin.eraseMember({ ...NOBODY, reason: 'x' })).rejects.toMatchObject(MISSING),
  'settings.consents': async () => expect(await caller().settings.consents()).toEqual([]),
  'settings.consentText': () => expect(caller().settings.consentText(NOBODY)).rejects.toMatchObject(MISSING),
})
