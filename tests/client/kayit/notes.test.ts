import { expect, test } from 'vitest'

import { priceNote, quantityNote } from '#client/features/kayit/items/new-line.ts'
import { quantityFrom } from '#shared/money-parse.ts'

test.each([
  ['2,7', 'Adet tam sayı olmalı: 2 alındı.'],
  ['1.250,5', 'Adet tam sayı olmalı: 1.250 alındı.'],
  ['0', 'Adet en az 1 olmalı: 1 alındı.'],
  ['-3', 'Adet en az 1 olmalı: 1 alındı.'],
  ['0,4', 'Adet en az 1 olmalı: 1 alındı.'],
  ['iki', 'Adet okunamadı: 1 alındı.'],
  ['3', ''],
  ['2,0', ''],
  ['1.250', ''],
  ['', ''],
])('the note on the quantity %j is %j', (typed, note) => {
  expect(quantityNote(typed, quantityFrom(typed))).toBe(note)
})

test.each([
  ['bedava', 'Fiyat okunamadı: ₺0,00 alındı.'],
  ['12,5,0', 'Fiyat okunamadı: ₺0,00 alındı.'],
  ['-5', 'Fiyat eksi olamaz: ₺0,00 alındı.'],
  ['−5', 'Fiyat eksi olamaz: ₺0,00 alındı.'],
  ['0', ''],
  ['', ''],
])('the note on the price %j is %j', (typed, note) => {
  expect(priceNote(typed, 0)).toBe(note)
})

test('the note disappears when the field gets another value', () => {
  expect(quantityNote('2,7', 5)).toBe('')
  expect(priceNote('bedava', 12_000)).toBe('')
})
