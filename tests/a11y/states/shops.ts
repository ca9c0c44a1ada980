import { storeConsent } from '#server/auth/consent.ts'
import { buildMember } from '#tests/support/rows/staff.ts'

import { DIALOG, type Scene, type State } from './state.ts'

const SHOPS = { route: '/admin', path: 'admin?tab=shops', who: 'admin' } as const

/** Stores shops for this state alone: one in use, one without a licence's end, one suspended, one deleted. */
async function withShops({ panel, page, user }: Scene, state = 'current'): Promise<string> {
  const word = `Kavak ${user.id}`
  const make = (name: string, columns: object = {}) =>
    panel.user({ company_name: `${word} ${name}`, license_end_date: '2027-01-31', ...columns })
  const used = await make('Oto')
  await buildMember(panel.db, used, { name_surname: 'Ece Yıldız' })
  await make('Oto Elektrik ve Yedek Parça', { license_end_date: null })
  const [suspended, deleted] = [await make('Garaj'), await make('Eski')]
  const at = new Date()
  const { db } = panel
  const suspension = { suspended_at: at, suspended_reason: 'Ödeme bekleniyor' }
  await db.updateTable('shops').set(suspension).where('id', '=', suspended.id).execute()
  await db.updateTable('users').set({ deleted_at: at }).where('id', '=', deleted.id).execute()
  await page.goto(`admin?tab=shops&q=${encodeURIComponent(word)}&state=${state}`)
  await page.getByText(word).first().waitFor()
  return word
}

const opened = async (scene: Scene, name: string, state?: string) => {
  const word = await withShops(scene, state)
  await scene.page.getByRole('button', { name: `Aç: ${word} ${name}`, exact: true }).click()
  await scene.page
    .getByRole('dialog')
    .getByText('Ödeme bekleniyor')
    .or(scene.page.getByRole('dialog').getByRole('button').nth(1))
    .first()
    .waitFor()
}

/** States of the administrators' list of shops, and of the accepted texts of the notice. */
export const SHOP_STATES: readonly State[] = [
  { ...SHOPS, name: 'shops', reach: (scene) => withShops(scene) },
  {
    ...SHOPS,
    name: 'no shop found',
    path: 'admin?tab=shops&q=yokboyle',
    reach: ({ page }) => page.getByText('Sonuç bulunamadı.').waitFor(),
  },
  { ...SHOPS, name: 'a shop', part: DIALOG, reach: (scene) => opened(scene, 'Oto') },
  { ...SHOPS, name: 'a suspended shop', part: DIALOG, reach: (scene) => opened(scene, 'Garaj') },
  { ...SHOPS, name: 'a deleted shop', part: DIALOG, reach: (scene) => opened(scene, 'Eski', 'deleted') },
  {
    ...SHOPS,
    name: 'licences of several shops',
    part: DIALOG,
    reach: async (scene) => {
      const word = await withShops(scene)
      for (const name of ['Oto', 'Garaj'])
        await scene.page.getByLabel(`Seç: ${word} ${name}`, { exact: true }).check()
      await scene.page.getByRole('button', { name: 'Lisans süresini uzat' }).click()
      await scene.page.getByText('31.01.2027 → 31.01.2028').first().waitFor()
    },
  },
  {
    route: '/settings',
    path: 'settings?tab=notice',
    name: 'an accepted text of the notice',
    part: DIALOG,
    reach: async ({ page, user }) => {
      const earlier = { version: '2025-01-01.1', body: 'Eski Metin\n\nEski başlık\nEski cümle.\n\nOkudum.' }
      await storeConsent(user.ctx, { userId: user.id, action: 'accepted' }, earlier)
      await page.reload()
      await page.getByRole('button', { name: 'Metni oku: sürüm 2025-01-01.1' }).click()
      await page.getByText('Eski cümle.').waitFor()
    },
  },
]
