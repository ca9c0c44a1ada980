import { updateSettings } from '#server/settings/operations.ts'
import { startSession } from '#tests/support/rows/auth.ts'
import { item, pack, price } from '#tests/support/rows/items.ts'

import { broken, waiting } from './rest.ts'
import { DIALOG, type Scene, type State } from './state.ts'

const SETTINGS = { route: '/settings', path: 'settings' } as const
const PRICES = { ...SETTINGS, path: 'settings?tab=prices' } as const

const settingsShown = ({ page }: Scene) => page.getByLabel('Firma Adı').waitFor()
const saveOf = ({ page }: Scene, card: string) =>
  page.getByRole('region', { name: card, exact: true }).getByRole('button', { name: 'Kaydet' })

/** States of the settings, except those of staff and of the login. */
export const SETTINGS_STATES: readonly State[] = [
  {
    ...SETTINGS,
    path: 'settings?tab=account',
    name: 'settings, another session open',
    reach: async (scene) => {
      await startSession(scene.panel.db, scene.user, { now: new Date(), remember: true })
      await scene.page.reload()
      await scene.page.getByRole('button', { name: 'Oturumu kapat' }).first().waitFor()
    },
  },
  {
    ...PRICES,
    name: 'ready packages and prices',
    reach: async ({ page, user }) => {
      await pack(user.ctx, { name: 'Periyodik bakım', items: [item('Yağ', 500, 4)] })
      await price(user.ctx, { name: 'Balata', price_kurus: 125_000 })
      await page.reload()
      await page.getByRole('button', { name: 'Düzenle: Periyodik bakım' }).waitFor()
      await page.getByRole('button', { name: 'Düzenle: Balata' }).waitFor()
    },
  },
  {
    ...PRICES,
    name: 'dialog of a package, refused',
    part: DIALOG,
    reach: async ({ page }) => {
      await page.getByRole('button', { name: 'Yeni paket' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Kaydet' }).click()
      await page.getByText('İşlem adı boş olamaz.').first().waitFor()
    },
  },
  {
    ...PRICES,
    name: 'dialog of a price',
    part: DIALOG,
    reach: async ({ page }) => {
      await page.getByRole('button', { name: 'Yeni fiyat' }).click()
      await page.getByRole('dialog').getByLabel('Fiyat').waitFor()
    },
  },
  {
    ...PRICES,
    name: 'texts of messages, one without its link',
    part: DIALOG,
    reach: async ({ page }) => {
      await page.getByRole('button', { name: /^Mesaj metinleri/ }).click()
      await page.getByRole('dialog').getByLabel('Metin', { exact: true }).fill('Fişiniz hazır, {ad}')
      await page.getByText(/^Metinde \{baglanti\} bulunmalı/).waitFor()
    },
  },
  {
    ...PRICES,
    name: 'price list, unfolded',
    reach: async ({ page, user }) => {
      for (let number = 1; number <= 21; number++)
        await price(user.ctx, { name: `Filtre ${number}`, price_kurus: 10_000 })
      await page.reload()
      await page.getByRole('button', { name: '13 fiyat daha' }).click()
      await page.getByText('Sayfa 1 / 2 · 21 fiyat').waitFor()
    },
  },
  { ...SETTINGS, name: 'company', reach: settingsShown },
  waiting(SETTINGS, 'settings', 'settings.get'),
  broken(SETTINGS, 'settings', 'settings.get'),
  {
    ...SETTINGS,
    name: 'refused fields',
    reach: async (scene) => {
      await settingsShown(scene)
      await scene.page.getByLabel('Firma Adı').fill(' ')
      await scene.page.getByLabel('Firma Telefonu').fill('0312')
      await saveOf(scene, 'Genel').click()
      await scene.page.getByText('Firma adı boş olamaz.').waitFor()
    },
  },
  {
    ...SETTINGS,
    name: 'password refused',
    reach: async (scene) => {
      const { page } = scene
      await settingsShown(scene)
      await page.getByLabel('Mevcut Parola').fill('yanlış-parola')
      await page.getByLabel('Yeni Parola', { exact: true }).fill('Araba-2026')
      await page.getByLabel('Yeni Parola (Tekrar)').fill('Araba-2026')
      await page.getByRole('button', { name: 'Parolayı değiştir' }).click()
      await page.getByText('Mevcut parola hatalı.').first().waitFor()
    },
  },
  {
    ...SETTINGS,
    name: 'conflict',
    reach: async (scene) => {
      const { page, user } = scene
      await settingsShown(scene)
      await page.getByLabel('Firma Adı').fill('Benim Oto')
      await updateSettings(user.ctx, { company_name: 'Onların Oto', company_tel: '0212 444 55 66' })
      await saveOf(scene, 'Genel').click()
      await page.getByText('Bu kayıt siz düzenlerken değiştirildi.').waitFor()
    },
  },
  {
    ...SETTINGS,
    name: 'saved',
    reach: async (scene) => {
      await settingsShown(scene)
      await scene.page.getByLabel('Firma Adı').fill('Benim Oto')
      await saveOf(scene, 'Genel').click()
      await scene.page.getByText('Genel ayarlar kaydedildi.').waitFor()
    },
  },
]
