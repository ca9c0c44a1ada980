import { expect, test } from 'vitest'

import { asRefusal } from '#server/core/unexpected.ts'

const databaseError = (code: string) =>
  Object.assign(new Error('from the database'), { name: 'PostgresError', code })

test.each(['40P01', '40001', '57P01', '53100'])('%s is no bug: the call may be repeated', (code) => {
  expect(asRefusal(databaseError(code))).toMatchObject({ code: 'UNAVAILABLE', retryAfter: 2 })
})

test('a node that is lost within a transaction of several is no bug, whatever else has its code', () => {
  const lost = { message: 'failure on connection marked as essential: 10.0.0.1:5432' }
  expect(asRefusal(Object.assign(databaseError('XX000'), lost))).toMatchObject({ code: 'UNAVAILABLE' })
  expect(asRefusal(databaseError('XX000'))).toBeNull()
})

test.each(['23505', '42P01', '22P02'])('%s is a bug', (code) => {
  expect(asRefusal(databaseError(code))).toBeNull()
})

test('the same code of another error is a bug', () => {
  expect(asRefusal(Object.assign(new Error('x'), { code: '40P01' }))).toBeNull()
})
