import { expect, test } from 'vitest'

import { feedbackListInput, userListInput } from '#shared/admin/schema.ts'
import * as options from '#shared/options.ts'

test('sizes, choices and limits are those of the specification (§9)', () => {
  expect(options).toMatchObject({
    DURUM_OPTIONS: ['Devam Ediyor', 'Tamamlandı'],
    KAYIT_PAGE_SIZES: [10, 20, 50, 100],
    KAYIT_PAGE_SIZE: 20,
    USER_PAGE_SIZES: [10, 15, 20, 30, 50],
    USER_PAGE_SIZE: 15,
    FEEDBACK_PAGE_SIZES: [10, 20, 30, 50],
    FEEDBACK_PAGE_SIZE: 20,
    OUTPUT_FORMATS: ['PDF', 'XLSX', 'CSV'],
    MAX_LOGO_BYTES: 1_048_576,
    SESSION_REMEMBER_DAYS: 30,
    CONSENT_COOKIE_DAYS: 365,
    BANNER_COOKIE_DAYS: 180,
  })
})

test('the lists of the administration accept these sizes only and begin with the newest', () => {
  const all = Array.from({ length: 60 }, (_, index) => index + 1)
  const taken = (schema: typeof userListInput | typeof feedbackListInput) =>
    all.filter((size) => schema.safeParse({ size }).success)
  expect(taken(userListInput)).toEqual([10, 15, 20, 30, 50])
  expect(taken(feedbackListInput)).toEqual([10, 20, 30, 50])
  expect(userListInput.parse({})).toMatchObject({ size: 15, sort: 'id', dir: 'desc' })
  expect(feedbackListInput.parse({})).toMatchObject({ size: 20, sort: 'created_at', dir: 'desc' })
})
