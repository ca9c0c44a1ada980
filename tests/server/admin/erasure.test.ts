import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'

import { purgeShopErasures } from '#server/admin/erase.ts'
import { countUsage } from '#server/admin/shops.ts'
import { beginAttempt } from '#server/auth/throttle.ts'
import { storedTables } from '#server/platform/backup/catalog.ts'
import { rebuildAll } from '#server/commands/jobs/rebuild.ts'
import { ERASED_USER_NAME } from '#shared/change/rules.ts'
import { foldUserName, sortKey } from '#shared/turkish.ts'
import { legacyClient, pageClient, testApp } from '#tests/support/panel/app.ts'
import { withPasskey } from '#tests/support/security/authenticator.ts'
import { testDatabase } from '#tests/support/database/database.ts'
import { baseCtx, buildUser, TEST_NOW, type TestUser } from '#tests/support/rows/factories.ts'
import { buildShop } from '#tests/support/rows/shop-rows.ts'
import { buildMember } from '#tests/support/rows/staff.ts'

const db = await testDatabase()
const CANARY = 'Silinecekkanarya'

/** Returns every row of every table as text, except the register, which names the shop's id. */
async function dump(): Promise<{ table: string; text: string }[]> {
  const found = []
  for (const { name } of await storedTables(db)) {
    const { rows } = await sql<{ text: string }>`select t::text as text from ${sql.table(name)} as t`.execute(
      db,
    )
    found.push(...rows.map(({ text }) => ({ table: name, text })))
  }
  return found
}

/** Returns the columns, with their tables, in which one of the ids is an owner or a user. */
async function tablesOf(ids: readonly number[]): Promise<string[]> {
  const { rows } = await sql<{ name: string; column: string }>`
    select relname as name, attname as "column" from pg_class join pg_attribute on attrelid = pg_class.oid
    where relkind = 'r' and relnamespace = 'public'::regnamespace and attname in ('user_id', 'shop_id', 'actor_id')
    order by relname`.execute(db)
  const found = []
  for (const { name, column } of rows) {
    const of = await sql<{ rows: number }>`select count(*)::int as rows from ${sql.table(name)}
      where ${sql.ref(column)} in (${sql.join([...ids])})`.execute(db)
    if (of.rows[0]?.rows !== 0) found.push(`${name}.${column}`)
  }
  return found
}

let admin: TestUser
let administration: ReturnType<typeof pageClient>['admin']

beforeAll(async () => {
  admin = await buildUser(db, { auth: 3 })
  administration = pageClient(db, admin).admin
})

