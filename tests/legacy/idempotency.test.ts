import { randomUUID } from 'node:crypto'

import { describe, expect, test } from 'vitest'

import { purgeKeys } from '#server/platform/core/idempotency.ts'
import { legacyPaths } from '#server/transports/legacy/routes.ts'
import { failingAt } from '#tests/support/rows/auth.ts'
import { legacyClient, testApp } from '#tests/support/panel/app.ts'
import { testDatabase } from '#tests/support/database/database.ts'
import { spend } from '#tests/support/rows/expense.ts'
import { buildUser, TEST_NOW, type TestUser, userCtx } from '#tests/support/rows/factories.ts'
import { build } from '#tests/support/rows/kayit.ts'

const db = await testDatabase()
const app = testApp(db)

/** Returns a caller that sends a key with each call. */
async function caller(overrides: { auth?: number } = {}, on = app) {
  const user = await buildUser(db, overrides)
  const client = legacyClient(on, db, user)
  const post = (path: string, body: unknown, key: string) =>
    client.post(path, body, { 'idempotency-key': key })
  return { user, post, plain: client.post, ctx: userCtx(db, user) }
}

const replayed = ({ headers }: { headers: Headers }) => headers.get('idempotent-replayed')
const countOf = async (table: 'kayit' | 'expense' | 'feedback', { id }: TestUser) =>
  (await db.selectFrom(table).where('shop_id', '=', id).select('id').execute()).length

const record = {
  info: { musteri_adi_soyadi: 'Ayşe Işık', plaka: '34 AK 1' },
  islemler: [{ islem_adi: 'Yağ' }],
}
const expense = { title: 'Kira', amount: '15.250,75', spend_date: '05.11.2026' }
const feedback = { subject: 'Yazıcı', message: 'Kâğıda sığmıyor, küçülüyor.' }
const newUser = () => {
  const name = `yeni-${randomUUID().slice(0, 8)}`
  return { username: name, email: `${name}@ornek.test`, new_password: 'Parola-1234' }
}

/** Calls for each path that accepts a key; a second execution would create, lose or refuse something. */
const calls: Record<string, (admin: Awaited<ReturnType<typeof caller>>) => unknown> = {
  'submitKayit.php': () => record,
  'deleteKayit.php': async ({ ctx }) => ({ kayit_id: (await build(ctx)).kayit.id }),
  'expenseUpsert.php': () => expense,
  'expenseDelete.php': async ({ ctx }) => ({ id: (await spend(ctx)).id }),
  'settingsUpdate.php': () => ({ company_name: 'Işık Oto' }),
  'addFeedback.php': () => feedback,
  'admin/user_upsert.php': newUser,
  'admin/user_delete.php': async () => ({ id: (await buildUser(db)).id }),
  'admin/feedback_delete.php': async ({ user, plain }) => {
    await plain('addFeedback.php', feedback)
    return db.selectFrom('feedback').where('shop_id', '=', user.id).select('id').executeTakeFirst()
  },
}

test('every path that accepts a key is tested here', () => {
  const keyed = Object.entries(legacyPaths).flatMap(([path, { keyed }]) => (keyed === true ? [path] : []))
  expect(Object.keys(calls)).toEqual(keyed)
})

