import { describe, expect, test } from 'vitest'

import { legacyClient, requests, testApp } from '#tests/support/panel/app.ts'
import { testDatabase } from '#tests/support/database/database.ts'
import { buildUser } from '#tests/support/rows/factories.ts'
import { logoForm, picture } from '#tests/support/documents/logo.ts'

const db = await testDatabase()
const app = testApp(db)
const admin = async () => legacyClient(app, db, await buildUser(db, { auth: 3 }))
const staff = async () => legacyClient(app, db, await buildUser(db))

const USER_KEYS = [
  'id',
  'username',
  'email',
  'name_surname',
  'company_name',
  'company_tel',
  'company_adress',
  'company_logo',
  'license_type',
  'license_end_date',
  'auth',
]

type Client = Awaited<ReturnType<typeof admin>>
type Item = Record<string, unknown> & { id: number }

async function items({ get }: Client, path: string): Promise<Item[]> {
  const { status, body } = await get(path)
  expect({ status, success: body['success'] }).toEqual({ status: 200, success: true })
  return (body['data'] as { items: Item[] }).items
}

describe('the users', () => {
  test('users are accepted loosely typed and returned in the names and types of the contract', async () => {
    const client = await admin()
    const sent = {
      id: '0',
      username: ' Usta ',
      email: 'usta@ornek.test',
      name_surname: 'Ali Usta',
      company_name: 'Usta Oto',
      company_tel: '0500',
      company_adress: 'Bursa',
      license_type: 'Pro',
      license_end_date: '31.01.2027',
      auth: '3',
      new_password: 'dört nala',
    }
    const { body } = await client.post('admin/user_upsert.php', { ...sent, password_hash: 'x', unknown: [1] })
    const id = Number(body['id'])
    expect(body).toEqual({ success: true, message: 'Kullanıcı kaydedildi.', id })
    const [newest] = await items(client, 'admin/users.php')
    const { new_password: _, ...rest } = sent
    const view = { ...rest, id, username: 'Usta', license_end_date: '2027-01-31', auth: 3, company_logo: '' }
    expect(newest).toEqual(view)

    const again = await client.post('admin/user_upsert.php', { ...newest, new_password: '' })
    expect(again.body).toMatchObject({ success: true, id })
    expect((await items(client, 'admin/users.php'))[0]).toEqual(view)
    const login = await client.post('login.php', { username: 'USTA', password: 'dört nala' })
    expect(login.body).toMatchObject({ success: true })
  })

  test('users have exactly the fields of the specification, the logo as an address', async () => {
    const user = await buildUser(db)
    const owner = legacyClient(app, db, user)
    const { body } = await owner.call('uploadLogo.php', { method: 'POST', body: logoForm(await picture()) })
    const client = await admin()
    const users = await items(client, 'admin/users.php')
    for (const item of users) expect(Object.keys(item).sort()).toEqual([...USER_KEYS].sort())
    const listed = users.find(({ id }) => id === user.id)
    expect(listed?.['company_logo']).toBe(body['url'])
    const path = String(body['url']).replace('/oto-servis/api/', '')
    expect((await client.get(path)).status).toBe(200)
  })

  test('invalid users are refused with the messages of the specification', async () => {
    const client = await admin()
    const saved = async (sent: object) => (await client.post('admin/user_upsert.php', sent)).body['message']
    const one = { username: 'tek', email: 'tek@ornek.test', new_password: 'dört-nala' }
    expect(await saved(one)).toBe('Kullanıcı kaydedildi.')
    expect(await saved({})).toBe('Kullanıcı adı ve e-posta zorunlu.')
    expect(await saved({ username: 'yeni', email: 'yeni@ornek.test' })).toBe(
      'Yeni kullanıcı için parola zorunlu.',
    )
    expect(await saved({ ...one, username: '' })).toBe('Kullanıcı adı ve e-posta zorunlu.')
    expect(await saved({ ...one, email: null })).toBe('Kullanıcı adı ve e-posta zorunlu.')
    expect(await saved({ ...one, username: 'TEK', email: 'x@y' })).toBe('Bu kullanıcı adı kullanılıyor.')
    expect(await saved({ ...one, username: 'çift' })).toBe('Bu e-posta kullanılıyor.')
    expect(await saved({ ...one, new_password: '123' })).toBe('Yeni kullanıcı için parola zorunlu.')
    expect(await saved({ ...one, new_password: 'altılı' })).toBe('Yeni parola en az 8 karakter olmalı.')
    expect(await saved({ ...one, username: 'x', new_password: 'password1' })).toMatch(/çok bilinen/)
    expect(await saved({ id: 987_654, username: 'x', email: 'x@y' })).toBe('Kullanıcı bulunamadı.')
  })

  test('users are deleted once, and cannot delete themselves', async () => {
    const boss = await buildUser(db, { auth: 3 })
    const client = legacyClient(app, db, boss)
    const user = await buildUser(db)
    const victim = legacyClient(app, db, user)
    expect((await victim.get('settings.php')).status).toBe(200)
    const remove = async (id: unknown) => (await client.post('admin/user_delete.php', { id })).body
    expect(await remove(String(user.id))).toEqual({ success: true, message: 'Kullanıcı silindi.' })
    expect((await victim.get('settings.php')).status).toBe(401)
    expect(await remove(user.id)).toEqual({ success: false, message: 'Kullanıcı bulunamadı.' })
    expect(await remove(boss.id)).toEqual({ success: false, message: 'Kendi hesabınızı silemezsiniz.' })
    expect(await remove('1 or 1=1')).toEqual({ success: false, message: 'Geçersiz kayıt numarası.' })
  })
})

