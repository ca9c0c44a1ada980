import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'

import { sessionUser } from '#server/auth/operations.ts'
import { savePreferences, getSettings } from '#server/settings/operations.ts'
import { preferencesInput, readPreferences } from '#shared/settings/preferences.ts'

import { legacyClient, testApp } from '#tests/support/panel/app.ts'
import { testDatabase } from '#tests/support/database/database.ts'
import { buildUser, userCtx } from '#tests/support/rows/factories.ts'

const db = await testDatabase()
const DEFAULTS = { listPreset: 'tam', hiddenColumns: [], views: [] }
const view = (name: string, search: object = { durum: 'Beklemede', sort: 'plaka' }) => ({
  name,
  preset: 'gundelik',
  search,
})
const parse = (input: unknown) => z.parse(preferencesInput, input)
const refusal = (input: unknown) => z.safeParse(preferencesInput, input).error?.issues[0]?.message

describe('saving preferences', () => {
  test('only the sent part is replaced, for the caller only, and the session has it', async () => {
    const [user, other] = [await buildUser(db), await buildUser(db)]
    const ctx = userCtx(db, user)
    expect((await sessionUser(ctx))?.preferences).toEqual(DEFAULTS)
    await savePreferences(ctx, parse({ views: [view('Bekleyenler')] }))
    const saved = await savePreferences(ctx, parse({ listPreset: 'gundelik' }))
    expect(saved).toEqual({ ...DEFAULTS, listPreset: 'gundelik', views: [view('Bekleyenler')] })
    expect((await sessionUser(ctx))?.preferences).toEqual(saved)
    expect((await sessionUser(userCtx(db, other)))?.preferences).toEqual(DEFAULTS)
  })

  test('the version of the account stays, so that an open settings form is not refused', async () => {
    const ctx = userCtx(db, await buildUser(db))
    const { version } = await getSettings(ctx)
    await savePreferences(ctx, parse({ hiddenColumns: ['sasi_no'] }))
    expect((await getSettings(ctx)).version).toBe(version)
  })

  test('the old session path does not show them', async () => {
    const user = await buildUser(db)
    await savePreferences(userCtx(db, user), parse({ listPreset: 'gundelik' }))
    const { body } = await legacyClient(testApp(db), db, user).post('getSession.php', {})
    expect(Object.keys(body['user'] as object)).toEqual([
      'id',
      'username',
      'auth',
      'company_name',
      'license_type',
      'license_end_date',
    ])
  })

  test('anything else, and more than the limits, is refused', () => {
    const many = Array.from({ length: 21 }, (_, index) => view(`Görünüm ${index}`))
    expect(refusal({ views: many })).toBe('En fazla 20 görünüm kaydedilebilir. Önce birini silin.')
    expect(refusal({ views: [view('a'), view('a')] })).toBe('Bu adda bir görünüm var. Başka bir ad yazın.')
    expect(refusal({ views: [view('x'.repeat(41))] })).toBe('Görünümün adı en fazla 40 karakter olabilir.')
    expect(refusal({ views: [view(' ')] })).toBe('Görünüme bir ad verin.')
    expect(refusal({ views: [view('a', { page: 2 })] })).toBe('Gönderilen bilgiler geçersiz.')
    expect(refusal({ views: [view('a', { q: 'x'.repeat(201) })] })).toContain('en fazla 200')
    expect(refusal({ listPreset: 'yok' })).toBe('Gönderilen bilgiler geçersiz.')
    expect(refusal({ hiddenColumns: ['durum'] })).toBe('Gönderilen bilgiler geçersiz.')
    expect(refusal({ hiddenColumns: Array(9).fill('sasi_no') })).toBe('Gönderilen bilgiler geçersiz.')
    expect(refusal({ listPreset: undefined })).toBe('Gönderilen bilgiler geçersiz.')
    expect(refusal({ other: 1 })).toBe('Gönderilen bilgiler geçersiz.')
  })
})

describe('reading stored preferences', () => {
  test.each(['', '{}', 'null', '[]', '"x"', '{broken', '{"listPreset":7,"views":"x","hiddenColumns":[9]}'])(
    '%s gives the defaults',
    (stored) => {
      expect(readPreferences(stored)).toEqual(DEFAULTS)
    },
  )

  test('a broken part does not cost the others', () => {
    const views = [view('Bekleyenler')]
    const stored = JSON.stringify({ listPreset: 'later version', views: [{ name: 7 }, ...views], unknown: 1 })
    expect(readPreferences(stored)).toEqual({ ...DEFAULTS, views })
  })
})
