import { beforeAll, describe, expect, test, vi } from 'vitest'

import { asActor } from '#server/auth/authenticate.ts'
import { listAllFeedbacks } from '#server/admin/feedbacks.ts'
import { listAllUsers } from '#server/admin/operations.ts'
import type { UserCtx } from '#server/platform/core/context.ts'
import { kayitDocument } from '#server/kayit/document.ts'
import { appRouter } from '#server/transports/rpc/app-router.ts'
import type { RpcCtx } from '#server/transports/rpc/trpc.ts'
import { getLogo, uploadLogo } from '#server/settings/logo.ts'
import { getStats } from '#server/stats/operations.ts'
import { startSession } from '#tests/support/rows/auth.ts'
import { testDatabase } from '#tests/support/database/database.ts'
import {
  baseCtx,
  buildUser,
  DEFAULT_PASSWORD,
  ownerRow,
  type TestUser,
  userCtx,
} from '#tests/support/rows/factories.ts'
import { buildMember } from '#tests/support/rows/staff.ts'
import { picture } from '#tests/support/documents/logo.ts'
import { allExpenses } from '#tests/support/rows/expense.ts'
import { allKayit } from '#tests/support/rows/kayit.ts'
import { factorCalls } from '#tests/support/security/second-factor.ts'
import { personalDataCalls } from '#tests/support/rows/personal-data.ts'
import { PUBLIC_PROCEDURES } from '#tests/support/security/public-procedures.ts'
import { shopCalls } from '#tests/support/security/shop-actor.ts'
import { TENANT_TABLES } from '#tests/support/database/tenant-tables.ts'

const db = await testDatabase()

/** No call begins or ends a session, so none touches the cookies. */
const cookies = {} as RpcCtx['cookies']

const KEY = 'anahtar-0001'
let owner: TestUser
let person: TestUser
let ctx: UserCtx
let caller: ReturnType<typeof appRouter.createCaller>
let kayit_id: number
let expenseId: number
let vehicleId: number
let customerId: number

/** Makes a user who works in another user's shop, as an administrator, so that every procedure is allowed. */
beforeAll(async () => {
  owner = await buildUser(db, { company_name: 'Usta Oto', license_type: 'Altın' })
  person = await buildUser(db, { auth: 3, company_name: 'Başka Firma' })
  await startSession(db, person)
  const sessions = db.selectFrom('sessions').where('user_id', '=', person.id).select('id')
  const { id } = await sessions.executeTakeFirstOrThrow()
  const own = userCtx(db, person, { session: { id, kind: 'web' } })
  ctx = asActor(baseCtx(db), { ...own.actor, shop: owner.id })
  caller = appRouter.createCaller({ ...ctx, passkeyOrigin: 'http://localhost', requestId: 'test', cookies })
  const saved = await caller.kayit.save({
    info: { musteri_adi_soyadi: 'Ali Usta', plaka: '34 ABC 12', giris_tarihi: '2026-11-03' },
    islemler: [{ islem_adi: 'Yağ', islem_adet: 1, fiyat_kurus: 12_000 }],
    key: KEY,
  })
  kayit_id = saved.kayit.id
  vehicleId = (await caller.vehicle.list({})).items[0]?.id ?? 0
  customerId = (await caller.customer.list({})).items[0]?.id ?? 0
  const rent = { title: 'Kira', amount_kurus: 5_000, spend_date: '2026-11-02', key: KEY }
  expenseId = (await caller.expense.save(rent)).id
})

/** Stores a member of the owner's staff. */
const aMember = async () => ({ id: (await buildMember(db, owner)).id })

