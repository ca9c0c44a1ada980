import { expect, test } from 'vitest'
import * as z from 'zod/mini'

import { fieldProblems } from '#client/forms/problems.ts'
import { feedbackInput } from '#shared/feedback/schema.ts'
import { settingsInput } from '#shared/settings/schema.ts'

test('the validation returns all problems, with the first message of each field', () => {
  const values = { company_name: '  ', company_tel: '03121', company_adress: '', output_format: 'X' }
  expect(fieldProblems(settingsInput, values)).toEqual([
    { names: ['company_name'], message: 'Firma adı boş olamaz.' },
    { names: ['company_tel'], message: 'Telefon numarası çok kısa görünüyor.' },
    { names: ['output_format'], message: 'Çıktı formatı PDF, XLSX veya CSV olmalı.' },
  ])
  expect(
    fieldProblems(settingsInput, { ...values, company_name: 'Usta', company_tel: '', output_format: 'PDF' }),
  ).toEqual([])
})

test('fields within lists are named by their path', () => {
  const schema = z.object({
    satirlar: z.array(z.object({ ad: z.string().check(z.minLength(1, 'Boş olamaz.')) })),
  })
  expect(fieldProblems(schema, { satirlar: [{ ad: 'yağ' }, { ad: '' }] })).toEqual([
    { names: ['satirlar.1.ad'], message: 'Boş olamaz.' },
  ])
})

test('a feedback is trimmed before its length is checked, and has upper limits', () => {
  const messages = (values: object) => fieldProblems(feedbackInput, values).map(({ message }) => message)
  expect(messages({ subject: 'KDV', message: '0123456789' })).toEqual([])
  expect(messages({ subject: ' KD ', message: ' 012345678 ' })).toEqual([
    'Konu en az 3 karakter olmalı.',
    'Mesaj en az 10 karakter olmalı.',
  ])
  expect(messages({ subject: 'a'.repeat(201), message: 'a'.repeat(10_001) })).toEqual([
    'Konu en fazla 200 karakter olabilir.',
    'Mesaj en fazla 10.000 karakter olabilir.',
  ])
})

test('problems of extra rules are listed in form order, one message per field', () => {
  const broken = [
    { field: 'message', message: 'Mesaj uygun değil.' },
    { field: 'subject', message: 'Konu uygun değil.' },
    null,
  ]
  expect(fieldProblems(feedbackInput, { subject: 'KDV', message: 'kısa' }, broken)).toEqual([
    { names: ['subject'], message: 'Konu uygun değil.' },
    { names: ['message'], message: 'Mesaj en az 10 karakter olmalı.' },
  ])
})
