import type { AnyTRPCProcedure } from '@trpc/server'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import type * as z from 'zod/mini'

import type { PdfService } from '#server/platform/documents/pdf-service.ts'
import { appRouter } from '#server/transports/rpc/app-router.ts'
import { legacyClient, pageClient, requests, testApp } from '#tests/support/panel/app.ts'
import { startSession } from '#tests/support/rows/auth.ts'
import { testDatabase } from '#tests/support/database/database.ts'
import { type TestUser, userCtx } from '#tests/support/rows/factories.ts'
import { save } from '#tests/support/rows/kayit.ts'
import { copiedShare, mailedShare } from '#tests/support/rows/share.ts'
import { buildShop, CANARY, type Ids, KINDS, missing, PLATE } from '#tests/support/rows/shop-rows.ts'
import { REMINDER_ATTEMPTS } from '#tests/support/security/reminder-rights.ts'

const db = await testDatabase()
const pdf = { render: () => Promise.resolve(new Uint8Array([1])) } as unknown as PdfService
const app = testApp(db, { pdf })

let victim: TestUser
let theirs: Ids
const callers: { name: string; user: TestUser; own: Ids }[] = []

beforeAll(async () => {
  const shop = await buildShop(db, { word: CANARY })
  victim = shop.user
  theirs = shop.ids
  for (const [name, auth] of [
    ['another shop', 0],
    ['an administrator', 3],
  ] as const) {
    const { user, ids } = await buildShop(db, { auth, word: 'Serçe' })
    callers.push({ name, user, own: ids })
  }
})

/** Returns all rows of the victim, in every table that has an owner. */
async function stored(): Promise<string> {
  const { rows } = await sql<{ name: string; owner: string }>`
    select table_name as name, column_name as owner from information_schema.columns
    where table_schema = current_schema() and column_name in ('user_id', 'shop_id') and table_name <> 'users'
    order by 1`.execute(db)
  const tables = await Promise.all(
    rows.map(async ({ name, owner }) => {
      const found = await sql<{ rows: unknown }>`
        select json_agg(t order by t::text) as rows from ${sql.table(name)} t where ${sql.ref(owner)} = ${victim.id}`.execute(
        db,
      )
      return [name, found.rows[0]?.rows]
    }),
  )
  const account = await db.selectFrom('users').where('id', '=', victim.id).selectAll().execute()
  const shop = await db.selectFrom('shops').where('id', '=', victim.id).selectAll().execute()
  return JSON.stringify([tables, account, shop])
}

const CASH = { method: 'cash', amount_kurus: 1 }
const DONE = { version: 1, durum: 'Tamamlandı' }
const REST = { paid_kurus: 0, version: 1, discount_kurus: 1 }

