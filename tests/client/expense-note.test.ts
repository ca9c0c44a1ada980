import { expect, test } from 'vitest'

import { noteFrom } from '#client/features/expense/expense-note.ts'

const FAR = `${'Fatura ile ödendi, '.repeat(10)}IŞIK tabela`

test('a note with a hit near its beginning is shown unchanged', () => {
  expect(noteFrom('Fatura', '')).toBe('Fatura')
  expect(noteFrom(FAR, '')).toBe(FAR)
  expect(noteFrom(FAR, 'yok')).toBe(FAR)
  expect(noteFrom(FAR, 'fatura')).toBe(FAR)
})

test('a note whose hit would be cut off begins at a word shortly before the hit', () => {
  expect(noteFrom(FAR, 'ışık')).toBe('… ödendi, Fatura ile ödendi, IŞIK tabela')
})

test('a note without spaces is not cut within a character', () => {
  const note = noteFrom(`${'😀'.repeat(50)}a${'😀'.repeat(50)}IŞIK`, 'ışık')
  expect(note.isWellFormed()).toBe(true)
  expect(note).toContain('IŞIK')
})
