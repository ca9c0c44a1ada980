// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest'

import { dropDrafts, draftNames, writeDraft } from '#client/lib/drafts.ts'
import {
  removeOfflineUser,
  readOfflineUser,
  storeOfflineUser,
  updateOfflineUser,
} from '#client/lib/offline-user.ts'
import { sessionUserOf } from '#tests/client/session-user.ts'

const AYSE = sessionUserOf({ id: 7, username: 'ayse', company_name: 'Demir Oto' })

afterEach(() => {
  localStorage.clear()
  vi.useRealTimers()
})

test('a user is stored for 30 days, with the newest data', () => {
  vi.useFakeTimers({ now: new Date('2026-11-01T08:00:00Z') })
  storeOfflineUser(AYSE)
  updateOfflineUser({ ...AYSE, company_name: 'Çelik Oto' })
  vi.setSystemTime(new Date('2026-12-01T07:59:00Z'))
  expect(readOfflineUser()).toMatchObject({ id: 7, company_name: 'Çelik Oto' })
  vi.setSystemTime(new Date('2026-12-01T08:01:00Z'))
  expect(readOfflineUser()).toBe(null)
})

test.each([
  ['another user', { ...AYSE, id: 8 }],
  ['no user', null],
])('a session of %s removes the stored user', (_, user) => {
  storeOfflineUser(AYSE)
  updateOfflineUser(user)
  expect(readOfflineUser()).toBe(null)
})

test('a user is stored only on request, and a logout removes the entry', () => {
  updateOfflineUser(AYSE)
  expect(readOfflineUser()).toBe(null)
  storeOfflineUser(AYSE)
  removeOfflineUser()
  expect(readOfflineUser()).toBe(null)
})

test('a logout deletes all drafts but the waiting ones of other users', () => {
  const waiting = JSON.stringify({ waits: true })
  writeDraft('kayit:7:0:a', waiting)
  writeDraft('kayit:8:0:b', waiting)
  writeDraft('kayit:8:0:c', JSON.stringify({ key: 'c' }))
  writeDraft('gider:8:0:d', 'broken')
  dropDrafts(7)
  expect(draftNames()).toEqual(['kayit:8:0:b'])
})

test('the device keeps the name and the company of the user, and nothing that was typed or saved', () => {
  const views = [{ name: 'Ayşe Demir', preset: 'tam' as const, search: { q: 'Ayşe Demir' } }]
  storeOfflineUser({ ...AYSE, preferences: { ...AYSE.preferences, views } })
  expect(JSON.stringify(localStorage)).not.toContain('Ayşe Demir')
  expect(readOfflineUser()).toMatchObject({ id: 7, company_name: 'Demir Oto', preferences: { views: [] } })
})