/** The inputs with which a caller can name a row of another shop, for every procedure that takes an id. */
const ATTEMPTS: [procedure: string, input: (ids: Ids, own: Ids) => object][] = [
  ['change.of', ({ kayit: id }) => ({ noun: 'kayit', id })],
  ['customer.get', ({ customer: id }) => ({ id })],
  ['customer.visits', ({ customer: id }) => ({ id })],
  ['customer.merge', ({ customer: id }, own) => ({ id, into: own.customer })],
  ['customer.merge', ({ customer: into }, own) => ({ id: own.customer, into })],
  ['customer.separate', ({ customer: id }) => ({ id })],
  ['customer.separate', ({ customer }, own) => ({ id: customer, parts: [own.customer] })],
  ['customer.relink', ({ kayit: kayit_id }) => ({ kayit_id })],
  ['customer.relink', ({ customer: id }, own) => ({ kayit_id: own.kayit, id })],
  ['vehicle.get', ({ vehicle: id }) => ({ id })],
  ['vehicle.visits', ({ vehicle: id }) => ({ id })],
  ['vehicle.warranty', ({ vehicle: id }) => ({ id })],
  ['vehicle.earlier', ({ kayit }) => ({ kayit_ids: [kayit] })],
  ['vehicle.merge', ({ vehicle: id }, own) => ({ id, into: own.vehicle })],
  ['vehicle.merge', ({ vehicle: into }, own) => ({ id: own.vehicle, into })],
  ['vehicle.separate', ({ vehicle: id }) => ({ id })],
  ['vehicle.separate', ({ vehicle }, own) => ({ id: vehicle, parts: [own.vehicle] })],
  ['vehicle.relink', ({ kayit: kayit_id }) => ({ kayit_id })],
  ['vehicle.relink', ({ vehicle: id }, own) => ({ kayit_id: own.kayit, id })],
  ['kayit.get', ({ kayit: kayit_id }) => ({ kayit_id })],
  ['kayit.unpriced', ({ kayit }) => ({ kayit_ids: [kayit] })],
  ['payment.of', ({ kayit: kayit_id }) => ({ kayit_id })],
  ['payment.take', ({ kayit: kayit_id }) => ({ kayit_id, ...CASH, key: 'tahsilat-0002' })],
  ['payment.settle', ({ kayit: kayit_id }) => ({ kayit_id, ...CASH, ...REST, key: 'kapanis-0002' })],
  ['payment.reverse', ({ payment: id }) => ({ id, key: 'tahsilat-iptal-0002' })],
  ['payment.takeOnAccount', ({ customer: customer_id }) => ({ customer_id, ...CASH, key: 'tahsilat-0004' })],
  ['payment.assign', ({ payment: id }, own) => ({ id, kayit_id: own.kayit })],
  ['payment.assign', ({ kayit: kayit_id }, own) => ({ id: own.payment, kayit_id })],
  ['payment.account', ({ customer: customer_id }) => ({ customer_id })],
  ['payment.saveOpening', ({ customer: customer_id }) => ({ customer_id, opening_kurus: 1 })],
  ['share.list', ({ kayit: id }) => ({ kind: 'record', id })],
  ['share.create', ({ kayit }, own) => copiedShare(kayit, own.user)],
  ['share.mail', ({ kayit }, own) => mailedShare(kayit, own.user)],
  ['share.create', ({ customer }, own) => copiedShare(customer, own.user, 'statement')],
  ...REMINDER_ATTEMPTS,
  ['share.quote', ({ kayit: kayit_id }) => ({ kayit_id })],
  ['share.revoke', ({ share: id }) => ({ id })],
  ['kayit.delete', ({ kayit: kayit_id }) => ({ kayit_id })],
  ['kayit.restore', ({ deletedKayit: kayit_id }) => ({ kayit_id })],
  ['kayit.save', ({ kayit: id }) => ({ id, info: { aciklama: 'x' } })],
  ['kayit.save', ({ kayit: id }) => ({ id, version: 1, info: { plaka: '06 A 1' }, islemler: [] })],
  ['kayit.becomeVisit', ({ kayit: id }) => ({ id, info: { aciklama: 'x' } })],
  ['kayit.askExtra', ({ kayit: kayit_id }) => ({ kayit_id })],
  ['kayit.addExtra', ({ kayit: kayit_id }) => ({ kayit_id })],
  ['kayit.becomeQuote', ({ kayit: kayit_id }) => ({ kayit_id, version: 1 })],
  ['kayit.setStatus', ({ kayit: kayit_id }) => ({ kayitlar: [{ kayit_id, ...DONE }], key: 'anahtar-0001' })],
  ['personalData.stored', ({ customer: id }) => ({ id })],
  ['personalData.erase', ({ customer: id }) => ({ id, reason: 'request' })],
  ['personalData.request', ({ request: id }) => ({ id })],
  ['personalData.saveRequest', ({ request: id }) => ({ id, received_on: '2026-11-01', kind: 'other' })],
  [
    'personalData.saveRequest',
    ({ customer: customer_id }) => ({ customer_id, received_on: '2026-11-01', kind: 'other' }),
  ],
  ['expense.get', ({ expense: id }) => ({ id })],
  ['expense.delete', ({ expense: id }) => ({ id })],
  ['expense.restore', ({ deletedExpense: id }) => ({ id })],
  ['expense.save', ({ expense: id }) => ({ id, title: 'x', amount_kurus: 1, spend_date: '2026-11-01' })],
  ['expense.skip', ({ repetition: id }) => ({ id, month: '2026-10-01' })],
  ['expense.skip', ({ repetition: id }) => ({ id, month: '2026-10-01', undo: true })],
  ['expense.endRepetition', ({ repetition: id }) => ({ id })],
  [
    'expense.save',
    ({ repetition: id }) => ({
      title: 'x',
      amount_kurus: 1,
      spend_date: '2026-11-01',
      proposal: { id, month: '2026-10-01' },
    }),
  ],
  ['item.price', ({ price: id }) => ({ id })],
  ['item.savePrice', ({ price: id }) => ({ id, name: 'x', price_kurus: 1, version: 1 })],
  ['item.deletePrice', ({ price: id }) => ({ id })],
  ['item.restorePrice', ({ deletedPrice: id }) => ({ id })],
  ['item.savePackage', ({ package: id }) => ({ id, name: 'x', items: [{ islem_adi: 'y' }], version: 1 })],
  ['item.deletePackage', ({ package: id }) => ({ id })],
  ['item.restorePackage', ({ deletedPackage: id }) => ({ id })],
  ['settings.consentText', ({ session: id }) => ({ id })],
  ['settings.endSession', ({ session: id }) => ({ id })],
  ['settings.renamePasskey', ({ passkey: id }) => ({ id, name: 'x' })],
  ['settings.removePasskey', ({ passkey: id }) => ({ id })],
  // These refuse nothing: they return the caller's own logins.
  ['settings.dismissLogins', ({ newLogin: id }) => ({ id })],
  ['settings.reportLogins', ({ newLogin: id }) => ({ id })],
  // This ignores accounts that the caller's account has not created or changed.
  ['settings.endReported', ({ user: id }) => ({ since: '1970-01-01T00:00:00Z', ids: [id] })],
  // No staff contains the victim's id; tests/server/staff tests the id of a member.
  ['staff.get', ({ user: id }) => ({ id })],
  ['staff.save', ({ user: id }) => ({ id, name_surname: 'x' })],
  ['staff.close', ({ user: id }) => ({ id })],
  ['staff.restore', ({ user: id }) => ({ id })],
  ['staff.endSessions', ({ user: id }) => ({ id })],
  ['staff.makeResetLink', ({ user: id }) => ({ id })],
]

