import { join } from 'node:path'

import type { Kysely } from 'kysely'
import sharp from 'sharp'

import { hashPassword } from '#server/auth/password-hash.ts'
import { storeShop } from '#server/auth/accounts.ts'
import type { DB } from '#server/platform/db/schema.ts'
import { derivedColumns } from '#server/feedback/operations.ts'
import { splitByStatement } from '#server/platform/core/own-rows.ts'
import { expenseRow } from '#server/expense/queries.ts'
import { islemRow, kayitRow } from '#server/kayit/derived.ts'
import { linkUnlinked } from '#server/kayit/fill-links.ts'
import { recountTotals } from '#server/stats/recount.ts'
import { type Day, addDays } from '#shared/date.ts'
import { foldUserName } from '#shared/turkish.ts'

import { type InventedShop, type InventedKayit, inventExpenses, inventKayitlar } from './generate.ts'
import { seedAppointments } from './seed-appointments.ts'
import { seedDayEnds } from './seed-day-ends.ts'
import { seedHandovers } from './seed-handovers.ts'
import { seedPayments } from './seed-payments.ts'
import { seedQuotes } from './seed-quotes.ts'
import { seedReminders } from './seed-reminders.ts'
import { seedRepetitions } from './seed-repetitions.ts'
import WORDS from './words.json' with { type: 'json' }

export const DEMO_USERNAME = 'demo'
export const DEMO_PASSWORD = 'demo1234'

/**
 * Creates the demo shop unless it exists: an account, its logo, `count` records, its expenses and messages, quotes in
 * every state, signed intakes, and appointments around today.
 */
export async function seedDemo(db: Kysely<DB>, options: { today: Day; count: number }): Promise<void> {
  const existing = await db
    .selectFrom('users')
    .select('id')
    .where('username_key', '=', foldUserName(DEMO_USERNAME))
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (existing !== undefined) return
  const password_hash = await hashPassword(DEMO_PASSWORD)
  const shopId = await db.transaction().execute(async (trx) => {
    const facts = { ...FACTS, license_end_date: addDays(options.today, 200) }
    const { id } = await storeShop(trx, { owner: { ...OWNER, password_hash }, facts })
    const { data: png, info } = await drawLogo()
    const { width, height } = info
    await trx.insertInto('logo').values({ shop_id: id, png, width, height }).execute()
    await seedRecords(trx, { ...options, shopId: id, seed: 16 })
    await seedPayments(trx, { shopId: id, today: options.today, seed: 16 })
    await seedRepetitions(trx, { shopId: id, today: options.today })
    await seedDayEnds(trx, { shopId: id, today: options.today })
    await seedFeedbacks(trx, { shopId: id, today: options.today })
    return id
  })
  await linkUnlinked({ db, actor: { shop: shopId } })
  const shop = { shopId, username: DEMO_USERNAME, today: options.today }
  await seedHandovers(db, shop)
  await seedQuotes(db, shop)
  await seedAppointments(db, shop)
  await seedReminders(db, shop)
}

/** An upload is stored as one opaque PNG, too. */
const drawLogo = () =>
  sharp(join(import.meta.dirname, 'logo.svg'))
    .flatten({ background: '#ffffff' })
    .png()
    .toBuffer({ resolveWithObject: true })

async function seedFeedbacks(db: Kysely<DB>, { shopId, today }: { shopId: number; today: Day }) {
  const sender = {
    sender_name: OWNER.name_surname,
    sender_phone: FACTS.company_tel,
    sender_email: OWNER.email,
  }
  const rows = WORDS.feedbacks.map(({ daysAgo, subject, message }) => {
    const fields = { subject, message, ...sender }
    const created_at = new Date(`${addDays(today, -daysAgo)}T15:20:00Z`)
    return { shop_id: shopId, ...fields, ...derivedColumns(fields), created_at }
  })
  await db.insertInto('feedback').values(rows).execute()
}

const OWNER = {
  username: DEMO_USERNAME,
  username_key: foldUserName(DEMO_USERNAME),
  email: 'demo@example.com',
  email_key: 'demo@example.com',
  name_surname: 'Şükrü Işık',
}

const FACTS = {
  company_name: 'Işık Oto Servis',
  company_tel: '0 (500) 224 16 16',
  company_adress: 'Küçük Sanayi Sitesi 12. Blok No: 8, Nilüfer / Bursa',
  license_type: 'Pro',
}

type SeededShop = InventedShop & { shopId: number }

/** Stores records with their items, and two years of expenses, for the shop `shopId`, and their totals. */
export async function seedRecords(db: Kysely<DB>, options: SeededShop): Promise<void> {
  await seedUncounted(db, options)
  await recountTotals(db, options.shopId)
}

/** Does the same without the totals. */
export async function seedUncounted(db: Kysely<DB>, options: SeededShop): Promise<void> {
  const { shopId, today, seed } = options
  for (const batch of splitByStatement([...inventKayitlar(options)])) await insertBatch(db, shopId, batch)
  const expenses = inventExpenses({ seed, today })
  await db
    .insertInto('expense')
    .values(expenses.map((expense) => expenseRow(shopId, { ...expense, spread_date: null })))
    .execute()
}

async function insertBatch(db: Kysely<DB>, shopId: number, batch: InventedKayit[]): Promise<void> {
  const ids = await db
    .insertInto('kayit')
    .values(batch.map(({ fields, lines }) => kayitRow(shopId, fields, lines)))
    .returning('id')
    .execute()
  const items = batch.flatMap(({ lines }, index) => {
    const id = ids[index]?.id
    if (id === undefined) throw new Error('the database stored fewer records than it was given')
    return lines.map((line, position) => islemRow({ shop_id: shopId, id }, line, position))
  })
  await db.insertInto('islem').values(items).execute()
}
