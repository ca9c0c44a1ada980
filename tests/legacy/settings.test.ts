import { describe, expect, test } from 'vitest'

import { startSession } from '#tests/support/rows/auth.ts'
import { legacyClient, pageClient, requests, testApp } from '#tests/support/panel/app.ts'
import { testDatabase } from '#tests/support/database/database.ts'
import { buildUser } from '#tests/support/rows/factories.ts'
import { logoForm, picture, pngOfSize, svg } from '#tests/support/documents/logo.ts'

const db = await testDatabase()
const app = testApp(db)
const shop = async () => legacyClient(app, db, await buildUser(db))
const png = await picture()

const logoOf = async ({ get }: Awaited<ReturnType<typeof shop>>) =>
  ((await get('settings.php')).body['data'] as { logo_url: string }).logo_url

describe('settings.php and settingsUpdate.php', () => {
  test('settings are returned and accepted in the words of the contract', async () => {
    const user = await buildUser(db)
    const { get, post } = legacyClient(app, db, user)
    const sent = {
      company_name: ' Işık Oto ',
      output_format: 'CSV',
      company_tel: '05002241616',
      company_adress: 'Bursa',
    }
    const saved = await post('settingsUpdate.php', {
      ...sent,
      prices_with_vat: true,
      auth: 3,
      license_type: 'Pro',
      version: 99,
    })
    expect(saved.body).toEqual({ success: true, message: 'Genel ayarlar kaydedildi.' })
    const data = {
      ...sent,
      company_name: 'Işık Oto',
      logo_url: '',
      license_type: 'Standard',
      license_end: '2025-12-31',
    }
    expect((await get('settings.php')).body).toEqual({ success: true, data })
    const { prices_with_vat } = await pageClient(db, user).settings.get()
    expect(prices_with_vat).toBe(null)
    expect((await post('settingsUpdate.php', data)).body).toMatchObject({ success: true })
  })

  test.each([
    [{ company_name: '' }, 'Firma adı boş olamaz.'],
    [{ company_tel: '12345' }, 'Telefon numarası çok kısa görünüyor.'],
    [{ output_format: 'exe' }, 'Çıktı formatı PDF, XLSX veya CSV olmalı.'],
  ])('settings with %j are refused', async (sent, message) => {
    const { post } = await shop()
    const { status, body } = await post('settingsUpdate.php', sent)
    expect({ status, body }).toEqual({ status: 200, body: { success: false, message } })
  })
})

describe('changePassword.php', () => {
  test('the password is changed and the other sessions end, but not the current one', async () => {
    const user = await buildUser(db)
    const [mine, other] = [legacyClient(app, db, user), legacyClient(app, db, user)]
    await other.get('settings.php')
    const change = { current_password: user.password, new_password: 'Yeni-Parola-9' }
    const wrong = await mine.post('changePassword.php', { ...change, current_password: 'x' })
    expect(wrong.body).toEqual({ success: false, message: 'Mevcut parola hatalı.' })
    const changed = await mine.post('changePassword.php', change)
    expect(changed.body).toEqual({ success: true, message: 'Parola güncellendi.' })
    expect((await mine.get('settings.php')).status).toBe(200)
    expect((await other.get('settings.php')).status).toBe(401)
  })

  test.each([
    ['Ab1', 'Parola en az 4 karakter olmalı.'],
    ['araba', 'Parola çok zayıf. Daha güçlü bir parola belirle.'],
  ])('%s is refused with its own message', async (new_password, message) => {
    const { post } = await shop()
    const { body } = await post('changePassword.php', { current_password: 'x', new_password })
    expect(body).toEqual({ success: false, message })
  })

  test('too many wrong passwords have to wait', async () => {
    const { post } = await shop()
    const guess = { current_password: 'x', new_password: 'Yeni-Parola-9' }
    for (let count = 0; count < 10; count++) await post('changePassword.php', guess)
    const { status, headers, body } = await post('changePassword.php', guess)
    expect(status).toBe(429)
    expect(Number(headers.get('retry-after'))).toBe(900)
    expect(body['message']).toContain('Çok fazla başarısız deneme')
  })
})

