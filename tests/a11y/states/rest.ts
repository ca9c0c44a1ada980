import { addFeedback } from '#server/feedback/operations.ts'
import { updateSettings } from '#server/settings/operations.ts'
import { startSession } from '#tests/support/rows/auth.ts'
import { item, pack, price } from '#tests/support/rows/items.ts'

import { DIALOG, failing, pending, type Scene, type State } from './state.ts'

const SETTINGS = { route: '/settings', path: 'settings' } as const
const SUPPORT = { route: '/feedbacks', path: 'feedbacks' } as const
const ADMIN = { route: '/admin', path: 'admin', who: 'admin' } as const

const settingsShown = ({ page }: Scene) => page.getByLabel('Firma Adı').waitFor()
const saveOf = ({ page }: Scene, card: string) =>
  page.getByRole('region', { name: card, exact: true }).getByRole('button', { name: 'Kaydet' })
const faqShown = ({ page }: Scene) => page.getByRole('region', { name: 'Sık sorulan sorular' }).waitFor()
const usersShown = ({ page }: Scene) =>
  page.getByRole('table', { name: 'Kullanıcılar' }).getByText('Admin').first().waitFor()

async function newUser({ page }: Scene) {
  await page.getByRole('button', { name: 'Yeni kullanıcı' }).click()
  await page.getByRole('dialog').getByLabel('Kullanıcı adı').waitFor()
}

const first = ({ page }: Scene, name: string) =>
  page.locator('main tbody').getByRole('row').first().getByRole('button', { name }).click()

export const broken = (
  state: Pick<State, 'route' | 'who'> & { path: string },
  name: string,
  procedure: string,
): State => ({
  ...state,
  name: `${name} not loaded`,
  path: undefined,
  reach: async ({ page }) => {
    await failing(page, procedure)
    await page.goto(state.path)
    await page.getByRole('alert').waitFor()
  },
})

export const waiting = (
  state: Pick<State, 'route' | 'who'> & { path: string },
  name: string,
  procedure: string,
): State => ({
  ...state,
  name: `${name} loading`,
  path: undefined,
  reach: async ({ page }) => {
    await pending(page, procedure)
    await page.goto(state.path)
    await page.getByText('Yükleniyor...').first().waitFor({ state: 'attached' })
  },
})

