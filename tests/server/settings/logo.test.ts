import { describe, expect, test } from 'vitest'

import { sessionUser } from '#server/auth/operations.ts'
import { uploadLogo, getLogo } from '#server/settings/logo.ts'
import { getSettings } from '#server/settings/operations.ts'
import { logoProblem } from '#shared/settings/rules.ts'
import { secondsLater } from '#tests/support/rows/auth.ts'
import { testDatabase } from '#tests/support/database/database.ts'
import { buildUser, userCtx } from '#tests/support/rows/factories.ts'
import { picture, pngOfSize, svg } from '#tests/support/documents/logo.ts'
import { expectRefusal } from '#tests/support/rows/refusal.ts'

const db = await testDatabase()
const shop = async () => userCtx(db, await buildUser(db))
const png = await picture()
const tooLarge = await pngOfSize(1_048_577)

const MAX = 1_048_576
const storedOf = (userId: number) =>
  db.selectFrom('logo').where('shop_id', '=', userId).selectAll().executeTakeFirst()

describe('an uploaded logo', () => {
  test('an uploaded logo is stored re-encoded, and the settings return its address', async () => {
    const ctx = await shop()
    const { url } = await uploadLogo(ctx, png)
    expect(url).toMatch(new RegExp(`^/oto-servis/api/logo\\?user=${ctx.actor.shop}&v=[a-z0-9]+$`))
    expect((await getSettings(ctx)).logo_url).toBe(url)
    expect(await sessionUser(ctx)).toMatchObject({ logo_url: url })
    const stored = await storedOf(ctx.actor.shop)
    expect(stored).toMatchObject({ width: 64, height: 48 })
    expect(Buffer.from(stored?.png ?? []).equals(png)).toBe(false)
  })

  test('a new logo replaces the previous one under another address', async () => {
    const ctx = await shop()
    const { url } = await uploadLogo(ctx, png)
    const later = { ...ctx, now: secondsLater(1) }
    const second = await uploadLogo(later, await picture('jpeg', { width: 20, height: 30 }))
    expect(second.url).not.toBe(url)
    expect(await storedOf(ctx.actor.shop)).toMatchObject({ width: 20, height: 30 })
  })

  test('a logo is visible to its owner and to administrators', async () => {
    const [owner, other, admin] = [await shop(), await shop(), userCtx(db, await buildUser(db, { auth: 3 }))]
    await uploadLogo(owner, png)
    const user = owner.actor.shop
    const own = await getLogo(owner, { user: 0 })
    expect(await getLogo(owner, { user })).toEqual(own)
    expect(await getLogo(admin, { user })).toEqual(own)
    const missing = { code: 'NOT_FOUND', message: 'Logo bulunamadı.' } as const
    await expectRefusal(getLogo(other, { user }), missing)
    await expectRefusal(getLogo(other, { user: 0 }), missing)
    await expectRefusal(getLogo(admin, { user: other.actor.shop }), missing)
  })
})

describe('the upload of an invalid logo', () => {
  test.each([
    ['none', null, 'Yüklenecek bir logo seçin.'],
    ['an empty one', Buffer.alloc(0), 'Yüklenecek bir logo seçin.'],
    ['a byte too many', tooLarge, 'Logo en fazla 1MB olmalı.'],
    ['a GIF', Buffer.from('GIF89a'), 'Logo formatı PNG/JPG/WebP/SVG olmalı.'],
    [
      'half a PNG',
      png.subarray(0, 60),
      'Logo dosyası okunamadı: bozuk ya da desteklenmeyen içerik taşıyor. PNG olarak kaydedip tekrar deneyin.',
    ],
    [
      'a script',
      svg('<script>alert(1)</script>'),
      'Logo dosyası okunamadı: bozuk ya da desteklenmeyen içerik taşıyor. PNG olarak kaydedip tekrar deneyin.',
    ],
  ])('%s is refused and the old logo stays', async (_, file, message) => {
    const ctx = await shop()
    await expectRefusal(uploadLogo(ctx, file), { code: 'INVALID', message, field: 'file' })
    expect(await storedOf(ctx.actor.shop)).toBeUndefined()
    const { url } = await uploadLogo(ctx, svg(''))
    await expectRefusal(uploadLogo(ctx, file), { code: 'INVALID', message, field: 'file' })
    expect((await getSettings(ctx)).logo_url).toBe(url)
  })

  test('a file of exactly 1,048,576 bytes is accepted', async () => {
    const ctx = await shop()
    await uploadLogo(ctx, await pngOfSize(MAX))
    expect(await storedOf(ctx.actor.shop)).toMatchObject({ width: 64, height: 48 })
  })
})

test('the page refuses an invalid file before uploading it', () => {
  expect(logoProblem(null)).toBe('Yüklenecek bir logo seçin.')
  expect(logoProblem({ size: MAX + 1, type: 'image/png' })).toBe('Logo en fazla 1MB olmalı.')
  expect(logoProblem({ size: 1, type: 'image/gif' })).toBe('Logo formatı PNG/JPG/WebP/SVG olmalı.')
  for (const type of ['image/png', 'image/jpeg', 'image/webp', 'image/svg+xml'])
    expect(logoProblem({ size: MAX, type })).toBeNull()
})