describe('the feedbacks', () => {
  test('every user can send feedbacks, and administrators list and delete them', async () => {
    const [sender, boss] = [await staff(), await admin()]
    const sent = { subject: ' Fatura ', message: 'Logo görünmüyor, lütfen bakın.' }
    const added = await sender.form('addFeedback.php', sent)
    expect(added.body).toEqual({ success: true, message: 'Teşekkürler! Geri bildirimin alındı.' })
    const [newest] = await items(boss, 'admin/feedbacks.php')
    expect(newest).toMatchObject({ ...sent, subject: 'Fatura', created_at: '2026-11-21T09:00:00.000Z' })
    expect(Object.keys(newest ?? {}).sort()).toEqual([
      'created_at',
      'id',
      'message',
      'sender_email',
      'sender_name',
      'sender_phone',
      'subject',
      'user_id',
    ])
    const remove = async () => (await boss.post('admin/feedback_delete.php', { id: newest?.id })).body
    expect(await remove()).toEqual({ success: true, message: 'Feedback silindi.' })
    expect(await remove()).toEqual({ success: false, message: 'Feedback bulunamadı.' })
    expect(await items(boss, 'admin/feedbacks.php')).toEqual([])
  })

  test.each([
    [{ subject: 'ab', message: 'x'.repeat(10) }, 'Konu en az 3 karakter olmalı.'],
    [{ subject: 'abc', message: 'x'.repeat(9) }, 'Mesaj en az 10 karakter olmalı.'],
    [{}, 'Konu en az 3 karakter olmalı.'],
  ])('a feedback with %j is refused', async (sent, message) => {
    const { status, body } = await (await staff()).post('addFeedback.php', sent)
    expect({ status, body }).toEqual({ status: 200, body: { success: false, message } })
  })

  test('too many feedbacks are refused with a time to wait', async () => {
    const { post } = await staff()
    const sent = { subject: 'Konu', message: 'Aynı mesaj, tekrar tekrar.' }
    for (let count = 0; count < 20; count++) await post('addFeedback.php', sent)
    const { status, headers } = await post('addFeedback.php', sent)
    expect({ status, wait: headers.get('retry-after') }).toEqual({ status: 429, wait: '86400' })
  })
})

describe('staff and anonymous callers', () => {
  const calls: [string, object | null][] = [
    ['admin/users.php', null],
    [
      'admin/user_upsert.php',
      { username: 'sızma', email: 's@ornek.test', new_password: 'dört-nala', auth: 3 },
    ],
    ['admin/user_delete.php', { id: 1 }],
    ['admin/feedbacks.php', null],
    ['admin/feedback_delete.php', { id: 1 }],
  ]

  test.each(calls)('%s is 403 for staff and 401 for anonymous callers', async (path, body) => {
    const users = () => db.selectFrom('users').select(['id', 'auth', 'deleted_at']).orderBy('id').execute()
    const client = await staff()
    const before = await users()
    const ask = (who: Client) => (body === null ? who.get(path) : who.post(path, body))
    const refused = await ask(client)
    expect(refused).toMatchObject({ status: 403, body: { message: 'Bu işlem için yetkiniz yok.' } })
    expect((await ask(requests(app))).status).toBe(401)
    expect(await users()).toEqual(before)
  })

  test('staff cannot make themselves administrators', async () => {
    const user = await buildUser(db)
    const client = legacyClient(app, db, user)
    const forged = { auth: 3, role: 'admin', license_end_date: '2099-01-01', license_type: 'Pro' }
    await client.post('settingsUpdate.php', { company_name: 'X', ...forged })
    const password = { current_password: user.password, new_password: 'Yeni-Parola-9' }
    expect((await client.post('changePassword.php', { ...password, ...forged })).body).toMatchObject({
      success: true,
    })
    const row = await db
      .selectFrom('users')
      .innerJoin('shops', 'shops.id', 'users.id')
      .where('users.id', '=', user.id)
      .select(['auth', 'role', 'license_type', 'license_end_date'])
      .executeTakeFirst()
    expect(row).toEqual({ auth: 0, role: 'owner', license_type: '', license_end_date: null })
  })
})
