import type { SessionUser } from '#shared/auth/schema.ts'
import { readPreferences } from '#shared/settings/preferences.ts'

/** Returns the user of a session like `auth.session`, for tests of the screens. */
export const sessionUserOf = (change: Partial<SessionUser> = {}): SessionUser => ({
  id: 1,
  username: 'usta',
  name_surname: '',
  auth: 0,
  rights: ['figures', 'settings', 'staff'],
  company_name: '',
  company_tel: '',
  company_adress: '',
  output_format: 'PDF',
  logo_url: '',
  prices_with_vat: null,
  idle_minutes: null,
  license_type: '',
  license_end_date: null,
  preferences: readPreferences('{}'),
  ...change,
})
