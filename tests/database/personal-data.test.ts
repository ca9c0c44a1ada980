import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'

import { scopeToShop } from '#server/platform/db/shop-scope.ts'
import { eraseCustomer, ERASED_CUSTOMER, ERASED_KAYIT, ERASED_VEHICLE } from '#server/personal-data/erase.ts'
import { testDatabase } from '#tests/support/database/database.ts'
import { dumpOf, hitsOf } from '#tests/support/database/dump.ts'
import { buildUser, userCtx } from '#tests/support/rows/factories.ts'
import { guardedFor } from '#tests/support/database/guarded.ts'
import { plant, WORDS } from '#tests/support/rows/personal-data.ts'

const db = await testDatabase()

/** The effect of an erasure on each table; a new table needs a decision before it can hold a customer's data. */
const TABLES: Record<string, string> = {
  belge: 'rows of the records go',
  change: 'texts go',
  customer: 'texts go',
  data_request: 'notes go',
  kayit: 'texts go',
  vehicle: 'texts go, of cars that nobody else came with who is not erased',
  cash_expense: 'amounts',
  consents: 'of users',
  consent_texts: 'of everybody',
  day_end: "sums, and the shop's own words",
  day_totals: 'sums',
  erasure: 'ids and counts',
  erasure_register: 'ids and counts',
  expense: "the shop's own",
  expense_repetition: "the shop's own",
  expense_repetition_month: 'months',
  feedback: "the shop's own",
  idempotency_keys: 'ids and hashes, for a week',
  islem: 'work stays',
  item_memory: 'work stays',
  item_package: 'work stays',
  item_price: 'work stays',
  known_places: 'of users',
  login_attempts: 'of users',
  logo: "the shop's own",
  make_totals: 'sums',
  new_login: 'of users',
  access_change: 'of users',
  operation_totals: 'sums',
  payment: 'notes go; amounts and days stay',
  mail: 'goes with its link',
  share: 'rows of the customer, its records and cars go',
  intake: 'names, belongings and signatures go',
  delivery: 'names, parts and signatures go',
  reminder: 'rows of the customer’s cars go',
  quote: 'numbers stay, the hash goes',
  quote_answer: 'name, address, browser and text go; verdict and amounts stay',
  passkey: 'of users',
  passkey_challenge: 'of users, for some minutes',
  recovery_codes: 'of users',
  reset_links: 'of users',
  second_factors: 'of users',
  sessions: 'of users',
  shop_usage: 'sums',
  shops: "the shop's own",
  status_totals: 'sums',
  users: 'of users',
}

/** The columns that an erasure keeps in rows whose texts it removes. */
const OF_EVERY_ROW = 'shop_id id created_at'
const COUNTED = `${OF_EVERY_ROW} erased_at visits total_kurus last_day merged_into seen_day`
const ACCOUNT = 'opening_kurus account_kurus'
const KEPT: Record<string, string> = {
  kayit: `${OF_EVERY_ROW} arac_marka arac_model km_bilgisi model_yili durum status_sort_key day giris_tarihi cikis_tarihi
    kayit_tarihi islem_sayisi toplam_kurus paid_kurus stage quote_valid_until for_kayit_id added_at appointment_day
    appointment_start appointment_minutes appointment_state vehicle_id customer_id version updated_at deleted_at`,
  customer: `${COUNTED} ${ACCOUNT}`,
  vehicle: `${COUNTED} sold_on make model model_year search_name name_sort_key`,
}

test('every table and column has a decision about its erasure', async () => {
  const { rows } = await sql<{ name: string; columns: string[] }>`
    select table_name as name, array_agg(column_name::text order by column_name) as columns
    from information_schema.columns join information_schema.tables using (table_schema, table_name)
    where table_schema = current_schema() and table_name not like 'kysely%' and table_type = 'BASE TABLE'
    group by 1`.execute(db)
  const columns = new Map(rows.map((row) => [row.name, row.columns]))
  expect([...columns.keys()].sort()).toEqual(Object.keys(TABLES).sort())
  const erased = { kayit: ERASED_KAYIT, customer: ERASED_CUSTOMER, vehicle: ERASED_VEHICLE }
  for (const [name, texts] of Object.entries(erased))
    expect([...Object.keys(texts), ...(KEPT[name]?.split(/\s+/) ?? [])].sort()).toEqual(
      columns.get(name)?.toSorted(),
    )
})

describe('the change log, which requests may not update', () => {
  const stored = (shop: number) =>
    db
      .selectFrom('change')
      .where('shop_id', '=', shop)
      .orderBy('id')
      .select(['id', 'title', 'detail'])
      .execute()

  test('loses texts only through its function, and only those of the transaction’s shop', async () => {
    const [own, other] = [userCtx(db, await buildUser(db)), userCtx(db, await buildUser(db))]
    await plant(db, own)
    await plant(db, other)
    const before = await stored(other.actor.shop)
    const ids = [...before, ...(await stored(own.actor.shop))].map(({ id }) => id)
    const mine = scopeToShop(guardedFor(db), own.actor.shop)
    for (const shop of [own, other]) await sql`select erase_changes(${shop.actor.shop}, ${ids})`.execute(mine)
    expect(await stored(other.actor.shop)).toEqual(before)
    expect((await stored(own.actor.shop)).every(({ title, detail }) => title === '' && detail === '{}')).toBe(
      true,
    )
    await expect(sql`update change set title = ''`.execute(mine)).rejects.toMatchObject({ code: '42501' })
  })

  test('loses texts without row-level security too', async () => {
    const user = await buildUser(db)
    const own = { ...userCtx(db, user), db }
    const { customer } = await plant(db, own)
    await eraseCustomer(own, { id: customer, reason: 'request' })
    const dump = await dumpOf(db)
    const rows = new Map(
      [...dump].map(([name, all]) => [name, all.filter((row) => row.includes(`"shop_id":${user.id},`))]),
    )
    expect(hitsOf(rows, WORDS)).toEqual({})
    expect(rows.get('change')?.length).toBeGreaterThan(8)
  })

  test('an erasure that fails on its way leaves everything as it was', async () => {
    const user = await buildUser(db)
    const own = userCtx(db, user)
    const { customer } = await plant(db, own)
    const before = await dumpOf(db)
    // The register's statement is the last one of the transaction.
    await sql`alter table erasure add constraint no_more check (shop_id <> ${sql.lit(user.id)})`.execute(db)
    await expect(eraseCustomer(own, { id: customer, reason: 'request' })).rejects.toMatchObject({
      code: '23514',
    })
    await sql`alter table erasure drop constraint no_more`.execute(db)
    expect(await dumpOf(db)).toEqual(before)
  })
})
