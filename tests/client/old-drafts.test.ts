// @vitest-environment jsdom
import { beforeEach, expect, test } from 'vitest'

import { draftNames, dropDraftsNaming, dropOldDrafts, writeDraft } from '#client/lib/drafts.ts'

const NOW = Date.parse('2026-11-21T09:00:00Z')
const daysAgo = (days: number) => NOW - days * 86_400_000
const write = (name: string, draft: object) => writeDraft(name, JSON.stringify(draft))

beforeEach(() => localStorage.clear())

test('an erasure takes the drafts that name the customer and what was opened last, except a visit that waits to be sent', () => {
  const values = { musteri_adi_soyadi: 'Kanarya Özgün' }
  write('kayit:1:5:a', { values: {}, base: values, savedAt: NOW })
  write('kayit:1:0:b', { values, savedAt: NOW, waits: true })
  write('kayit:1:0:c', { values: { musteri_adi_soyadi: 'Kanarya' }, savedAt: NOW })
  writeDraft('son-acilanlar:1', '[{"kind":"vehicle","id":1,"title":"34 KNR 987","note":""}]')
  dropDraftsNaming('Kanarya Özgün')
  expect(draftNames().sort()).toEqual(['kayit:1:0:b', 'kayit:1:0:c'])
})

test('a draft that is older than a session goes at the next start, except what waits to be sent', () => {
  write('kayit:1:5:old', { values: {}, savedAt: daysAgo(31) })
  write('kayit:1:0:waits', { values: {}, savedAt: daysAgo(31), waits: true })
  write('kayit:1:5:new', { values: {}, savedAt: daysAgo(29) })
  write('son-gorunum:1', { sort: 'plaka' })
  writeDraft('broken', '{')
  writeDraft('none', 'null')
  dropOldDrafts(NOW)
  expect(draftNames().sort()).toEqual(['broken', 'kayit:1:0:waits', 'kayit:1:5:new', 'none', 'son-gorunum:1'])
})