/** The input of each procedure and operation of the legacy API, and the part of its result that shows the owner. */
const calls: Record<string, () => Promise<unknown>> = {
  'kayit.list': async () => expect((await caller.kayit.list({})).total).toBe(1),
  'kayit.get': async () => expect((await caller.kayit.get({ kayit_id })).kayit.user_id).toBe(owner.id),
  'kayit.counts': async () => expect((await caller.kayit.counts()).total).toBe(1),
  'kayit.unpriced': () => caller.kayit.unpriced({ kayit_ids: [kayit_id] }),
  'kayit.save': async () => {
    const again = await caller.kayit.save({ id: kayit_id, info: { plaka: '06 XYZ 1' }, key: KEY })
    expect(again.kayit).toMatchObject({ id: kayit_id, user_id: owner.id })
  },
  'kayit.setStatus': async () => {
    const { version } = await caller.kayit.get({ kayit_id })
    const kayitlar = [{ kayit_id, version, durum: 'Tamamlandı' }]
    expect((await caller.kayit.setStatus({ kayitlar, key: KEY })).kayitlar[0]?.durum).toBe('Tamamlandı')
  },
  'kayit.delete': () => caller.kayit.delete({ kayit_id }),
  'kayit.restore': () => caller.kayit.restore({ kayit_id }),
  'expense.list': async () => expect((await caller.expense.list({})).total).toBe(1),
  'expense.get': async () => expect((await caller.expense.get({ id: expenseId })).title).toBe('Kira'),
  'expense.titles': async () => expect((await caller.expense.titles({ q: 'ki' })).titles).toEqual(['Kira']),
  'expense.save': () => caller.expense.save({ id: expenseId, note: 'Kasım', key: KEY }),
  'expense.delete': () => caller.expense.delete({ id: expenseId }),
  'expense.restore': () => caller.expense.restore({ id: expenseId }),
  'stats.get': async () => expect((await caller.stats.get({})).son_ay_kayit_sayisi).toBe(1),
  'stats.period': async () =>
    expect((await caller.stats.period({ from: '2026-01-01', to: '2026-12-31' })).totals.kayit_sayisi).toBe(1),
  'vehicle.lookup': async () =>
    expect((await caller.vehicle.lookup({ q: '06 XYZ 1' })).vehicles).toMatchObject([{ last: { kayit_id } }]),
  'vehicle.list': async () =>
    expect((await caller.vehicle.list({})).items).toMatchObject([{ id: vehicleId }]),
  'vehicle.earlier': async () =>
    expect(await caller.vehicle.earlier({ kayit_ids: [kayit_id] })).toMatchObject([
      { kayit_id, vehicle_id: vehicleId, visits: 0 },
    ]),
  'vehicle.get': async () => expect(await caller.vehicle.get({ id: vehicleId })).toMatchObject({ visits: 1 }),
  'vehicle.visits': async () =>
    expect((await caller.vehicle.visits({ id: vehicleId })).visits).toMatchObject([{ kayit_id }]),
  'vehicle.relink': async () => {
    const { before, after } = await caller.vehicle.relink({ kayit_id })
    expect(before).toBe(vehicleId)
    expect(await caller.vehicle.relink({ kayit_id, id: before })).toEqual({ before: after, after: before })
  },
  'vehicle.merge': async () => {
    const { after } = await caller.vehicle.relink({ kayit_id })
    expect(await caller.vehicle.merge({ id: after, into: vehicleId })).toEqual({ id: vehicleId, parts: [] })
    expect(await caller.vehicle.separate({ id: after })).toEqual({ id: after })
    await caller.vehicle.relink({ kayit_id, id: vehicleId })
  },
  'vehicle.separate': async () =>
    expect(await caller.vehicle.separate({ id: vehicleId })).toEqual({ id: vehicleId }),
  'customer.list': async () =>
    expect((await caller.customer.list({})).items).toMatchObject([{ id: customerId }]),
  'customer.get': async () =>
    expect(await caller.customer.get({ id: customerId })).toMatchObject({ visits: 1 }),
  'customer.visits': async () =>
    expect((await caller.customer.visits({ id: customerId })).visits).toMatchObject([{ kayit_id }]),
  'customer.relink': async () => {
    const { before, after } = await caller.customer.relink({ kayit_id })
    expect(before).toBe(customerId)
    expect(await caller.customer.relink({ kayit_id, id: before })).toEqual({ before: after, after: before })
  },
  'customer.merge': async () => {
    const { after } = await caller.customer.relink({ kayit_id })
    const merged = await caller.customer.merge({ id: after, into: customerId })
    expect(merged).toEqual({ id: customerId, parts: [] })
    expect(await caller.customer.separate({ id: after })).toEqual({ id: after })
    await caller.customer.relink({ kayit_id, id: customerId })
  },
  'customer.separate': async () =>
    expect(await caller.customer.separate({ id: customerId })).toEqual({ id: customerId }),
  'item.suggest': async () => expect((await caller.item.suggest({ q: 'yağ' })).items).toHaveLength(1),
  'item.savePrice': async () => {
    const { id } = await caller.item.savePrice({ name: 'Balata', price_kurus: 1, key: KEY })
    expect(await ownerOf('item_price', id)).toBe(owner.id)
  },
  'item.prices': async () => expect((await caller.item.prices({})).total).toBe(1),
  'item.price': async () =>
    expect((await caller.item.price(await firstOf('item_price'))).name).toBe('Balata'),
  'item.deletePrice': async () => caller.item.deletePrice(await firstOf('item_price')),
  'item.restorePrice': async () => caller.item.restorePrice(await firstOf('item_price')),
  'item.savePackage': async () => {
    const items = [{ islem_adi: 'Yağ' }]
    const { id } = await caller.item.savePackage({ name: 'Bakım', items, key: KEY })
    expect(await ownerOf('item_package', id)).toBe(owner.id)
  },
  'item.packages': async () => expect((await caller.item.packages()).packages).toHaveLength(1),
  'item.deletePackage': async () => caller.item.deletePackage(await firstOf('item_package')),
  'item.restorePackage': async () => caller.item.restorePackage(await firstOf('item_package')),
  'customer.lookup': async () =>
    expect((await caller.customer.lookup({ q: 'Ali U' })).customers).toMatchObject([{ name: 'Ali Usta' }]),
  'search.find': async () =>
    expect((await caller.search.find({ q: '06 XYZ 1' })).records.items).toMatchObject([{ id: kayit_id }]),
  'change.list': async () =>
    expect((await caller.change.list({})).items.every((it) => it.actor_id === person.id)).toBe(true),
  'change.of': () => caller.change.of({ noun: 'kayit', id: kayit_id }),
  'change.trash': async () => expect((await caller.change.trash({})).items).toEqual([]),
  'settings.get': async () =>
    expect(await caller.settings.get()).toMatchObject({ company_name: 'Usta Oto', license_type: 'Altın' }),
  'settings.update': async () => {
    await caller.settings.update({ company_tel: '0312 555 44 33', key: KEY })
    expect(await userRow(owner)).toMatchObject({ company_tel: '0312 555 44 33' })
  },
  'settings.savePreferences': async () => {
    const before = await userRow(owner)
    await caller.settings.savePreferences({ listPreset: 'gundelik' })
    expect(await userRow(owner)).toEqual(before)
    expect((await userRow(person)).preferences).toContain('gundelik')
  },
  'settings.changePassword': async () => {
    const changed = { current_password: person.password, new_password: `${DEFAULT_PASSWORD}-yeni` }
    const before = await userRow(owner)
    await caller.settings.changePassword(changed)
    expect(await userRow(owner)).toEqual(before)
    person = { ...person, password: changed.new_password }
  },
  'settings.confirmPassword': async () => {
    await caller.settings.confirmPassword({ password: person.password })
    await expect(caller.settings.confirmPassword({ password: `${owner.password}-x` })).rejects.toThrow(
      'hatalı',
    )
  },
  'settings.requireConfirmed': () => caller.settings.requireConfirmed(),
  'settings.sessions': async () => {
    await startSession(db, owner)
    expect(await caller.settings.sessions()).toMatchObject([{ id: ctx.actor.session.id, current: true }])
  },
  'settings.endSession': async () => {
    const { id } = await db
      .selectFrom('sessions')
      .where('user_id', '=', owner.id)
      .select('id')
      .executeTakeFirstOrThrow()
    await expect(caller.settings.endSession({ id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  },
  'staff.list': async () => {
    const member = await aMember()
    expect(await caller.staff.list()).toContainEqual(expect.objectContaining(member))
  },
  'staff.save': async () => caller.staff.save({ ...(await aMember()), name_surname: 'Ece', key: KEY }),
  'staff.get': async () => caller.staff.get(await aMember()),
  'staff.close': async () => caller.staff.close(await aMember()),
  'staff.restore': async () => caller.staff.restore(await aMember()),
  'staff.endSessions': async () => caller.staff.endSessions(await aMember()),
  'staff.makeResetLink': async () => caller.staff.makeResetLink(await aMember()),
  'feedback.add': () => caller.feedback.add({ subject: 'Soru', message: 'Bir sorum olacaktı.', key: KEY }),
  'feedback.support': () => caller.feedback.support(),
  'auth.session': async () =>
    expect((await caller.auth.session()).user).toMatchObject({
      id: person.id,
      username: person.username,
      company_name: 'Usta Oto',
      license_type: 'Altın',
    }),
  'admin.users': () => caller.admin.users({}),
  'admin.user': () => caller.admin.user({ id: person.id }),
  // Users cannot demote or delete themselves, so the owner of the shop is another account.
  'admin.saveUser': async () => {
    await expect(caller.admin.saveUser({ id: person.id, auth: 0 })).rejects.toThrow('yönetici yetkinizi')
    expect(await userRow(person)).toMatchObject({ auth: 3 })
  },
  'admin.endSessions': async () => {
    await startSession(db, person)
    expect(await caller.admin.endSessions({ id: person.id })).toEqual({ ended: 1 })
  },
  ...shopCalls(() => caller),
  ...personalDataCalls(() => ({ caller, id: customerId })), // last: an erased record takes no form
  ...factorCalls(() => ({ caller, person, owner })),
  'admin.makeResetLink': async () => {
    const { token } = await caller.admin.makeResetLink({ id: person.id })
    expect(await caller.auth.resetLink({ token })).toEqual({ username: person.username })
  },
  'admin.deleteUser': async () => {
    await expect(caller.admin.deleteUser({ id: person.id })).rejects.toThrow('Kendi hesabınızı')
    expect(await userRow(person)).toMatchObject({ deleted_at: null })
  },
  'admin.backups': async () => expect(await caller.admin.backups()).toMatchObject({ automatic: false }),
  'admin.backUp': () => expect(caller.admin.backUp()).rejects.toMatchObject({ code: 'NOT_FOUND' }),
  'admin.beginUpload': async () => {
    await expect(caller.admin.beginUpload({ size: 1 })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  },
  'admin.cancelUpload': async () => {
    const upload = `${'0'.repeat(32)}-1`
    await expect(caller.admin.cancelUpload({ upload })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  },
  'admin.feedbacks': () => caller.admin.feedbacks({}),
  'admin.deleteFeedback': async () => {
    const [feedback] = await listAllFeedbacks(ctx)
    expect(feedback?.user_id).toBe(owner.id)
    await caller.admin.deleteFeedback({ id: feedback?.id ?? 0 })
  },
  listAllKayit: async () => expect(await allKayit(ctx, {})).toHaveLength(1),
  listAllExpenses: async () => expect(await allExpenses(ctx, { q: '' })).toHaveLength(1),
  listAllUsers: () => listAllUsers(ctx),
  getStats: async () => expect((await getStats(ctx, {})).son_ay_kayit_sayisi).toBe(1),
  uploadLogo: async () => uploadLogo(ctx, await picture()),
  getLogo: async () => expect(await getLogo(ctx, { user: 0 })).not.toBeNull(),
  kayitDocument: async () => {
    const render = vi.fn<UserCtx['pdf']['render']>(async () => new Uint8Array())
    await kayitDocument({ ...ctx, pdf: { ...ctx.pdf, render } }, { kayit_id, variant: 'vat' })
    expect(render.mock.calls[0]?.[0].company.name).toBe('Usta Oto')
  },
}

const ownerOf = async (table: 'item_price' | 'item_package', id: number) =>
  (await db.selectFrom(table).where('id', '=', id).select('shop_id').executeTakeFirstOrThrow()).shop_id
const firstOf = (table: 'item_price' | 'item_package') =>
  db.selectFrom(table).where('shop_id', '=', owner.id).select('id').executeTakeFirstOrThrow()

const userRow = (user: TestUser) => ownerRow(db, user)

describe('a user who works in the shop of another user', () => {
  test('every procedure has a case in this test', () => {
    const procedures = Object.keys(appRouter._def.procedures).filter(
      (path) => !PUBLIC_PROCEDURES.includes(path),
    )
    expect(Object.keys(calls)).toEqual(expect.arrayContaining(procedures))
  })

  test.each(Object.entries(calls))('%s uses the right id for shop and user', async (_, call) => {
    await call()
    for (const table of TENANT_TABLES) {
      // Changes of a person's account are logged with that person.
      const found = await db.selectFrom(table).where('shop_id', '=', person.id).selectAll().execute()
      const rows = found.filter((row) => !('noun' in row) || row.noun !== 'user')
      expect({ table, rows }).toEqual({ table, rows: [] })
    }
    expect(await userRow(person)).toMatchObject({ company_name: 'Başka Firma', company_tel: '' })
  })
})
