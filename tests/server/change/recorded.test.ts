import { beforeAll, describe, expect, test } from 'vitest'

import type { UserCtx } from '#server/platform/core/context.ts'
import { appRouter } from '#server/transports/rpc/app-router.ts'
import { uploadLogo } from '#server/settings/logo.ts'
import { AUTH_ADMIN } from '#shared/options.ts'
import { passkeyCases } from '#tests/support/security/authenticator.ts'
import { backupsOf } from '#tests/support/rows/admin.ts'
import { startSession } from '#tests/support/rows/auth.ts'
import { type Caller, callerOf, changesIn } from '#tests/support/rows/changes.ts'
import { testDatabase } from '#tests/support/database/database.ts'
import { buildUser, DEFAULT_PASSWORD, type TestUser, userCtx } from '#tests/support/rows/factories.ts'
import { save } from '#tests/support/rows/kayit.ts'
import { picture } from '#tests/support/documents/logo.ts'
import { NOT_RECORDED } from '#tests/support/security/not-recorded.ts'
import { customerOf } from '#tests/support/rows/accounts.ts'
import { paymentCases } from '#tests/support/security/payment-changes.ts'
import { reminderCases } from '#tests/support/security/reminder-rights.ts'
import { stageCases } from '#tests/support/security/stage-changes.ts'
import { shopCases } from '#tests/support/security/shop-changes.ts'
import { appCode } from '#tests/support/security/second-factor.ts'

const db = await testDatabase()

const info = { musteri_adi_soyadi: 'Ali Usta', plaka: '34 ABC 12', giris_tarihi: '2026-11-03' }
const item = { islem_adi: 'Yağ', islem_adet: 1, fiyat_kurus: 12_000 }

let owner: TestUser
let admin: TestUser
let ctx: UserCtx
let shop: Caller
let administration: Caller

beforeAll(async () => {
  owner = await buildUser(db)
  admin = await buildUser(db, { auth: AUTH_ADMIN })
  ctx = userCtx(db, owner)
  shop = callerOf(ctx)
  administration = callerOf(userCtx(db, admin))
})

const rowsOf = (shopId: number) => changesIn(db, shopId)

/** Stores two records of different cars and customers. */
const two = async () => {
  const [one, other] = [await visit(), await visit()]
  return {
    vehicle: [one.vehicle_id, other.vehicle_id],
    customer: [one.customer_id, other.customer_id],
    ...other,
  }
}
let visits = 0
const visit = async () => {
  visits += 1
  const fields = { plaka: `35 AA ${visits}`, musteri_adi_soyadi: `Müşteri ${visits}`, musteri_tel: '' }
  const { id } = await save(ctx, { info: { ...info, ...fields } })
  const { vehicle_id, customer_id } = await db
    .selectFrom('kayit')
    .where('id', '=', id)
    .select(['vehicle_id', 'customer_id'])
    .executeTakeFirstOrThrow()
  return { kayit_id: id, vehicle_id: vehicle_id ?? 0, customer_id: customer_id ?? 0 }
}
const price = () => shop.item.savePrice({ name: `Fiyat ${Math.random()}`, price_kurus: 100, quantity: 1 })
const bundle = () => shop.item.savePackage({ name: `Paket ${Math.random()}`, items: [item] })
const spent = () => shop.expense.save({ title: 'Kira', amount_kurus: 100, spend_date: '2026-11-02' })
const user = () => buildUser(db, { username: `uye-${Math.random()}` })

const member = () =>
  shop.staff.save({
    username: `uye-${Math.random()}`,
    name_surname: 'Ece',
    new_password: 'Yepyeni-Sözcük-77',
  })
const newcomer = async () => {
  const { id, ...rest } = await user()
  return { id: () => id, caller: callerOf(userCtx(db, { id, ...rest })) }
}
const withFactor = async () => {
  const own = await newcomer()
  const { key } = await own.caller.settings.beginFactor()
  await own.caller.settings.activateFactor({ code: appCode(key) })
  return own
}

type Case = { run: () => Promise<unknown>; wrote: string; in?: () => number }

const linkCases = (name: 'vehicle' | 'customer'): Record<string, () => Promise<Case>> => ({
  [`${name}.merge`]: async () => {
    const [into = 0, id = 0] = (await two())[name]
    return { run: () => shop[name].merge({ id, into }), wrote: `${name} merge` }
  },
  [`${name}.separate`]: async () => {
    const [into = 0, id = 0] = (await two())[name]
    await shop[name].merge({ id, into })
    return { run: () => shop[name].separate({ id }), wrote: `${name} separate` }
  },
  [`${name}.relink`]: async () => {
    const { kayit_id: record, ...made } = await two()
    const [id = 0] = made[name]
    return { run: () => shop[name].relink({ kayit_id: record, id }), wrote: 'kayit link' }
  },
})

