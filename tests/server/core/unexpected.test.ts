import { expect, test } from 'vitest'

import { asRefusal } from '#server/core/unexpected.ts'

const databaseError = (code: string) =>
  Object.assign(new Error('from the database'), { name: 'PostgresError', code })

test.each(['40P01', '40001', '57P01', '53100'])('%s is no bug: the call may be repeated', (code) => {
  expect(asRefusal(databaseError(code))).toMatchObject({ code: 'UNAVAILABLE', retryAfter: 2 })
})

test.each(['23505', '42P01', '22P02'])('%s is a bug', (code) => {
  expect(asRefusal(databaseError(code))).toBeNull()
})

test('the same code of another error is a bug', () => {
  expect(asRefusal(Object.assign(new Error('x'), { code: '40P01' }))).toBeNull()
})