describe('uploadLogo.php', () => {
  const send = ({ call }: Awaited<ReturnType<typeof shop>>, body: RequestInit['body']) =>
    call('uploadLogo.php', { method: 'POST', body: body ?? null })

  test('a form with a file of any field name is accepted', async () => {
    const client = await shop()
    for (const name of ['logo.png', '../../../x.php', `${'ğ'.repeat(300)}.svg`, 'a\u0000b.exe']) {
      const { status, body } = await send(client, logoForm(png, name, 'application/octet-stream'))
      expect({ status, body }).toEqual({
        status: 200,
        body: { success: true, message: 'Logo güncellendi.', url: await logoOf(client) },
      })
    }
    expect(await logoOf(client)).toMatch(/^\/oto-servis\/api\/logo\?user=\d+&v=\w+$/)
  })

  test.each([
    ['a form without a file', logoForm(null), 'Yüklenecek bir logo seçin.'],
    ['a text in its place', logoForm('logo.png'), 'Yüklenecek bir logo seçin.'],
    ['an empty file', logoForm(new Uint8Array()), 'Yüklenecek bir logo seçin.'],
    ['nothing', undefined, 'Yüklenecek bir logo seçin.'],
    ['another type', logoForm(Buffer.from('%PDF-1.7')), 'Logo formatı PNG/JPG/WebP/SVG olmalı.'],
    [
      'a script',
      logoForm(svg('<script/>')),
      'Logo dosyası okunamadı: bozuk ya da desteklenmeyen içerik taşıyor. PNG olarak kaydedip tekrar deneyin.',
    ],
  ])('%s is refused and nothing is stored', async (_, form, message) => {
    const client = await shop()
    const { status, body } = await send(client, form)
    expect({ status, body }).toEqual({ status: 200, body: { success: false, message } })
    expect(await logoOf(client)).toBe('')
  })

  test('the limit is 1 MB for the file and 2 MB for the body', async () => {
    const client = await shop()
    expect((await send(client, logoForm(await pngOfSize(1_048_576)))).body).toMatchObject({ success: true })
    const over = await send(client, logoForm(await pngOfSize(1_048_577)))
    expect(over).toMatchObject({
      status: 200,
      body: { success: false, message: 'Logo en fazla 1MB olmalı.' },
    })
    // The form is sent as bytes, because a form that is still being written cannot be cut off.
    const far = await client.call('uploadLogo.php', {
      method: 'POST',
      body: await new Response(logoForm(new Uint8Array(2_097_152))).arrayBuffer(),
      headers: { 'content-type': 'multipart/form-data; boundary=a' },
    })
    expect(far).toMatchObject({ status: 413, body: { success: false, message: 'Logo en fazla 1MB olmalı.' } })
  })

  test('a malformed body is refused', async () => {
    const { call } = await shop()
    const post = async (type: string, body: string) =>
      (await call('uploadLogo.php', { method: 'POST', body, headers: { 'content-type': type } })).status
    expect(await post('application/json', '{"file":"x"}')).toBe(415)
    expect(await post('image/png', 'x')).toBe(415)
    expect(await post('multipart/form-data', 'x')).toBe(415)
    expect(await post('multipart/form-data; boundary=a', 'no form at all')).toBe(400)
    const parts = '--a\r\nContent-Disposition: form-data; name="x"\r\n\r\ny\r\n'.repeat(18_000)
    expect(await post('multipart/form-data; boundary=a', `${parts}--a--\r\n`)).toBe(400)
    // The boundary is the parameter of that name, not the first text that looks like it.
    for (const before of ['x-boundary=b', 'x="; boundary=b"'])
      expect(await post(`multipart/form-data; ${before}; boundary=a`, `${parts}--a--\r\n`)).toBe(400)
  })

  test('an upload from another site changes nothing', async () => {
    const user = await buildUser(db)
    const cookie = `session_id=${await startSession(db, user)}`
    const post = (site: string) => {
      const headers = { cookie, 'sec-fetch-site': site }
      return requests(app).call('uploadLogo.php', { method: 'POST', body: logoForm(png), headers })
    }
    expect((await post('cross-site')).status).toBe(403)
    expect((await post('same-origin')).status).toBe(200)
  })
})

describe('the logo', () => {
  test('the logo is served as an inert picture and cached privately with an ETag', async () => {
    const owner = await shop()
    await owner.call('uploadLogo.php', { method: 'POST', body: logoForm(png) })
    const path = (await logoOf(owner)).replace('/oto-servis/api/', '')
    const { status, headers } = await owner.get(path)
    expect(status).toBe(200)
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'image/png',
      'x-content-type-options': 'nosniff',
      'content-security-policy':
        "default-src 'none'; base-uri 'none'; object-src 'none'; frame-ancestors 'none'; sandbox",
      'cache-control': 'private, no-cache',
      'cross-origin-resource-policy': 'same-origin',
    })
    const etag = headers.get('etag') ?? ''
    const again = { 'if-none-match': etag }
    expect((await owner.get(path, again)).status).toBe(304)
    expect((await requests(app).get(path, again)).status).toBe(401)
    expect((await (await shop()).get(path, again)).status).toBe(404)
  })

  test.each(['logo', 'logo?user=0', 'logo?user=x', 'logo?user=9007199254740991'])(
    '%s gets 404',
    async (path) => {
      expect((await (await shop()).get(path)).status).toBe(404)
    },
  )
})
