import { createResetLink } from '#server/auth/reset-password.ts'

import { failing, PHONE, pending, type Scene, type State, WIDE, DIALOG } from './state.ts'

const LOGIN = { route: '/', path: '', who: 'none' } as const
const HOME = { route: '/dashboard', path: 'dashboard' } as const

const loginShown = ({ page }: Scene) => page.getByRole('button', { name: 'Giriş yap' }).waitFor()
const homeShown = ({ page }: Scene) =>
  page.getByRole('main').getByText('34 ABC').or(page.getByText('B-MW 2026')).first().waitFor()

async function logIn({ page, user }: Scene, password = user.password) {
  await page.getByLabel('Kullanıcı adı').fill(user.username)
  await page.getByLabel('Parola', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Giriş yap' }).click()
}

const RESET = { route: '/parola', path: undefined, who: 'none' } as const

async function openResetLink({ page, panel: { db }, user }: Scene) {
  const { token } = await createResetLink({ db, now: new Date() }, user.id, null)
  await page.goto(`parola#${token}`)
  await page.getByLabel('Yeni Parola', { exact: true }).waitFor()
}

const openUserMenu = async (scene: Scene) => {
  await homeShown(scene)
  await scene.page.getByRole('button', { name: /^Hesap/ }).click()
}

/** States before the login, of the first screen, and of parts that every screen has: menus, notices, dialogs. */
export const ENTRY: readonly State[] = [
  { ...LOGIN, name: 'login', reach: loginShown },
  {
    ...LOGIN,
    name: 'fields refused',
    reach: async (scene) => {
      await scene.page.getByLabel('Kullanıcı adı').fill(' ')
      await scene.page.getByRole('button', { name: 'Giriş yap' }).click()
      await scene.page.getByText('Kullanıcı adı zorunludur.').waitFor()
    },
  },
  {
    ...LOGIN,
    name: 'login refused',
    reach: async (scene) => {
      await logIn(scene, 'yanlış')
      await scene.page.getByRole('alert').waitFor()
    },
  },
  { ...LOGIN, name: 'cookie banner', notices: { banner: false }, reach: loginShown },
  {
    ...LOGIN,
    name: 'privacy notice',
    notices: { consent: false },
    part: DIALOG,
    reach: async (scene) => {
      await logIn(scene)
      await scene.page.getByRole('dialog').waitFor()
    },
  },
  {
    ...LOGIN,
    name: 'ended session',
    who: undefined,
    path: 'dashboard',
    reach: async (scene) => {
      const { page, panel, user } = scene
      await homeShown(scene)
      await panel.db.deleteFrom('sessions').where('user_id', '=', user.id).execute()
      await page.getByRole('navigation').getByRole('link', { name: 'Giderler' }).click()
      await page.getByText('Oturum sona erdi. Devam etmek için').waitFor()
    },
  },
  {
    ...LOGIN,
    name: 'session is being checked',
    path: undefined,
    reach: async ({ page }) => {
      await pending(page, 'auth.session')
      await page.goto('')
      await page.getByText('Yükleniyor...').waitFor()
    },
  },
  { ...RESET, name: 'new password', reach: openResetLink },
  {
    ...RESET,
    name: 'fields refused',
    reach: async (scene) => {
      await openResetLink(scene)
      await scene.page.getByRole('button', { name: 'Parolayı kaydet' }).click()
      await scene.page.locator('[aria-invalid=true]').first().waitFor()
    },
  },
  {
    ...RESET,
    name: 'link that has ended',
    reach: async ({ page }) => {
      await page.goto(`parola#${'a'.repeat(43)}`)
      await page.getByText('Bu bağlantı geçersiz').waitFor()
    },
  },
  {
    route: '/$',
    name: 'unknown address',
    path: 'yok/boyle/sayfa',
    reach: homeShown,
  },
  { ...HOME, name: 'shop at work', reach: homeShown },
  {
    ...HOME,
    name: 'empty shop',
    shop: 'empty',
    reach: ({ page }) => page.getByText('Serviste açık iş yok.').waitFor(),
  },
  {
    ...HOME,
    name: 'loading',
    path: undefined,
    reach: async ({ page }) => {
      await pending(page, 'kayit.list')
      await pending(page, 'stats.get')
      await page.goto('dashboard')
      await page.getByText('Yükleniyor...').first().waitFor()
    },
  },
  {
    ...HOME,
    name: 'not loaded',
    path: undefined,
    reach: async ({ page }) => {
      await failing(page, 'kayit.list')
      await failing(page, 'stats.get')
      await page.goto('dashboard')
      await page.getByRole('alert').first().waitFor()
    },
  },
  { ...HOME, name: 'cookie banner', notices: { banner: false }, reach: homeShown },
  { ...HOME, name: 'user menu', part: 'header', reach: openUserMenu },
  {
    ...HOME,
    name: 'menu of a phone',
    screens: PHONE,
    part: 'header',
    reach: async (scene) => {
      await homeShown(scene)
      await scene.page.getByRole('button', { name: 'Menü' }).click()
      await scene.page.getByRole('link', { name: 'Ayarlar' }).first().waitFor()
    },
  },
  {
    ...HOME,
    name: 'shortcuts',
    screens: WIDE,
    part: DIALOG,
    reach: async (scene) => {
      await openUserMenu(scene)
      await scene.page.getByRole('button', { name: 'Kısayollar' }).click()
      await scene.page.getByRole('dialog', { name: 'Kısayollar' }).waitFor()
    },
  },
  {
    ...HOME,
    name: 'no connection',
    reach: async (scene) => {
      await homeShown(scene)
      await scene.page.route('**/api/**', (route) => route.abort())
      await scene.page.evaluate(() => window.dispatchEvent(new Event('offline')))
      await scene.page.getByText('Bağlantı yok.').waitFor()
    },
  },
]