/** Administrators see all users, so these name no row of a shop. */
const OF_ADMINISTRATORS = /^admin\./
/** This suggests items for the car of a record, by its text. */
const BY_TEXT = ['item.suggest']

type Call = (input: object) => Promise<unknown>
const callOf = (page: unknown, path: string) =>
  path.split('.').reduce<unknown>((node, name) => Reflect.get(node as object, name), page) as Call

/** Returns the outcome of a call, with the names of the ids in place of the ids. */
async function outcome(call: Promise<unknown>, ids: Ids): Promise<string> {
  const told = await call.then(
    (value) => ({ value }),
    (error: unknown) => ({ code: Reflect.get(Object(error), 'code'), message: String(error) }),
  )
  return KINDS.reduce((text, kind) => text.replaceAll(String(ids[kind]), kind), JSON.stringify(told))
}

test('this test tries every procedure that takes an id', () => {
  const procedures = appRouter._def.procedures as unknown as Record<string, AnyTRPCProcedure>
  const taking = Object.entries(procedures).flatMap(([path, procedure]) => {
    const { inputs } = procedure._def as unknown as { inputs: [z.ZodMiniObject?] }
    const [input] = inputs
    const fields = Object.keys(input?.shape ?? {})
    return fields.some((field) => /(?:id|ids|into|kayitlar)$/.test(field)) ? [path] : []
  })
  const tried = new Set([...ATTEMPTS.map(([path]) => path), ...BY_TEXT])
  expect(taking.length).toBeGreaterThan(25)
  expect(taking.filter((path) => !tried.has(path) && !OF_ADMINISTRATORS.test(path))).toEqual([])
})