/** States of the settings, the support and the administration. */
export const REST: readonly State[] = [
  {
    ...SETTINGS,
    name: 'settings, another session open',
    reach: async (scene) => {
      await startSession(scene.panel.db, scene.user, { now: new Date(), remember: true })
      await scene.page.reload()
      await scene.page.getByRole('button', { name: 'Oturumu kapat' }).first().waitFor()
    },
  },
  {
    ...SETTINGS,
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
    ...SETTINGS,
    name: 'dialog of a package, refused',
    part: DIALOG,
    reach: async ({ page }) => {
      await page.getByRole('button', { name: 'Yeni paket' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Kaydet' }).click()
      await page.getByText('İşlem adı boş olamaz.').first().waitFor()
    },
  },
  {
    ...SETTINGS,
    name: 'dialog of a price',
    part: DIALOG,
    reach: async ({ page }) => {
      await page.getByRole('button', { name: 'Yeni fiyat' }).click()
      await page.getByRole('dialog').getByLabel('Fiyat').waitFor()
    },
  },
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
  { ...SUPPORT, name: 'questions', reach: faqShown },
  {
    ...SUPPORT,
    name: 'answers open',
    reach: async (scene) => {
      await faqShown(scene)
      for (const question of await scene.page.locator('main summary').all()) await question.click()
    },
  },
  {
    ...SUPPORT,
    name: 'hits of a search',
    path: 'feedbacks?q=PDF',
    reach: ({ page }) => page.locator('mark').first().waitFor(),
  },
  {
    ...SUPPORT,
    name: 'nothing found',
    path: 'feedbacks?q=yokyok',
    reach: ({ page }) => page.getByText('Sonuç bulunamadı.').waitFor(),
  },
  {
    ...SUPPORT,
    name: 'accepted notice',
    part: DIALOG,
    reach: async (scene) => {
      await faqShown(scene)
      await scene.page.getByRole('button', { name: 'Aydınlatma metnini oku' }).click()
      await scene.page.getByRole('dialog').waitFor()
    },
  },
  {
    ...SUPPORT,
    name: 'refused fields',
    reach: async ({ page }) => {
      await page.getByRole('button', { name: 'Gönder' }).click()
      await page.getByText('Konu en az 3 karakter olmalı.').waitFor()
    },
  },
  {
    ...SUPPORT,
    name: 'sending failed',
    reach: async ({ page }) => {
      await failing(page, 'feedback.add')
      await page.getByLabel('Konu').fill('Yazıcı')
      await page.getByLabel('Mesaj', { exact: true }).fill('Kâğıda sığmıyor.')
      await page.getByRole('button', { name: 'Gönder' }).click()
      await page.getByRole('alert').waitFor()
    },
  },
  { ...ADMIN, name: 'users', reach: usersShown },
  {
    ...ADMIN,
    name: 'forbidden',
    who: undefined,
    reach: ({ page }) => page.getByText('Bu sayfayı görme yetkiniz yok.').waitFor(),
  },
  {
    ...ADMIN,
    name: 'no user found',
    path: 'admin?q=yokyok',
    reach: ({ page }) => page.getByText('Sonuç bulunamadı.').waitFor(),
  },
  waiting(ADMIN, 'users', 'admin.users'),
  broken(ADMIN, 'users', 'admin.users'),
  { ...ADMIN, name: 'new user', part: DIALOG, reach: newUser },
  {
    ...ADMIN,
    name: 'refused fields of a user',
    part: DIALOG,
    reach: async (scene) => {
      await newUser(scene)
      await scene.page.getByRole('dialog').getByRole('button', { name: 'Kaydet' }).click()
      await scene.page.getByText('Kullanıcı adı ve e-posta zorunlu.').first().waitFor()
    },
  },
  {
    ...ADMIN,
    name: 'user',
    part: DIALOG,
    reach: async (scene) => {
      await usersShown(scene)
      await first(scene, 'Düzenle')
      await scene.page.getByRole('dialog').getByLabel('Kullanıcı adı').waitFor()
    },
  },
  {
    ...ADMIN,
    name: 'password again',
    part: DIALOG,
    reach: async (scene) => {
      const { page, panel, user } = scene
      await usersShown(scene)
      await panel.db
        .updateTable('sessions')
        .set({ confirmed_at: null })
        .where('user_id', '=', user.id)
        .execute()
      await first(scene, 'Sil')
      await page.getByRole('alertdialog').getByRole('button', { name: 'Sil' }).click()
      await page.getByRole('dialog', { name: 'Parolanızı yeniden girin' }).waitFor()
    },
  },
  {
    ...ADMIN,
    name: 'link for a new password',
    part: DIALOG,
    reach: async (scene) => {
      await usersShown(scene)
      await first(scene, 'Düzenle')
      await scene.page.getByRole('button', { name: 'Parola bağlantısı oluştur' }).click()
      await scene.page.getByLabel('Bağlantı', { exact: true }).waitFor()
    },
  },
  {
    ...ADMIN,
    name: 'question before a user is deleted',
    part: DIALOG,
    reach: async (scene) => {
      await usersShown(scene)
      await first(scene, 'Sil')
      await scene.page.getByRole('alertdialog').waitFor()
    },
  },
  {
    ...ADMIN,
    name: 'feedbacks',
    reach: async ({ page, user }) => {
      await addFeedback(user.ctx, {
        subject: 'Yazıcı',
        message: `İlk satır\n${'uzun '.repeat(80)}\nson satır`,
      })
      await page.goto('admin?tab=feedbacks')
      await page.getByRole('button', { name: 'Mesajın tamamı' }).first().click()
    },
  },
  {
    ...ADMIN,
    name: 'no feedback found',
    path: 'admin?tab=feedbacks&q=yokyok',
    reach: ({ page }) => page.getByText('Sonuç bulunamadı.').waitFor(),
  },
  broken({ ...ADMIN, path: 'admin?tab=feedbacks' }, 'feedbacks', 'admin.feedbacks'),
  {
    ...ADMIN,
    name: 'question before a feedback is deleted',
    part: DIALOG,
    reach: async (scene) => {
      await addFeedback(scene.user.ctx, { subject: 'Yazıcı', message: 'Kâğıda sığmıyor.' })
      await scene.page.goto('admin?tab=feedbacks')
      await first(scene, 'Sil')
      await scene.page.getByRole('alertdialog').waitFor()
    },
  },
]
