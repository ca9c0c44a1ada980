import { expect, test } from 'vitest'
import * as z from 'zod/mini'

import { backUpNow, listBackups } from '#server/admin/backups.ts'
import { listAllFeedbacks } from '#server/admin/feedbacks.ts'
import { getUser, listAllUsers } from '#server/admin/operations.ts'
import { sessionUser } from '#server/auth/operations.ts'
import { listCustomers, lookupCustomers } from '#server/customer/list.ts'
import { getExpense } from '#server/expense/operations.ts'
import { addFeedback } from '#server/feedback/operations.ts'
import { listPackages } from '#server/item/packages.ts'
import { getPrice, listPrices } from '#server/item/prices.ts'
import { getKayit } from '#server/kayit/operations.ts'
import { getCustomer } from '#server/history/details.ts'
import { listVisits } from '#server/history/visits.ts'
import { findEverywhere } from '#server/search/operations.ts'
import { getFactor } from '#server/settings/second-factor.ts'
import { getSettings, updateSettings } from '#server/settings/operations.ts'
import { getPeriodStats, getStats } from '#server/stats/operations.ts'
import { getVehicle } from '#server/history/details.ts'
import { listVehicles, lookupVehicles } from '#server/vehicle/list.ts'
import { customerDetail, customerListInput, customerListItem } from '#shared/customer/schema.ts'
import { visitPage } from '#shared/history/schema.ts'
import { backups as backupsSchema } from '#shared/admin/backups.ts'
import { user as userSchema } from '#shared/admin/schema.ts'
import { factorState, sessionUser as sessionUserSchema } from '#shared/auth/schema.ts'
import { customerMatches } from '#shared/customer/schema.ts'
import { expense as expenseSchema } from '#shared/expense/schema.ts'
import { feedback as feedbackSchema } from '#shared/feedback/schema.ts'
import { itemPackage, itemPackages, itemPrice, pricePage, suggestions } from '#shared/item/schema.ts'
import { islem, kayit as kayitSchema, kayitListItem } from '#shared/kayit/schema.ts'
import { searchResult } from '#shared/search/schema.ts'
import { settings as settingsSchema } from '#shared/settings/schema.ts'
import { periodStats, stats as statsSchema } from '#shared/stats/schema.ts'
import { vehicleDetail, vehicleListInput, vehicleListItem, vehicleMatches } from '#shared/vehicle/schema.ts'
import { backupsOf, storeUser } from '#tests/support/rows/admin.ts'
import { testDatabase } from '#tests/support/database/database.ts'
import { allExpenses, listed, spend } from '#tests/support/rows/expense.ts'
import { buildUser, userCtx } from '#tests/support/rows/factories.ts'
import { pack, price, suggested } from '#tests/support/rows/items.ts'
import { allKayit, save } from '#tests/support/rows/kayit.ts'
import { withFactor } from '#tests/support/security/second-factor.ts'

const db = await testDatabase()
const ctx = userCtx(db, await buildUser(db, { auth: 3, license_type: 'Pro', license_end_date: '2027-01-31' }))
const bare = userCtx(db, await buildUser(db))
const secured = await buildUser(db)

await spend(ctx, { spread_date: '2026-12-01', note: 'Elden' })
const saved = await spend(ctx)
const islemler = [{ islem_adi: 'Yağ', islem_adet: 2, fiyat_kurus: 125_050 }]
const record = await save(ctx, { info: { giris_tarihi: '2026-11-20' }, islemler })
const { created: _, ...storedExpense } = saved
const { created: __, ...storedUser } = await storeUser(ctx)
const sent = { subject: 'Konu', message: 'Uzun bir mesaj' }

const cars = () => listVehicles(ctx, z.parse(vehicleListInput, {}))
const customers = () => listCustomers(ctx, z.parse(customerListInput, {}))
const first = async (page: Promise<{ items: { id: number }[] }>) => ({ id: (await page).items[0]?.id ?? 0 })
const YEAR = { from: '2026-01-01', to: '2026-12-31' }
const readRecord = () => getKayit(ctx, { kayit_id: record.kayit.id })

