import { expect, test } from 'vitest'

import { noteExcerpt } from '#client/features/expense/expense-note.ts'

const FAR = `${'Fatura ile ödendi, '.repeat(10)}IŞIK tabela`

test('a note with a hit near its beginning is shown unchanged', () => {
  expect(noteExcerpt('Fatura', '')).toBe('Fatura')
  expect(noteExcerpt(FAR, '')).toBe(FAR)
  expect(noteExcerpt(FAR, 'yok')).toBe(FAR)
  expect(noteExcerpt(FAR, 'fatura')).toBe(FAR)
})

test('a note whose hit would be cut off begins at a word shortly before the hit', () => {
  expect(noteExcerpt(FAR, 'ışık')).toBe('… ödendi, Fatura ile ödendi, IŞIK tabela')
})

test('a note without spaces is not cut within a character', () => {
  const note = noteExcerpt(`${'😀'.repeat(50)}a${'😀'.repeat(50)}IŞIK`, 'ışık')
  expect(note.isWellFormed()).toBe(true)
  expect(note).toContain('IŞIK')
})
