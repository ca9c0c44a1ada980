import type { Right } from '#shared/staff/rights.ts'

import type { SettingsSearch } from './settings-search.ts'

export type SettingsSection = 'company' | NonNullable<SettingsSearch['tab']>

/** The right that each section needs; `null` for none. */
const SECTION_RIGHTS: Record<SettingsSection, Right | null> = {
  company: 'settings',
  prices: 'prices',
  staff: 'staff',
  account: null,
  notice: null,
}

/** Returns whether a user with these rights sees the section. */
export function canOpenSection(section: SettingsSection, rights: readonly Right[]): boolean {
  const needed = SECTION_RIGHTS[section]
  return needed === null || rights.includes(needed)
}

/** Returns the section to show: a user without the right to it sees the own account. */
export function sectionOf({ tab }: SettingsSearch, rights: readonly Right[]): SettingsSection {
  const wanted = tab ?? 'company'
  return canOpenSection(wanted, rights) ? wanted : 'account'
}
