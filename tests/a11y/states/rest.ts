import { addFeedback } from '#server/feedback/operations.ts'

import { DIALOG, failing, pending, type Scene, type State } from './state.ts'

const SUPPORT = { route: '/feedbacks', path: 'feedbacks' } as const
const ADMIN = { route: '/admin', path: 'admin', who: 'admin' } as const

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

/** States of the support and the administration. */
export const REST: readonly State[] = [
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
