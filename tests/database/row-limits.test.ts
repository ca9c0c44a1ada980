import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'

import { legacyLogin, login } from '#server/auth/operations.ts'
import { MAX_CHALLENGES } from '#server/auth/passkeys.ts'
import { beginPasskeyLogin } from '#server/auth/passkey-login.ts'
import { MAX_SESSIONS } from '#server/auth/sessions.ts'
import type { UserCtx } from '#server/platform/core/context.ts'
import { addFeedback } from '#server/feedback/operations.ts'
import { derivedColumns } from '#server/item/named.ts'
import { deletePackage, restorePackage } from '#server/item/packages.ts'
import { deletePrice, restorePrice } from '#server/item/prices.ts'
import { addPasskey, beginPasskey, renewCodes } from '#server/settings/second-factor.ts'
import { closeMember, makeMemberLink, restoreMember, saveMember } from '#server/staff/operations.ts'
import { passkeyMessages } from '#shared/auth/passkey-messages.ts'
import { MAX_PASSKEYS } from '#shared/auth/passkeys.ts'
import { RECOVERY_CODES } from '#shared/auth/second-factor.ts'
import { messages } from '#shared/messages.ts'
import { MAX_ITEMS, MAX_PACKAGES, MAX_PRICES, MAX_STAFF } from '#shared/options.ts'
import { staffInput } from '#shared/staff/schema.ts'
import { anonymous, newAddress, sessionsOf, startSession } from '#tests/support/rows/auth.ts'
import { authenticator, ORIGIN } from '#tests/support/security/authenticator.ts'
import { testDatabase } from '#tests/support/database/database.ts'
import { buildUser, type TestUser, userCtx } from '#tests/support/rows/factories.ts'
import { item, pack, price } from '#tests/support/rows/items.ts'
import { save } from '#tests/support/rows/kayit.ts'
import { outcomeOf } from '#tests/support/rows/refusal.ts'
import { withFactor } from '#tests/support/security/second-factor.ts'
import { buildMember } from '#tests/support/rows/staff.ts'

const db = await testDatabase()
/** The number of simultaneous calls; the limit admits half of them. */
const CALLS = 12
const ROOM = CALLS / 2

type Setting = { ctx: UserCtx; user: TestUser; address: string }
type Calls = (() => Promise<unknown>)[]
type Case = {
  most: number
  /** The message to callers beyond the limit; `null` where a new row replaces an old one. */
  refused: string | null
  /** Fills the table until the limit admits half of the returned calls. */
  prepare: (setting: Setting) => Promise<Calls>
  count: (setting: Setting) => Promise<number>
}

const times = <T>(count: number, make: (number: number) => T): T[] =>
  Array.from({ length: count }, (_, number) => make(number))

type Named = 'item_price' | 'item_package'
const livingOf = (table: Named) => (of: Setting) =>
  countOf(db.selectFrom(table).where('shop_id', '=', of.user.id).where('deleted_at', 'is', null))
const countOf = async (rows: { selectAll: () => { execute: () => Promise<unknown[]> } }) =>
  (await rows.selectAll().execute()).length

/** Stores rows as another version did. */
async function storeNamed(table: Named, { user }: Setting, count: number): Promise<void> {
  const rows = times(count, (n) => ({ ...derivedColumns(`${table} ${n}`), shop_id: user.id }))
  if (table === 'item_price') {
    const columns = { search_text: '', price_kurus: 1, quantity: 1 }
    await db
      .insertInto(table)
      .values(rows.map((row) => ({ ...row, ...columns })))
      .execute()
  } else
    await db
      .insertInto(table)
      .values(rows.map((row) => ({ ...row, items: '[]' })))
      .execute()
}

const newPrice = ({ ctx }: Setting, n: number) => price(ctx, { name: `Yeni ${n}`, price_kurus: 1 })
const newPackage = ({ ctx }: Setting, n: number) => pack(ctx, { name: `Yeni ${n}`, items: [item('Yağ')] })
const newMember = ({ ctx, user }: Setting, n: number) => {
  const sent = { username: `${user.username}-${n}`, name_surname: 'Ece', new_password: 'Ayva-Reçeli-71' }
  return saveMember(ctx, z.parse(staffInput, sent))
}
const staffOf = ({ user }: Setting) =>
  countOf(
    db
      .selectFrom('users')
      .where('shop_id', '=', user.id)
      .where('role', '<>', 'owner')
      .where('deleted_at', 'is', null),
  )

