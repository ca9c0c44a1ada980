import { expect, test } from 'vitest'

import { OWNER_RIGHTS, RIGHTS, rightsOf } from '#shared/staff/rights.ts'

test('the owner has every right', () => {
  expect(OWNER_RIGHTS).toEqual(RIGHTS)
  expect(rightsOf({ role: 'owner', sees_figures: false })).toEqual([
    'prices',
    'payments',
    'quotes',
    'remove',
    'export',
    'figures',
    'settings',
    'staff',
    'history',
    'personal_data',
  ])
})

test('the desk has expenses and statistics only if the owner allows it, and never more', () => {
  expect(rightsOf({ role: 'desk', sees_figures: false })).toEqual([
    'prices',
    'payments',
    'quotes',
    'remove',
    'export',
  ])
  expect(rightsOf({ role: 'desk', sees_figures: true })).toEqual([
    'prices',
    'payments',
    'quotes',
    'remove',
    'export',
    'figures',
  ])
})

test('a mechanic has no right at all, whatever is stored', () => {
  expect(rightsOf({ role: 'mechanic', sees_figures: false })).toEqual([])
  expect(rightsOf({ role: 'mechanic', sees_figures: true })).toEqual([])
})