test.each([
  ['a record', kayitSchema, async () => (await readRecord()).kayit],
  ['a saved record', kayitSchema, async () => record.kayit],
  ['its items', z.array(islem), async () => (await readRecord()).islemler],
  ['its saved items', z.array(islem), async () => record.islemler],
  ['all records', z.array(kayitListItem), () => allKayit(ctx, {})],
  ['an expense', expenseSchema, () => getExpense(ctx, saved)],
  ['a saved expense', expenseSchema, async () => storedExpense],
  ['all expenses', z.array(expenseSchema), () => allExpenses(ctx, { q: '' })],
  ['a page of expenses', z.array(expenseSchema), async () => (await listed(ctx)).items],
  ['the statistics', statsSchema, () => getStats(ctx, {})],
  ['the statistics of an empty shop', statsSchema, () => getStats(bare, { month: 2, year: 2024 })],
  ['the statistics of a year', periodStats, () => getPeriodStats(ctx, YEAR)],
  ['the statistics of an empty year', periodStats, () => getPeriodStats(bare, YEAR)],
  ['the cars of a lookup', vehicleMatches, () => lookupVehicles(ctx, { q: '34' })],
  ['a page of cars', z.array(vehicleListItem), async () => (await cars()).items],
  ['a page of customers', z.array(customerListItem), async () => (await customers()).items],
  ['a car', vehicleDetail, async () => getVehicle(ctx, await first(cars()))],
  ['a customer', customerDetail, async () => getCustomer(ctx, await first(customers()))],
  ['visits', visitPage, async () => listVisits(ctx, 'vehicle', { ...(await first(cars())), page: 1 })],
  ['suggested names', suggestions, async () => ({ items: await suggested(ctx, { q: 'ya' }) })],
  ['a saved price', itemPrice, () => price(ctx, { name: 'Balata', price_kurus: 1 })],
  ['a price', itemPrice, async () => getPrice(ctx, await price(ctx, { name: 'Yağ', price_kurus: 1 }))],
  ['a page of prices', pricePage, () => listPrices(ctx, { q: '', page: 1 })],
  ['a saved package', itemPackage, () => pack(ctx, { name: 'Bakım', items: [{ islem_adi: 'Yağ' }] })],
  ['all packages', itemPackages, () => listPackages(ctx)],
  ['the customers of a lookup', customerMatches, () => lookupCustomers(ctx, { q: 'Ay' })],
  ['a search everywhere', searchResult, () => findEverywhere(ctx, { q: '34' })],
  ['a similar one', searchResult, () => findEverywhere(ctx, { q: 'ayse' })],
  ['the settings', settingsSchema, () => getSettings(ctx)],
  ['saved settings', settingsSchema, () => updateSettings(bare, { company_name: 'Işık Oto' })],
  ['no second factor', factorState, () => getFactor(bare)],
  [
    'a second factor',
    factorState,
    async () => (await withFactor(db, secured), getFactor(userCtx(db, secured))),
  ],
  ['a user', userSchema, () => getUser(ctx, { id: bare.actor.user })],
  ['a saved user', userSchema, async () => storedUser],
  ['all users', z.array(userSchema), () => listAllUsers(ctx)],
  ['the backups', backupsSchema, () => listBackups({ ...ctx, backups: backupsOf([1, 50]) })],
  ['the backups after one more', backupsSchema, () => backUpNow({ ...ctx, backups: backupsOf([]) })],
  ['no backups of our own', backupsSchema, () => listBackups(ctx)],
  ['a sent feedback', feedbackSchema, () => addFeedback(bare, sent)],
  ['all feedbacks', z.array(feedbackSchema), () => listAllFeedbacks(ctx)],
  ['the user of a session', sessionUserSchema, () => sessionUser(bare)],
])('%s returns exactly what its schema describes', async (_name, schema: z.ZodMiniType, read) => {
  const returned = await read()
  expect(z.parse(schema, returned)).toEqual(returned)
})
