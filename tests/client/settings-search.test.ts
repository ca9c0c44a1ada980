import { describe, expect, test } from 'vitest'

import { sectionOf } from '#client/features/settings/section-rights.ts'
import { parseSettingsSearch } from '#client/features/settings/settings-search.ts'
import { rightsOf } from '#shared/staff/rights.ts'

const OWNER = rightsOf({ role: 'owner', sees_figures: false })
const DESK = rightsOf({ role: 'desk', sees_figures: false })
const MECHANIC = rightsOf({ role: 'mechanic', sees_figures: false })

describe('the section of the settings in the address', () => {
  test.each(['prices', 'staff', 'account', 'notice'] as const)('%s stays in the address', (tab) => {
    expect(parseSettingsSearch({ tab, other: 1 })).toEqual({ tab })
    expect(sectionOf({ tab }, OWNER)).toBe(tab)
  })

  test.each([undefined, 'company', 'yok', '', 'toString', 3, ['staff']])(
    '%j is the company, which leaves the address empty',
    (tab) => {
      expect(parseSettingsSearch({ tab })).toEqual({})
      expect(sectionOf(parseSettingsSearch({ tab }), OWNER)).toBe('company')
    },
  )

  test('a user without the right to a section sees the own account', () => {
    const sections = (rights: typeof OWNER) =>
      (['prices', 'staff', 'account', 'notice'] as const).map((tab) => sectionOf({ tab }, rights))
    expect([sectionOf({}, DESK), ...sections(DESK)]).toEqual([
      'account',
      'prices',
      'account',
      'account',
      'notice',
    ])
    expect([sectionOf({}, MECHANIC), ...sections(MECHANIC)]).toEqual([
      'account',
      'account',
      'account',
      'account',
      'notice',
    ])
  })
})