describe('erasing a shop', () => {
  test('nothing of the shop is left in any table, other shops are untouched, and the register has it', async () => {
    const { user } = await buildShop(db, { word: CANARY })
    const other = await buildShop(db, { word: 'Komşu' })
    const page = pageClient(db, user)
    const member = await page.staff.save({
      username: `${CANARY}-ece`,
      name_surname: CANARY,
      new_password: 'Ayva-Reçeli-71',
    })
    await page.feedback.add({ subject: CANARY, message: `${CANARY} bir mesaj` })
    await page.auth.login({ ...user, remember: true })
    await beginAttempt(baseCtx(db), foldUserName(`${CANARY}-ece`))
    await beginAttempt(baseCtx(db), foldUserName(user.username), 'code')
    // A former administrator has left rows in another shop's log.
    await db
      .insertInto('change')
      .values({
        shop_id: other.user.id,
        at: TEST_NOW,
        actor_id: user.id,
        actor_name: CANARY,
        channel: 'page',
        noun: 'user',
        target_id: other.user.id,
        verb: 'update',
      })
      .execute()
    await countUsage(db, TEST_NOW)
    const before = (await dump()).filter(({ text }) => text.includes('Komşu'))
    expect((await dump()).some(({ text }) => text.includes(CANARY))).toBe(true)

    await administration.deleteUser({ id: user.id })
    const counts = await administration.eraseShop({ id: user.id, username: user.username, reason: 'İstek' })
    expect(counts).toMatchObject({
      kayit: 2,
      islem: 2,
      expense: 2,
      logo: 1,
      users: 2,
      feedback: 1,
      day_end: 1,
    })
    const after = await dump()
    const named = [CANARY, user.username].flatMap((word) =>
      after.filter(({ text }) => foldUserName(text).includes(foldUserName(word))),
    )
    expect(named).toEqual([])
    // The other shop's log keeps only the number, without the name.
    expect(await tablesOf([user.id, member.id])).toEqual(['change.actor_id'])
    const acted = await db.selectFrom('change').where('actor_id', '=', user.id).select('actor_name').execute()
    expect(acted).toEqual([{ actor_name: 'Silinmiş kullanıcı' }])
    expect(after.filter(({ text }) => text.includes('Komşu'))).toEqual(before)
    const entry = await db
      .selectFrom('erasure_register')
      .where('subject_id', '=', user.id)
      .selectAll()
      .executeTakeFirst()
    expect(entry).toMatchObject({ kind: 'shop', by_user: admin.id, reason: 'İstek', counts, at: TEST_NOW })
  })

  test('an open shop, another name, staff, and one that is gone are refused', async () => {
    const owner = await buildUser(db)
    const sent = { id: owner.id, username: owner.username, reason: 'İstek' }
    await expect(administration.eraseShop(sent)).rejects.toMatchObject({ code: 'CONFLICT' })
    await administration.deleteUser({ id: owner.id })
    await expect(administration.eraseShop({ ...sent, username: 'başka' })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      field: 'username',
    })
    await expect(administration.eraseShop({ ...sent, reason: ' ' })).rejects.toMatchObject({
      message: 'Gerekçe yazın.',
    })
    await administration.eraseShop(sent)
    await expect(administration.eraseShop(sent)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  test('cars that were merged go too', async () => {
    const { user, ids } = await buildShop(db, { word: 'Birleşik' })
    const page = pageClient(db, user)
    const { kayit } = await page.kayit.save({
      info: { musteri_adi_soyadi: 'Ali', plaka: '35 BB 1', giris_tarihi: '2026-11-03' },
    })
    const { items } = await page.vehicle.list({ q: '35 BB 1' })
    expect(kayit.id).toBeGreaterThan(0)
    await page.vehicle.merge({ id: items[0]?.id ?? 0, into: ids.vehicle })
    await administration.deleteUser({ id: user.id })
    await administration.eraseShop({ id: user.id, username: user.username, reason: 'İstek' })
    expect(await tablesOf([user.id])).toEqual([])
  })

  test('the functions that change the log do so for no other user', async () => {
    const { user } = await buildShop(db, { word: 'Duran' })
    const log = () =>
      db.selectFrom('change').where('shop_id', '=', user.id).selectAll().orderBy('id').execute()
    const before = await log()
    await sql`select remove_changes(${user.id}, 100)`.execute(db)
    await sql`select forget_actor(${user.id}, ${user.id})`.execute(db)
    expect(before.length).toBeGreaterThan(0)
    expect(await log()).toEqual(before)
  })
})

describe('erasing a closed member of staff', () => {
  test('name and password go; what was done stays, by a user who was erased', async () => {
    const owner = await buildUser(db)
    const page = pageClient(db, owner)
    const name = `Kanaryacı-${owner.id}`
    const member = await page.staff.save({
      username: name,
      name_surname: name,
      new_password: 'Ayva-Reçeli-71',
    })
    const user = { ...owner, id: member.id, username: name, shop_id: owner.id, role: 'desk' as const }
    const { kayit } = await pageClient(db, user).kayit.save({
      info: { musteri_adi_soyadi: 'Ali', plaka: '34 AB 12', giris_tarihi: '2026-11-03' },
    })
    const sent = { id: member.id, reason: 'Ayrıldı' }
    await expect(administration.eraseMember(sent)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await withPasskey(db, user)
    const news = { user_id: member.id, at: TEST_NOW, address: '192.0.2.0', user_agent: name }
    await db
      .insertInto('new_login')
      .values({ ...news, method: 'password', dismissed_at: null })
      .execute()
    const staff = pageClient(db, user)
    const message = (subject: string) => ({ subject, message: 'Uzunca bir mesaj.' })
    await staff.till.open({ counted_kurus: 100, key: 'kasa-acilisi' })
    await staff.feedback.add({ ...message('Önce'), key: 'anahtar-geri-1' })
    await page.feedback.add(message('Sahibinden'))
    await page.staff.save({ id: member.id, name_surname: `${name} Yeni`, new_password: '' })
    const later = await staff.feedback.add(message('Sonra'))
    // The change log has expired, so only the name shows who wrote the message.
    await db.deleteFrom('change').where('noun', '=', 'feedback').where('target_id', '=', later.id).execute()
    await administration.deleteFeedback({ id: later.id })
    await legacyClient(testApp(db), db, user).post('submitKayit.php', {
      info: { id: kayit.id, km_bilgisi: 5 },
    })
    await beginAttempt(baseCtx(db), foldUserName(name))
    await beginAttempt(baseCtx(db), foldUserName(name), 'code')
    await page.staff.close({ id: member.id })
    expect((await administration.shop({ id: owner.id })).closed_staff).toMatchObject([{ username: name }])
    await administration.eraseMember(sent)
    const fold = (text: string) => foldUserName(text)
    expect((await dump()).filter(({ text }) => fold(text).includes(fold(name)))).toEqual([])
    const senders = await db
      .selectFrom('feedback')
      .where('shop_id', '=', owner.id)
      .orderBy('id')
      .select(['subject', 'sender_name', 'sender_sort_key'])
      .execute()
    const erased = { sender_name: ERASED_USER_NAME, sender_sort_key: sortKey(ERASED_USER_NAME) }
    expect(senders).toEqual([
      { subject: 'Önce', ...erased },
      { subject: 'Sahibinden', sender_name: owner.username, sender_sort_key: sortKey(owner.username) },
      { subject: 'Sonra', ...erased },
    ])
    expect(await rebuildAll(db)).toMatchObject({ kayit: 0, islem: 0, expense: 0, feedback: 0 })
    const { items } = await page.change.of({ noun: 'kayit', id: kayit.id, page: 1 })
    const by = { actor_name: ERASED_USER_NAME, actor_id: member.id }
    expect(items).toMatchObject([
      { ...by, verb: 'update' },
      { ...by, verb: 'create' },
    ])
    await expect(page.staff.restore({ id: member.id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect((await administration.shop({ id: owner.id })).closed_staff).toEqual([])
  })

  test('a name that another user of the shop has is only replaced where the log knows the sender', async () => {
    const owner = await buildUser(db, { name_surname: 'Ali Usta' })
    const member = await buildMember(db, owner, { name_surname: 'Ali Usta' })
    const sent = { message: 'Uzunca bir mesaj.' }
    await pageClient(db, owner).feedback.add({ ...sent, subject: 'Sahibinden' })
    await pageClient(db, member).feedback.add({ ...sent, subject: 'Çalışandan' })
    const old = await pageClient(db, owner).feedback.add({ ...sent, subject: 'Eskiden' })
    await db.deleteFrom('change').where('noun', '=', 'feedback').where('target_id', '=', old.id).execute()
    await pageClient(db, owner).staff.close({ id: member.id })
    await administration.eraseMember({ id: member.id, reason: 'Ayrıldı' })
    const senders = db.selectFrom('feedback').where('shop_id', '=', owner.id).orderBy('id')
    expect(await senders.select('sender_name').execute()).toEqual([
      { sender_name: 'Ali Usta' },
      { sender_name: ERASED_USER_NAME },
      { sender_name: 'Ali Usta' },
    ])
  })
})

test('the register is kept for three years', async () => {
  const at = (day: string) => new Date(`${day}T09:00:00Z`)
  const entry = {
    kind: 'shop',
    subject_id: 1,
    by_user: 1,
    counts: sql<string>`'{}'::jsonb`,
    reason: 'x',
  } as const
  await db
    .insertInto('erasure_register')
    .values([
      { ...entry, at: at('2019-01-01') },
      { ...entry, at: at('2022-01-02') },
    ])
    .execute()
  expect(await purgeShopErasures(db, at('2025-01-01'))).toBe(1)
})
