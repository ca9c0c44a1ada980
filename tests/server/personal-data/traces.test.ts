import { expect, test } from 'vitest'

import type { ChangeDetail } from '#shared/change/schema.ts'
import { mentions, tracesOf } from '#server/personal-data/traces.ts'

const traces = tracesOf({
  names: ['Ayşe Işık', ''],
  numbers: ['0532 123 45 67', '0532 999 88 77', '10000000146', '-', '0'],
  cars: ['34 ABC 123', '34 ABC 999', 'WVWZZZ1JZXW000001', ''],
  files: ['müşteri-geçmişi-Ayşe-Işık'],
  others: ['+90 532 999 88 77', '34abc999'],
  namesakes: ['AYŞE IŞIK'],
})
const ofNobodyElse = tracesOf({
  names: ['Kanarya Özgünoğlu', 'Kaya'],
  numbers: ['0532 123 45 67'],
  cars: ['34 AB 12', '34 KNR 987'],
  files: [],
  others: [],
  namesakes: [],
})
const field = (name: string, before: string | null, after: string | null) => ({
  fields: [{ name, before, after }],
})

test.each([
  ['a title with the plate', 'kayit', '34 ABC 123 · Ali Su', {}, 'surely'],
  ['a title with the name', 'kayit', '06 A 1 · AYŞE IŞIK', {}, 'perhaps'],
  ['the phone, written otherwise', 'kayit', '', field('musteri_tel', '+90 532 123 4567', ''), 'surely'],
  ['the tax number', 'kayit', '', field('tc_vergino', null, '10000000146'), 'surely'],
  ['the chassis number in small letters', 'kayit', '', field('sasi_no', 'wvwzzz1jzxw000001', ''), 'surely'],
  ["a family's phone", 'kayit', '', field('musteri_tel', '0532 999 88 77', ''), 'perhaps'],
  ['a plate that another car has now', 'kayit', '34 ABC 999 · Ali Su', {}, 'perhaps'],
  ['a customer that was joined', 'customer', 'Ali Su', { other: 'Ayşe Işık' }, 'perhaps'],
  ['a file with their history', 'export', 'müşteri-geçmişi-Ayşe-Işık', {}, 'surely'],
  ['another file', 'export', 'müşteri-geçmişi-Ali-Su', {}, 'not'],
  ['somebody else', 'kayit', '06 A 1 · Ali Su', field('musteri_tel', '0533 123 45 67', '-'), 'not'],
  ['a name within a name', 'kayit', '06 A 1 · Ayşe Işıklar', {}, 'not'],
  ['nothing', 'settings', '', {}, 'not'],
] as [string, string, string, ChangeDetail, ReturnType<typeof mentions>][])('%s', (...row) => {
  const [, noun, title, detail, expected] = row
  expect(mentions({ noun, title, detail }, traces)).toBe(expected)
})

test.each([
  ['a name of several words that nobody else has', 'kayit', '06 A 1 · KANARYA ÖZGÜNOĞLU', 'surely'],
  ['a single word, which may be anything', 'kayit', 'Kaya', 'perhaps'],
  ['the name among the words of an expense', 'expense', 'Kanarya Özgünoğlu iadesi', 'surely'],
  ['the phone among them', 'expense', 'İade (+90 532-123-4567)', 'surely'],
  ['the plate among them', 'package', 'Bakım 34knr987', 'surely'],
  ['a short plate, which may be part of another', 'package', 'Bakım 34 AB 123', 'not'],
  ["the name among the words of somebody else's record", 'kayit', 'Kanarya Özgünoğlu getirdi', 'not'],
])('%s', (...row) => {
  const [, noun, title, expected] = row
  expect(mentions({ noun, title, detail: {} }, ofNobodyElse)).toBe(expected)
})