describe('a repeated call with the same key', () => {
  test.each(Object.keys(calls))('%s returns the first response and marks it as repeated', async (path) => {
    const admin = await caller({ auth: 3 })
    const body = await calls[path]?.(admin)
    const first = await admin.post(path, body, 'anahtar')
    expect([first.status, first.body['success'], replayed(first)]).toEqual([200, true, null])
    const again = await admin.post(path, body, 'anahtar')
    expect([again.status, again.body, replayed(again)]).toEqual([200, first.body, 'true'])
  })

  test('a repeated call creates one thing, under the base path of the application too', async () => {
    const { user, post } = await caller()
    const [key, other] = [randomUUID(), randomUUID()]
    const first = await post('submitKayit.php', record, key)
    const again = await post('/oto-servis/api/submitKayit.php', record, key)
    expect(again.body).toEqual(first.body)
    await post('expenseUpsert.php', expense, key)
    await post('expenseUpsert.php', expense, key)
    await post('addFeedback.php', feedback, key)
    await post('addFeedback.php', feedback, key)
    expect(
      await Promise.all(['kayit', 'expense', 'feedback'].map((it) => countOf(it as 'kayit', user))),
    ).toEqual([1, 1, 1])
    expect((await post('submitKayit.php', record, other)).body['id']).not.toBe(first.body['id'])
    expect(await countOf('kayit', user)).toBe(2)
  })

  test('concurrent calls with one key create one record', async () => {
    const { user, post } = await caller()
    for (let round = 1; round <= 10; round++) {
      const answers = await Promise.all(
        Array.from({ length: 4 }, () => post('submitKayit.php', record, `tur-${round}`)),
      )
      expect(new Set(answers.map(({ status, body }) => `${status} ${String(body['id'])}`)).size).toBe(1)
      expect(answers.filter((answer) => replayed(answer) === null)).toHaveLength(1)
      expect(await countOf('kayit', user)).toBe(round)
    }
  })

  test('a repeated call does not undo later changes of others', async () => {
    const { post, plain } = await caller()
    const { body } = await post('submitKayit.php', record, 'ilk')
    const change = { info: { id: body['id'], aciklama: 'gecikmiş' } }
    await post('submitKayit.php', change, 'sonra')
    await plain('submitKayit.php', { info: { id: body['id'], aciklama: 'sonraki' } })
    await post('submitKayit.php', change, 'sonra')
    const { data } = (await plain('getKayit.php', { kayit_id: body['id'] })).body as {
      data: { kayit: { aciklama: string } }
    }
    expect(data.kayit.aciklama).toBe('sonraki')
  })

  test('the text of a key is not stored', async () => {
    const { user, post } = await caller()
    await post('submitKayit.php', record, 'Ayse Yilmaz 0532 111 22 33')
    const rows = await db.selectFrom('idempotency_keys').where('shop_id', '=', user.id).selectAll().execute()
    expect(rows).toHaveLength(1)
    expect(JSON.stringify(rows)).not.toMatch(/Yilmaz|532/)
  })

  test('the same key of another user is another call', async () => {
    const [mine, theirs] = [await caller(), await caller()]
    const first = await mine.post('expenseUpsert.php', expense, 'ayni')
    const other = await theirs.post('expenseUpsert.php', expense, 'ayni')
    expect([replayed(other), other.body['id'] === first.body['id']]).toEqual([null, false])
  })

  test('a call after a refusal is a new call', async () => {
    const { user, post } = await caller()
    const refused = await post('expenseUpsert.php', { ...expense, amount: 0 }, 'k')
    expect(refused.body).toMatchObject({ success: false, message: 'Başlık, tutar (>0) ve tarih zorunlu.' })
    expect((await post('expenseUpsert.php', { id: 999_999, title: 'Yok' }, 'k')).body['success']).toBe(false)
    const done = await post('expenseUpsert.php', expense, 'k')
    expect([done.body['success'], replayed(done)]).toEqual([true, null])
    expect(await countOf('expense', user)).toBe(1)
  })

  test('a call whose response could not be stored is rolled back', async () => {
    const broken = testApp(failingAt(db, 'UpdateQueryNode', 'request_sha256'))
    const { user, post } = await caller({}, broken)
    expect((await post('submitKayit.php', record, 'k')).status).toBe(500)
    expect(await countOf('kayit', user)).toBe(0)
  })
})

describe('an idempotency key', () => {
  test('a key of a call with another body is refused', async () => {
    const { user, post } = await caller()
    await post('expenseUpsert.php', expense, 'k')
    const other = await post('expenseUpsert.php', { ...expense, amount: '1' }, 'k')
    expect(other.status).toBe(422)
    expect(other.body).toMatchObject({
      success: false,
      message: 'Bu Idempotency-Key başka bir istekte kullanılmış.',
    })
    expect((await post('expenseUpsert.php', { ...expense, amount: 15250.75, unknown: 1 }, 'k')).status).toBe(
      200,
    )
    expect(await countOf('expense', user)).toBe(1)
  })

  test.each([
    ['nothing', ''],
    ['spaces', '  '],
    ['256 characters', 'x'.repeat(256)],
    ['a tab', 'a\tb'],
    ['a control character', 'a\u0001b'],
    ['a letter that is not ASCII', 'anahtar-é'],
  ])('a key of %s is refused', async (_what, key) => {
    const { user, post } = await caller()
    const { status, body } = await post('submitKayit.php', record, key)
    expect({ status, message: body['message'] }).toEqual({
      status: 400,
      message: 'Idempotency-Key başlığı 1–255 ASCII karakter olmalı.',
    })
    expect(await countOf('kayit', user)).toBe(0)
  })

  test('a key of 255 characters and a key in quotes are accepted', async () => {
    const { post } = await caller()
    for (const key of ['x'.repeat(255), '"8e03978e-40d5-43e8-bc93-6894a57f9324"']) {
      await post('submitKayit.php', record, key)
      expect(replayed(await post('submitKayit.php', record, key))).toBe('true')
    }
  })

  test('the stored key holds no password and nothing of the body', async () => {
    const { user, post } = await caller({ auth: 3 })
    await post(
      'admin/user_upsert.php',
      { ...newUser(), name_surname: 'Gizli Kişi', new_password: 'Sır-Olan-Söz-1' },
      'k',
    )
    const row = await db
      .selectFrom('idempotency_keys')
      .where('shop_id', '=', user.id)
      .selectAll()
      .executeTakeFirst()
    expect(JSON.stringify(row)).not.toMatch(/Gizli/)
    const body = newUser()
    await post('admin/user_upsert.php', body, 'k2')
    const again = await post('admin/user_upsert.php', { ...body, new_password: 'Başka-Parola-1' }, 'k2')
    expect(replayed(again)).toBe('true')
  })

  test('a key is stored for a week', async () => {
    const { user, post } = await caller()
    await post('submitKayit.php', record, 'k')
    const later = (days: number) => new Date(TEST_NOW.getTime() + days * 86_400_000)
    const keys = db.selectFrom('idempotency_keys').where('shop_id', '=', user.id).select('key')
    await purgeKeys(db, later(7))
    expect(await keys.execute()).toHaveLength(1)
    await purgeKeys(db, later(7.01))
    expect(await keys.execute()).toEqual([])
  })
})

test('two equal calls without a key create two things', async () => {
  const { user, plain } = await caller()
  await plain('submitKayit.php', record)
  await plain('submitKayit.php', record)
  expect(await countOf('kayit', user)).toBe(2)
})