const CASES: Record<string, Case> = {
  'entries of the price list': {
    most: MAX_PRICES,
    refused: messages.tooManyPrices,
    count: livingOf('item_price'),
    prepare: async (of) => {
      await storeNamed('item_price', of, MAX_PRICES - ROOM)
      return times(CALLS, (n) => () => newPrice(of, n))
    },
  },
  'restored entries of the price list': {
    most: MAX_PRICES,
    refused: messages.tooManyPrices,
    count: livingOf('item_price'),
    prepare: async (of) => {
      const made = await Promise.all(times(CALLS, (n) => newPrice(of, n)))
      for (const one of made) await deletePrice(of.ctx, one)
      await storeNamed('item_price', of, MAX_PRICES - ROOM)
      return made.map((one) => () => restorePrice(of.ctx, one))
    },
  },
  'ready packages': {
    most: MAX_PACKAGES,
    refused: messages.tooManyPackages,
    count: livingOf('item_package'),
    prepare: async (of) => {
      await storeNamed('item_package', of, MAX_PACKAGES - ROOM)
      return times(CALLS, (n) => () => newPackage(of, n))
    },
  },
  'ready packages, made and restored': {
    most: MAX_PACKAGES,
    refused: messages.tooManyPackages,
    count: livingOf('item_package'),
    prepare: async (of) => {
      const made = await Promise.all(times(CALLS, (n) => newPackage(of, n)))
      for (const one of made) await deletePackage(of.ctx, one)
      await storeNamed('item_package', of, MAX_PACKAGES - ROOM)
      return made.map((one, n) => () => (n % 2 === 0 ? restorePackage(of.ctx, one) : newPackage(of, n)))
    },
  },
  staff: {
    most: MAX_STAFF,
    refused: messages.tooManyStaff,
    count: staffOf,
    prepare: async (of) => {
      for (let n = ROOM; n < MAX_STAFF; n++) await buildMember(db, of.user)
      return times(CALLS, (n) => () => newMember(of, n))
    },
  },
  'staff, opened again': {
    most: MAX_STAFF,
    refused: messages.tooManyStaff,
    count: staffOf,
    prepare: async (of) => {
      const closed = await Promise.all(times(CALLS, () => buildMember(db, of.user)))
      for (const one of closed) await closeMember(of.ctx, one)
      for (let n = ROOM; n < MAX_STAFF; n++) await buildMember(db, of.user)
      return closed.map((one) => () => restoreMember(of.ctx, one))
    },
  },
  passkeys: {
    most: MAX_PASSKEYS,
    refused: passkeyMessages.tooMany,
    count: ({ user }) => countOf(db.selectFrom('passkey').where('user_id', '=', user.id)),
    prepare: async ({ ctx }) => {
      const added = async () => {
        const { token, options } = await beginPasskey(ctx)
        const sent = { token, name: 'Telefon', passkey: authenticator().create(options) }
        return () => addPasskey(ctx, sent)
      }
      for (let n = ROOM; n < MAX_PASSKEYS; n++) await (await added())()
      return Promise.all(times(CALLS, added))
    },
  },
  'challenges of an address': {
    most: MAX_CHALLENGES,
    refused: messages.tooManyLogins,
    count: ({ address }) => countOf(db.selectFrom('passkey_challenge').where('address', '=', address)),
    prepare: async ({ address }) => {
      const client = { address, userAgent: 'vitest' }
      const begin = () => beginPasskeyLogin(anonymous(db, { client, passkeyOrigin: ORIGIN }))
      for (let n = ROOM; n < MAX_CHALLENGES; n++) await begin()
      return times(CALLS, () => begin)
    },
  },
  'sessions of programs': {
    most: MAX_SESSIONS.legacy,
    refused: null,
    count: async ({ user }) => (await sessionsOf(db, user)).length,
    prepare: async ({ user }) => {
      for (let n = ROOM; n < MAX_SESSIONS.legacy; n++) await startSession(db, user, { kind: 'legacy' })
      return times(CALLS, () => () => legacyLogin(anonymous(db), user))
    },
  },
  'logins that wait for the notice': {
    most: MAX_SESSIONS.pending,
    refused: null,
    count: async ({ user }) => (await sessionsOf(db, user)).length,
    prepare: async ({ user }) => {
      for (let n = ROOM; n < MAX_SESSIONS.pending; n++) await startSession(db, user, { kind: 'pending' })
      const sent = { ...user, remember: false, consentGiven: false }
      return times(CALLS, () => () => login(anonymous(db), sent))
    },
  },
  'feedbacks of a day': {
    most: 20,
    refused: messages.tooManyFeedbacks,
    count: ({ user }) => countOf(db.selectFrom('feedback').where('shop_id', '=', user.id)),
    prepare: async ({ ctx }) => {
      const send = () => addFeedback(ctx, { subject: 'Soru', message: 'Bir sorum olacaktı.' })
      for (let n = ROOM; n < 20; n++) await send()
      return times(CALLS, () => send)
    },
  },
  'recovery codes': {
    most: RECOVERY_CODES,
    refused: null,
    count: ({ user }) => countOf(db.selectFrom('recovery_codes').where('user_id', '=', user.id)),
    prepare: async ({ ctx, user }) => {
      await withFactor(db, user)
      return times(CALLS, () => () => renewCodes(ctx))
    },
  },
  'links for a password': {
    most: 1,
    refused: null,
    count: ({ user }) =>
      countOf(
        db.selectFrom('reset_links').innerJoin('users', 'users.id', 'user_id').where('shop_id', '=', user.id),
      ),
    prepare: async ({ ctx, user }) => {
      const member = await buildMember(db, user)
      return times(CALLS, () => () => makeMemberLink(ctx, member))
    },
  },
  'work items of a record': {
    most: MAX_ITEMS,
    refused: null,
    count: ({ user }) =>
      countOf(
        db
          .selectFrom('islem')
          .innerJoin('kayit', 'kayit.id', 'kayit_id')
          .where('kayit.shop_id', '=', user.id),
      ),
    prepare: async ({ ctx }) => {
      const { id } = await save(ctx)
      // Old paths send no version, so the last save wins.
      const islemler = times(MAX_ITEMS, (n) => item(`İşlem ${n}`))
      return times(3, () => () => save(ctx, { id, info: {}, islemler }))
    },
  },
}

describe('calls at the same time leave exactly as many rows as allowed', () => {
  test.each(Object.entries(CASES))('%s', async (_name, { most, refused, prepare, count }) => {
    const user = await buildUser(db)
    const address = newAddress()
    const ctx = userCtx(db, user, { passkeyOrigin: ORIGIN, client: { address, userAgent: 'vitest' } })
    const setting = { ctx, user, address }
    const calls = await prepare(setting)
    const outcomes = await Promise.all(calls.map(outcomeOf))
    expect(await count(setting)).toBe(most)
    const refusals = outcomes.filter((outcome) => typeof outcome === 'string')
    expect(refusals).toEqual(refused === null ? [] : times(CALLS - ROOM, () => refused))
  })
})
