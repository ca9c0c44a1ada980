import { describe, expect, test } from 'vitest'

import { feedbackProblems, firstWrong } from '#client/features/feedback/feedback-rules.ts'

const GOOD = { subject: 'Yazıcı', message: 'PDF yazdırılmıyor.' }

describe('a feedback', () => {
  test('that is long enough has no problem', () => {
    expect(feedbackProblems(GOOD)).toEqual({})
    expect(feedbackProblems({ subject: 'KDV', message: '0123456789' })).toEqual({})
    expect(firstWrong({})).toBe(undefined)
  })

  test('is measured without the space around it', () => {
    expect(feedbackProblems({ subject: ' KD ', message: ' 012345678 ' })).toEqual({
      subject: 'Konu en az 3 karakter olmalı.',
      message: 'Mesaj en az 10 karakter olmalı.',
    })
  })

  test('has limits upwards too', () => {
    expect(feedbackProblems({ ...GOOD, subject: 'a'.repeat(201) })).toEqual({
      subject: 'Konu en fazla 200 karakter olabilir.',
    })
    expect(feedbackProblems({ ...GOOD, message: 'a'.repeat(10_001) })).toEqual({
      message: 'Mesaj en fazla 10.000 karakter olabilir.',
    })
  })

  test('leads to the first wrong field of the form', () => {
    expect(firstWrong(feedbackProblems({ subject: '', message: '' }))).toBe('subject')
    expect(firstWrong(feedbackProblems({ ...GOOD, message: '' }))).toBe('message')
  })
})
