import { enter } from '#tests/support/panel/panel.ts'
import { buildMember } from '#tests/support/rows/staff.ts'

import { DIALOG, type Scene, type State } from './state.ts'

/** Opens the address as a mechanic of the shop. */
async function asMechanic({ page, panel, user }: Scene, path: string): Promise<void> {
  await enter(page, panel, await buildMember(panel.db, user, { role: 'mechanic' }))
  await page.goto(path)
}

/** States of screens without prices, and of the choice of the role. */
export const MECHANIC: readonly State[] = [
  {
    route: '/books',
    name: 'records of a mechanic',
    reach: async (scene) => {
      await asMechanic(scene, 'books')
      await scene.page.getByText('34 ABC 123').waitFor()
    },
  },
  {
    route: '/book/$id',
    name: 'a record of a mechanic',
    reach: async (scene) => {
      const { kayit_id } = await scene.panel.db
        .selectFrom('islem')
        .where('shop_id', '=', scene.user.id)
        .select('kayit_id')
        .executeTakeFirstOrThrow()
      await asMechanic(scene, `book/${kayit_id}`)
      await scene.page.getByLabel('Adet, 1. satır').waitFor()
    },
  },
  {
    route: '/changes',
    name: 'refused to a mechanic',
    reach: async (scene) => {
      await asMechanic(scene, 'changes')
      await scene.page.getByText('Bu sayfayı görme yetkiniz yok.').waitFor()
    },
  },
  {
    route: '/settings',
    path: 'settings?tab=staff',
    name: 'dialog of a mechanic',
    part: DIALOG,
    reach: async ({ page }) => {
      await page.getByRole('button', { name: 'Yeni çalışan' }).click()
      await page.getByRole('dialog').getByLabel('Yetki').selectOption('Usta')
      await page.getByText(/Hiçbir fiyatı, tutarı/).waitFor()
    },
  },
]
