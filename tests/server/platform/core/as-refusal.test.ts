import { expect, test } from 'vitest'

import { asRefusal } from '#server/platform/core/as-refusal.ts'

const databaseError = (code: string) =>
  Object.assign(new Error('from the database'), { name: 'PostgresError', code })

test.each(['40P01', '40001', '57P01', '53100'])('%s is no bug: the call may be repeated', (code) => {
  expect(asRefusal(databaseError(code))).toMatchObject({ code: 'UNAVAILABLE', retryAfter: 2 })
})

test.each([
  'failure on connection marked as essential: 10.0.0.1:5432',
  'could not commit transaction for shard 102008 on at least one active node',
])('a lost node is no bug, whatever else has its code: %s', (message) => {
  expect(asRefusal(Object.assign(databaseError('XX000'), { message }))).toMatchObject({ code: 'UNAVAILABLE' })
  expect(asRefusal(databaseError('XX000'))).toBeNull()
})

test.each(['23505', '42P01', '22P02'])('%s is a bug', (code) => {
  expect(asRefusal(databaseError(code))).toBeNull()
})

test('the same code of another error is a bug', () => {
  expect(asRefusal(Object.assign(new Error('x'), { code: '40P01' }))).toBeNull()
})
