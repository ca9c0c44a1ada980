import { expect, test } from 'vitest'

import { OWNER_RIGHTS, RIGHTS, rightsOf } from '#shared/staff/rights.ts'

test('the owner has every right', () => {
  expect(OWNER_RIGHTS).toEqual(RIGHTS)
  expect(rightsOf({ role: null, sees_figures: false })).toEqual([
    'figures',
    'settings',
    'staff',
    'history',
    'personal_data',
  ])
})

test('the desk has expenses and statistics only if the owner allows it, and never more', () => {
  expect(rightsOf({ role: 'desk', sees_figures: false })).toEqual([])
  expect(rightsOf({ role: 'desk', sees_figures: true })).toEqual(['figures'])
})
