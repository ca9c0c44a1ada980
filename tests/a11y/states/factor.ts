import { enter } from '#tests/support/panel/panel.ts'
import { withFactor } from '#tests/support/security/second-factor.ts'

import { DIALOG, type Scene, type State } from './state.ts'

const LOGIN = { route: '/', path: '', who: 'none' } as const
const SETTINGS = { route: '/settings', path: 'settings?tab=account' } as const

async function openStep({ page, panel, user }: Scene): Promise<void> {
  await withFactor(panel.db, user)
  await page.getByLabel('Kullanıcı adı').fill(user.username)
  await page.getByLabel('Parola', { exact: true }).fill(user.password)
  await page.getByRole('button', { name: 'Giriş yap' }).click()
  await page.getByLabel('Doğrulama kodu').waitFor()
}

async function beginSetUp({ page }: Scene): Promise<void> {
  await page.getByRole('button', { name: 'İki adımlı doğrulamayı aç' }).click()
  await page.getByRole('img', { name: 'Uygulamayla okutulacak kare kod' }).waitFor()
}

async function withOne(scene: Scene): Promise<void> {
  await withFactor(scene.panel.db, scene.user)
  // Switching the factor on elsewhere has ended the page's session.
  await enter(scene.page, scene.panel, scene.user)
  await scene.page.goto('settings?tab=account')
  await scene.page.getByText('10 yedek kodunuz kaldı.').waitFor()
}

/** States of the second factor, at the login and in the settings. */
export const FACTOR: readonly State[] = [
  { ...LOGIN, name: 'code asked for', reach: openStep },
  {
    ...LOGIN,
    name: 'code refused',
    reach: async (scene) => {
      await openStep(scene)
      await scene.page.getByLabel('Doğrulama kodu').fill('12')
      await scene.page.getByRole('button', { name: 'Doğrula' }).click()
      await scene.page.locator('[aria-invalid=true]').waitFor()
    },
  },
  {
    ...LOGIN,
    name: 'recovery code asked for',
    reach: async (scene) => {
      await openStep(scene)
      await scene.page.getByRole('button', { name: /yedek kod kullan/ }).click()
      await scene.page.getByLabel('Yedek kod', { exact: true }).waitFor()
    },
  },
  { ...SETTINGS, name: 'second factor, set-up', reach: beginSetUp },
  { ...SETTINGS, name: 'second factor, on', reach: withOne },
  {
    ...SETTINGS,
    name: 'second factor, recovery codes',
    reach: async (scene) => {
      await withOne(scene)
      await scene.page.getByRole('button', { name: 'Yeni yedek kodlar oluştur' }).click()
      await scene.page.getByRole('heading', { name: 'Yedek kodlarınız' }).waitFor()
    },
  },
  {
    ...SETTINGS,
    name: 'second factor, question before it is switched off',
    part: DIALOG,
    reach: async (scene) => {
      await withOne(scene)
      await scene.page.getByRole('button', { name: 'Kapat', exact: true }).click()
      await scene.page.getByRole('alertdialog').waitFor()
    },
  },
]
