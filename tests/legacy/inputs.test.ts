import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'

import {
  expenseInputOf,
  legacyExpenseInput,
  legacyFeedbackInput,
  legacySettingsInput,
  legacyUserInput,
} from '#server/transports/legacy/inputs.ts'

const read = (sent: object) => expenseInputOf(z.parse(legacyExpenseInput, sent))

describe('the amount of an expense', () => {
  test.each([
    ['12,50', 1250],
    ['12.50', 1250],
    ['1.250,75', 125_075],
    ['1,250.75', 125_075],
    ['1.250.000', 125_000_000],
    ['1\u202f250,50', 125_050],
    ["1'250,50", 125_050],
    ['₺1.250,-', 125_000],
    ['1.250,- TL', 125_000],
    [0.01, 1],
    ['0,005', 1],
    [19.99, 1999],
    [1.005, 101],
    ['999.999.999,99', 99_999_999_999],
  ])('the amount %j is %d kuruş', (amount, amount_kurus) => {
    expect(read({ amount })).toMatchObject({ amount_kurus })
  })

  test.each([0, -5, '−1e400', 'bedava', '', null])('%j is no amount', (amount) => {
    expect(read({ amount })).toMatchObject({ amount_kurus: null })
  })

  test('an amount that is not sent stays unchanged, whatever is sent under the name of the column', () => {
    expect(read({ title: 'Kira', amount_kurus: 5 })).toEqual({ id: 0, title: 'Kira' })
  })

  test.each([1_000_000_000, 1e300, '999999999,995'])('the amount %j is too large', (amount) => {
    const { error } = z.safeParse(legacyExpenseInput, { amount })
    expect(error?.issues).toMatchObject([{ message: 'Tutar en fazla 999.999.999,99 olabilir.' }])
  })
})

test.each([
  ['an expense', legacyExpenseInput, { title: 'Kira' }],
  ['the settings', legacySettingsInput, { company_name: 'Işık Oto' }],
  ['a feedback', legacyFeedbackInput, { subject: 'Konu', message: 'Uzun bir mesaj' }],
  ['a user', legacyUserInput, { username: 'usta' }],
])('the version and the key of %s are ignored', (_, schema: z.ZodMiniType, sent) => {
  const parsed = z.parse(schema, { ...sent, version: 'abc', key: 1 })
  expect(parsed).toEqual(z.parse(schema, sent))
  expect(parsed).toMatchObject(sent)
  for (const name of ['version', 'key']) expect(parsed).not.toHaveProperty(name)
})
