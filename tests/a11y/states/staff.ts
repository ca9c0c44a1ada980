import { buildMember } from '#tests/support/rows/staff.ts'

import { DIALOG, type State } from './state.ts'

const SETTINGS = { route: '/settings', path: 'settings?tab=staff' } as const

/** States of the staff in the settings. */
export const STAFF: readonly State[] = [
  {
    ...SETTINGS,
    name: 'staff',
    reach: async ({ page, panel, user }) => {
      await buildMember(panel.db, user, { name_surname: 'Ece Yıldız', sees_figures: true })
      await page.reload()
      await page.getByRole('button', { name: 'Düzenle: Ece Yıldız' }).waitFor()
    },
  },
  {
    ...SETTINGS,
    name: 'dialog of a member of staff, refused',
    part: DIALOG,
    reach: async ({ page }) => {
      await page.getByRole('button', { name: 'Yeni çalışan' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Kaydet' }).click()
      await page.getByText('Kullanıcı adı zorunludur.').waitFor()
    },
  },
]
