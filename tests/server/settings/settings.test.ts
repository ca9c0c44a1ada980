import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'

import { getSettings, updateSettings } from '#server/settings/operations.ts'
import { IDLE_MINUTES } from '#shared/options.ts'
import { settingsInput } from '#shared/settings/schema.ts'
import { pageClient } from '#tests/support/panel/app.ts'
import { testDatabase } from '#tests/support/database/database.ts'
import { buildUser, userCtx } from '#tests/support/rows/factories.ts'
import { expectRefusal } from '#tests/support/rows/refusal.ts'

const db = await testDatabase()
const shop = async (columns: Parameters<typeof buildUser>[1] = {}) =>
  userCtx(db, await buildUser(db, columns))

const everyField = {
  company_name: 'Işık Oto',
  output_format: 'XLSX',
  company_tel: '0 500 224 16 16',
  company_adress: 'Küçük Sanayi\n12. Blok',
  prices_with_vat: true,
} as const

describe('the settings', () => {
  test('the settings of a new account are empty, with the fixed licence', async () => {
    expect(await getSettings(await shop())).toEqual({
      company_name: '',
      output_format: 'PDF',
      logo_url: '',
      license_type: 'Standard',
      license_end: '2025-12-31',
      company_tel: '',
      company_adress: '',
      prices_with_vat: null,
      idle_minutes: null,
      version: 1,
    })
  })

  test.each([
    [{ license_type: 'Pro', license_end_date: '2027-01-31' }, 'Pro', '2027-01-31'],
    [{ license_type: 'Pro' }, 'Pro', null],
    [{ license_end_date: '2027-01-31' }, 'Standard', '2027-01-31'],
  ])('the settings show the licence of %j', async (columns, license_type, license_end) => {
    expect(await getSettings(await shop(columns))).toMatchObject({ license_type, license_end })
  })

  test('sent fields are stored, and unsent ones stay unchanged', async () => {
    const ctx = await shop()
    const saved = await updateSettings(ctx, everyField)
    expect(saved).toEqual({ ...(await getSettings(ctx)), ...everyField, version: 2 })
    expect(await updateSettings(ctx, { company_tel: '' })).toEqual({ ...saved, company_tel: '', version: 3 })
  })

  test('saves nothing when no setting is sent', async () => {
    const ctx = userCtx(db, await buildUser(db))
    const { version, ...saved } = await updateSettings(ctx, everyField)
    expect(await updateSettings(ctx, {})).toEqual({ ...saved, version: version + 1 })
  })

  test.each([true, false, null])(
    'the choice of prices %j is stored, and the session knows it',
    async (choice) => {
      const user = await buildUser(db, { prices_with_vat: choice === true ? null : true })
      const page = pageClient(db, user)
      expect(await page.settings.update({ prices_with_vat: choice })).toMatchObject({
        prices_with_vat: choice,
      })
      expect(await page.settings.update({ company_tel: '' })).toMatchObject({ prices_with_vat: choice })
      expect((await page.auth.session()).user).toMatchObject({ prices_with_vat: choice })
    },
  )

  test.each([...IDLE_MINUTES, null])(
    'the idle limit %j is stored, and the session knows it',
    async (choice) => {
      const user = await buildUser(db, { idle_minutes: choice === 15 ? null : 15 })
      const page = pageClient(db, user)
      expect(await page.settings.update({ idle_minutes: choice })).toMatchObject({ idle_minutes: choice })
      expect(await page.settings.update({ company_tel: '' })).toMatchObject({ idle_minutes: choice })
      expect((await page.auth.session()).user).toMatchObject({ idle_minutes: choice })
    },
  )

  test.each([0, 1, 14, 61, 15.5, -15, '15', true])('the idle limit %j is refused', async (idle_minutes) => {
    const page = pageClient(db, await buildUser(db))
    const refused = page.settings.update({ idle_minutes: idle_minutes as 15 })
    await expect(refused).rejects.toMatchObject({ code: 'BAD_REQUEST', field: 'idle_minutes' })
  })

  test('a save changes no other account and no other column of the own one', async () => {
    const [mine, theirs] = [await shop(), await shop(everyField)]
    const forged = { ...everyField, auth: 3, license_type: 'Pro', user_id: theirs.actor.shop, username: 'x' }
    await pageClient(db, await buildUser(db)).settings.update(forged)
    await updateSettings(mine, z.parse(settingsInput, { ...forged, company_name: 'Benim' }))
    expect(await getSettings(theirs)).toMatchObject({ ...everyField, version: 1 })
    const row = await db
      .selectFrom('users')
      .innerJoin('shops', 'shops.id', 'users.id')
      .where('users.id', '=', mine.actor.shop)
      .select(['auth', 'license_type', 'username'])
      .executeTakeFirst()
    expect(row).toEqual({ auth: 0, license_type: '', username: mine.actor.username })
  })

  test('a save of an outdated version is refused', async () => {
    const ctx = await shop()
    const { version } = await updateSettings(ctx, { ...everyField, version: 1 })
    const late = updateSettings(ctx, { company_name: 'Geç', version: 1 })
    await expectRefusal(late, {
      code: 'CONFLICT',
      message: 'Bu kayıt siz düzenlerken değiştirildi.',
    })
    expect(await getSettings(ctx)).toMatchObject({ company_name: 'Işık Oto', version })
  })

  test('a save that is repeated word for word after its response was lost is stored once', async () => {
    const ctx = await shop()
    const change = { ...everyField, version: 1, key: 'ayar-formu-1' }
    const first = await updateSettings(ctx, change)
    expect(await updateSettings(ctx, change)).toEqual(first)
    expect(first.version).toBe(2)
    const differs = updateSettings(ctx, { ...change, company_name: 'Başka' })
    await expect(differs).rejects.toMatchObject({ code: 'CONFLICT' })
  })
})

test.each([
  [{ company_name: '  ' }, 'company_name', 'Firma adı boş olamaz.'],
  [{ company_name: null }, 'company_name', 'Firma adı boş olamaz.'],
  [{ company_tel: ' 123456 ' }, 'company_tel', 'Telefon numarası çok kısa görünüyor.'],
  [{ output_format: 'DOCX' }, 'output_format', 'Çıktı formatı PDF, XLSX veya CSV olmalı.'],
  [{ company_adress: 'a\u0000b' }, 'company_adress', 'Metinde izin verilmeyen karakterler var.'],
  [{ company_name: 'x'.repeat(201) }, 'company_name', 'Firma adı en fazla 200 karakter olabilir.'],
])('the settings refuse %j', (sent, field, message) => {
  const { error } = settingsInput.safeParse({ ...everyField, ...sent })
  expect(error?.issues).toMatchObject([{ path: [field], message }])
})

test('a phone of seven characters is accepted', () => {
  expect(z.parse(settingsInput, { company_tel: ' 1234567 ' })).toEqual({ company_tel: '1234567' })
})
