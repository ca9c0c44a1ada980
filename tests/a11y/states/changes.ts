import { deleteKayit } from '#server/kayit/operations.ts'
import { save } from '#tests/support/rows/kayit.ts'

import { broken, waiting } from './rest.ts'
import type { State } from './state.ts'

const CHANGES = { route: '/changes', path: 'changes' } as const

/** States of the change log and of the trash. */
export const CHANGES_STATES: readonly State[] = [
  {
    ...CHANGES,
    name: 'changes with fields and items',
    reach: async ({ page, user }) => {
      const oil = { islem_adi: 'Yağ', fiyat_kurus: 60_000 }
      const { id } = await save(user.ctx, { islemler: [oil] })
      await save(user.ctx, { id, info: { km_bilgisi: '120000', plaka: '34 ABC 99' }, islemler: [oil, oil] })
      await page.reload()
      await page.getByText('Kilometre').waitFor()
    },
  },
  {
    ...CHANGES,
    path: 'changes?noun=settings',
    name: 'no change found',
    reach: ({ page }) => page.getByText('Değişiklik bulunamadı.').waitFor(),
  },
  {
    ...CHANGES,
    path: 'changes?tab=trash',
    name: 'trash',
    reach: async ({ page, user }) => {
      const { id } = await save(user.ctx)
      await deleteKayit(user.ctx, { kayit_id: id })
      await page.reload()
      await page.getByRole('button', { name: /^Geri getir/ }).waitFor()
    },
  },
  waiting(CHANGES, 'changes', 'change.list'),
  broken(CHANGES, 'changes', 'change.list'),
]
