import { expect, test } from 'vitest'

import { noteFrom } from '#client/features/expense/expense-note.ts'

const FAR = `${'Fatura ile ödendi, '.repeat(10)}IŞIK tabela`

test('a note whose hit is near its beginning stays as it is', () => {
  expect(noteFrom('Fatura', '')).toBe('Fatura')
  expect(noteFrom(FAR, '')).toBe(FAR)
  expect(noteFrom(FAR, 'yok')).toBe(FAR)
  expect(noteFrom(FAR, 'fatura')).toBe(FAR)
})

test('one whose hit would be cut off begins at a word a little before it', () => {
  expect(noteFrom(FAR, 'ışık')).toBe('… ödendi, Fatura ile ödendi, IŞIK tabela')
})

test('no character is torn apart where there are no words', () => {
  const note = noteFrom(`${'😀'.repeat(50)}a${'😀'.repeat(50)}IŞIK`, 'ışık')
  expect(note.isWellFormed()).toBe(true)
  expect(note).toContain('IŞIK')
})