describe.each([0, 1])('caller %i', (index) => {
  const callerOf = () => callers[index] as (typeof callers)[number]

  test.each(ATTEMPTS.map((attempt, number) => [attempt[0], number] as const))(
    "%s (%i): another shop's row is one that does not exist, and stays as it is",
    async (path, number) => {
      const { user, own } = callerOf()
      const call = callOf(pageClient(db, user, { app }), path)
      const input = ATTEMPTS[number]?.[1] ?? (() => ({}))
      // The first call causes the side effects beside the row, such as ending the caller's other sessions.
      await outcome(call(input(missing, own)), missing)
      const before = await stored()
      const foreign = await outcome(call(input(theirs, own)), theirs)
      expect(foreign).toBe(await outcome(call(input(missing, own)), missing))
      expect(foreign).not.toContain(CANARY)
      // The input was accepted, so the refusal concerns the row.
      expect(foreign).not.toContain('BAD_REQUEST')
      expect(await stored()).toBe(before)
    },
  )

  test("an item of another shop's record stays when its id is sent with an own record", async () => {
    const { user } = callerOf()
    const { id } = await save(userCtx(db, user))
    const before = await stored()
    const islemler = [{ id: theirs.islem, islem_adi: 'x', islem_adet: 1, fiyat_kurus: 1 }]
    const { islemler: kept } = await pageClient(db, user).kayit.save({ id, info: {}, islemler })
    expect(kept.map((item: { id: number }) => item.id)).not.toContain(theirs.islem)
    expect(await stored()).toBe(before)
  })

  test('no list, search or figure contains rows of another shop', async () => {
    const { user, own } = callerOf()
    const page = pageClient(db, user, { app })
    const asked: [string, object][] = [
      ...['kayit.list', 'vehicle.list', 'customer.list', 'expense.list', 'item.prices'].flatMap(
        (path): [string, object][] => [
          [path, {}],
          [path, { q: CANARY }],
        ],
      ),
      ...[CANARY, PLATE, '0532 987 65 43'].flatMap((q): [string, object][] => [
        ['search.find', { q }],
        ['vehicle.lookup', { q }],
        ['customer.lookup', { q }],
        ['item.suggest', { q }],
        ['expense.titles', { q }],
      ]),
      ['item.packages', {}],
      ['change.list', {}],
      ['change.trash', {}],
      ['personalData.requests', {}],
      ['personalData.erasures', {}],
      ['stats.get', {}],
      ['stats.period', { from: '2026-01-01', to: '2026-12-31' }],
      ['settings.get', {}],
      ['settings.sessions', {}],
      ['auth.session', {}],
    ]
    const told = await Promise.all(asked.map(async ([path, input]) => callOf(page, path)(input)))
    expect(JSON.stringify(told)).not.toContain(CANARY)
    const rows = await page.kayit.list({ q: PLATE })
    expect(rows.items.map((row: { kayit_id: number }) => row.kayit_id)).toEqual([own.kayit])
  })

  test('the old paths and the files find no row of another shop', async () => {
    const { user, own } = callerOf()
    const client = legacyClient(app, db, user)
    const headers = { cookie: `session_id=${await startSession(db, user)}` }
    const withoutNumber = (text: string) => text.replace(/"request_id":"[^"]*"/, '')
    const send = async (ids: Ids) => {
      const replies = [
        await client.post('getKayit.php', { kayit_id: ids.kayit }),
        await client.post('submitKayit.php', { info: { id: ids.kayit, aciklama: 'x' } }),
        await client.post('submitKayit.php', {
          info: { kayit_id: ids.kayit, plaka: 'x', user_id: victim.id },
        }),
        await client.post('deleteKayit.php', { kayit_id: ids.kayit }),
        await client.post('expenseUpsert.php', { id: ids.expense, title: 'x', amount: '1' }),
        await client.post('expenseDelete.php', { id: ids.expense }),
        await client.get(`createPdf.php?id=${ids.kayit}`),
        await client.get(`createPdf2.php?id=${ids.kayit}`),
        await requests(app).get(
          `/oto-servis/api/export/personal-data?format=JSON&id=${ids.customer}`,
          headers,
        ),
        ...(await Promise.all(
          ['vehicle', 'customer'].map((kind) =>
            requests(app).get(
              `/oto-servis/api/export/${kind}-history?format=CSV&id=${ids[kind as 'vehicle' | 'customer']}`,
              headers,
            ),
          ),
        )),
        // Administrators see every logo in the list of users.
        ...(user.auth === 0 ? [await client.get(`logo?user=${ids.user}`)] : []),
      ]
      return replies.map(({ status, text }) => `${status} ${withoutNumber(text)}`)
    }
    const before = await stored()
    const foreign = await send(theirs)
    expect(foreign).toEqual(await send(missing))
    expect(foreign.join()).not.toContain(CANARY)
    expect(await stored()).toBe(before)
    expect((await client.get(`createPdf.php?id=${own.kayit}`)).status).toBe(200)
    const lists = ['getKayitlar.php', 'expenses.php', 'getStats.php', 'settings.php']
    const told = await Promise.all(lists.map(async (path) => (await client.get(path)).text))
    expect(told.join()).not.toContain(CANARY)
  })
})