/** Each case prepares its data and returns the call with the expected entry: noun and verb, and the log's owner. */
const CASES: Record<string, () => Promise<Case>> = {
  'kayit.save': async () => ({
    run: () => shop.kayit.save({ info, islemler: [item] }),
    wrote: 'kayit create',
  }),
  ...stageCases({ db, shop: () => shop, info }),
  ...reminderCases({ shop: () => shop, car: async () => (await visit()).vehicle_id }),
  'kayit.setStatus': async () => {
    const { id, version } = await save(ctx, { info })
    const kayitlar = [{ kayit_id: id, version, durum: 'Tamamlandı' }]
    return { run: () => shop.kayit.setStatus({ kayitlar, key: 'durum-0001' }), wrote: 'kayit update' }
  },
  'kayit.delete': async () => {
    const { id } = await save(ctx, { info })
    return { run: () => shop.kayit.delete({ kayit_id: id }), wrote: 'kayit delete' }
  },
  'kayit.restore': async () => {
    const { id } = await save(ctx, { info })
    await shop.kayit.delete({ kayit_id: id })
    return { run: () => shop.kayit.restore({ kayit_id: id }), wrote: 'kayit restore' }
  },
  'expense.save': async () => ({ run: spent, wrote: 'expense create' }),
  'expense.delete': async () => {
    const { id } = await spent()
    return { run: () => shop.expense.delete({ id }), wrote: 'expense delete' }
  },
  'expense.restore': async () => {
    const { id } = await spent()
    await shop.expense.delete({ id })
    return { run: () => shop.expense.restore({ id }), wrote: 'expense restore' }
  },
  ...paymentCases({
    shop: () => shop,
    record: () => save(ctx, { info }),
    customerOf: (id) => customerOf(ctx, id),
  }),
  'item.savePrice': async () => ({ run: price, wrote: 'price create' }),
  'item.deletePrice': async () => {
    const { id } = await price()
    return { run: () => shop.item.deletePrice({ id }), wrote: 'price delete' }
  },
  'item.restorePrice': async () => {
    const { id } = await price()
    await shop.item.deletePrice({ id })
    return { run: () => shop.item.restorePrice({ id }), wrote: 'price restore' }
  },
  'item.savePackage': async () => ({ run: bundle, wrote: 'package create' }),
  'item.deletePackage': async () => {
    const { id } = await bundle()
    return { run: () => shop.item.deletePackage({ id }), wrote: 'package delete' }
  },
  'item.restorePackage': async () => {
    const { id } = await bundle()
    await shop.item.deletePackage({ id })
    return { run: () => shop.item.restorePackage({ id }), wrote: 'package restore' }
  },
  ...linkCases('vehicle'),
  ...linkCases('customer'),
  'personalData.erase': async () => {
    const { customer_id: id } = await visit()
    const run = () => shop.personalData.erase({ id, reason: 'request' })
    return { run, wrote: 'customer erase' }
  },
  'personalData.saveRequest': async () => ({
    run: () => shop.personalData.saveRequest({ received_on: '2026-11-02', kind: 'erasure' }),
    wrote: 'request create',
  }),
  'personalData.saveRetention': async () => ({
    run: () => shop.personalData.saveRetention({ change_months: 36, anonymise_years: null }),
    wrote: 'settings update',
  }),
  'settings.update': async () => ({
    run: () => shop.settings.update({ company_tel: '0312 555 44 33' }),
    wrote: 'settings update',
  }),
  'settings.changePassword': async () => {
    const member = await user()
    const changed = { current_password: DEFAULT_PASSWORD, new_password: 'Yepyeni-Sözcük-77' }
    const own = callerOf(userCtx(db, member))
    return { run: () => own.settings.changePassword(changed), wrote: 'user password', in: () => member.id }
  },
  'settings.activateFactor': async () => {
    const own = await newcomer()
    const { key } = await own.caller.settings.beginFactor()
    const code = appCode(key)
    return { run: () => own.caller.settings.activateFactor({ code }), wrote: 'user factor-on', in: own.id }
  },
  'settings.renewCodes': async () => {
    const own = await withFactor()
    return { run: () => own.caller.settings.renewCodes(), wrote: 'user recovery-codes', in: own.id }
  },
  'settings.switchOffFactor': async () => {
    const own = await withFactor()
    return { run: () => own.caller.settings.switchOffFactor(), wrote: 'user factor-off', in: own.id }
  },
  ...passkeyCases(db),
  'admin.switchOffFactor': async () => {
    const own = await withFactor()
    const run = () => administration.admin.switchOffFactor({ id: own.id() })
    return { run, wrote: 'user factor-off', in: own.id }
  },
  'auth.completeSetUp': async () => {
    const member = await buildUser(db, { auth: AUTH_ADMIN })
    const pending = await startSession(db, member, { kind: 'setup' })
    const { key } = await shop.auth.setUp({ pending })
    const sent = { pending, code: appCode(key) }
    return { run: () => shop.auth.completeSetUp(sent), wrote: 'user factor-on', in: () => member.id }
  },
  'staff.save': async () => ({ run: () => member(), wrote: 'user create' }),
  'staff.close': async () => {
    const { id } = await member()
    return { run: () => shop.staff.close({ id }), wrote: 'user delete' }
  },
  'staff.restore': async () => {
    const { id } = await member()
    await shop.staff.close({ id })
    return { run: () => shop.staff.restore({ id }), wrote: 'user restore' }
  },
  'staff.makeResetLink': async () => {
    const { id } = await member()
    return { run: () => shop.staff.makeResetLink({ id }), wrote: 'user reset-link' }
  },
  'feedback.add': async () => ({
    run: () => shop.feedback.add({ subject: 'Soru', message: 'Bir sorum olacaktı.' }),
    wrote: 'feedback create',
  }),
  'auth.resetPassword': async () => {
    const member = await user()
    const { token } = await administration.admin.makeResetLink({ id: member.id })
    const sent = { token, new_password: 'Yepyeni-Sözcük-77' }
    return { run: () => shop.auth.resetPassword(sent), wrote: 'user password', in: () => member.id }
  },
  'admin.saveUser': async () => {
    const { id } = await user()
    return {
      run: () => administration.admin.saveUser({ id, company_name: 'Yeni Oto' }),
      wrote: 'user update',
      in: () => id,
    }
  },
  'admin.deleteUser': async () => {
    const { id } = await user()
    return { run: () => administration.admin.deleteUser({ id }), wrote: 'user delete', in: () => id }
  },
  ...shopCases({ administration: () => administration, user, admin: () => admin.id }),
  'admin.eraseMember': async () => {
    const { id } = await member()
    await shop.staff.close({ id })
    return {
      run: () => administration.admin.eraseMember({ id, reason: 'İstek' }),
      wrote: 'user erase',
    }
  },
  'admin.makeResetLink': async () => {
    const { id } = await user()
    return { run: () => administration.admin.makeResetLink({ id }), wrote: 'user reset-link', in: () => id }
  },
  'admin.deleteFeedback': async () => {
    await shop.feedback.add({ subject: 'Başka', message: 'Bir sorum olacaktı.' })
    const { items } = await administration.admin.feedbacks({})
    const id = items.find(({ user_id }) => user_id === owner.id)?.id ?? 0
    return { run: () => administration.admin.deleteFeedback({ id }), wrote: 'feedback delete' }
  },
  'admin.backUp': async () => {
    const { admin: own } = callerOf(userCtx(db, admin, { backups: backupsOf([1]) }))
    return { run: () => own.backUp(), wrote: 'backup create', in: () => admin.id }
  },
  uploadLogo: async () => {
    const png = await picture()
    return { run: () => uploadLogo(ctx, png), wrote: 'logo update' }
  },
}

const procedures = appRouter._def.procedures as unknown as Record<string, { _def: { type: string } }>
const mutations = Object.keys(procedures).filter((path) => procedures[path]?._def.type === 'mutation')

describe('the log of changes', () => {
  test('every mutation is recorded, or has a reason here why not', () => {
    const known = [...Object.keys(CASES), ...Object.keys(NOT_RECORDED)].filter(
      (name) => name !== 'uploadLogo',
    )
    expect(known.sort()).toEqual([...mutations].sort())
  })

  test.each(Object.entries(CASES))('%s is recorded once, with who did it', async (path, prepare) => {
    const { run, wrote, in: log = () => owner.id } = await prepare()
    const before = (await rowsOf(log())).length
    await run()
    const rows = (await rowsOf(log())).slice(before)
    expect(rows.map(({ noun, verb }) => `${noun} ${verb}`).join(', ')).toBe(wrote)
    const [by] = path.startsWith('admin.') ? [admin] : log() === owner.id ? [owner] : [{ id: log() }]
    expect(rows[0]).toMatchObject({ actor_id: by?.id, channel: 'page' })
  })
})
