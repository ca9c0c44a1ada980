import { DIALOG, type Scene, type State } from './state.ts'

const SETTINGS = { route: '/settings', path: 'settings?tab=account' } as const
const DASHBOARD = { route: '/dashboard', path: 'dashboard' } as const

async function withPasskeys({ page, panel, user }: Scene): Promise<void> {
  const now = new Date()
  const row = { user_id: user.id, public_key: Buffer.from('x'), created_at: now }
  await panel.db
    .insertInto('passkey')
    .values([
      { ...row, credential_id: Buffer.from(`a${user.id}`), name: 'Ofis bilgisayarı', last_used_at: now },
      { ...row, credential_id: Buffer.from(`b${user.id}`), name: 'Telefon', last_used_at: null },
    ])
    .execute()
  await page.reload()
  await page.getByText('Ofis bilgisayarı', { exact: true }).waitFor()
}

async function withNews({ page, panel, user }: Scene, count: number): Promise<void> {
  const row = { user_id: user.id, at: new Date(0), address: '203.0.113.x', dismissed_at: null }
  const agent = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/140.0.0.0'
  const one = { ...row, user_agent: agent, method: 'password' as const }
  await panel.db
    .insertInto('new_login')
    .values(Array.from({ length: count }, () => one))
    .execute()
  await page.reload()
}

/** States of the passkeys in the settings, and of logins from new devices. */
export const LOGINS: readonly State[] = [
  { ...SETTINGS, name: 'passkeys', reach: withPasskeys },
  {
    ...SETTINGS,
    name: 'passkey, another name',
    reach: async (scene) => {
      await withPasskeys(scene)
      await scene.page.getByRole('button', { name: 'Adını değiştir: Telefon' }).click()
      await scene.page.getByLabel('Geçiş anahtarının adı', { exact: true }).waitFor()
    },
  },
  {
    ...SETTINGS,
    name: 'passkey, question before it is removed',
    part: DIALOG,
    reach: async (scene) => {
      await withPasskeys(scene)
      await scene.page.getByRole('button', { name: 'Kaldır: Telefon' }).click()
      await scene.page.getByRole('alertdialog').waitFor()
    },
  },
  {
    ...SETTINGS,
    name: 'logins from new devices',
    reach: async (scene) => {
      await withNews(scene, 2)
      await scene.page.getByRole('heading', { name: 'Yeni cihazlardan girişler' }).click()
    },
  },
  {
    ...DASHBOARD,
    name: 'a login from a new device',
    reach: async (scene) => {
      await withNews(scene, 1)
      await scene.page.getByRole('button', { name: 'Ben değildim' }).waitFor()
    },
  },
  {
    ...DASHBOARD,
    name: 'three logins from new devices',
    reach: async (scene) => {
      await withNews(scene, 3)
      await scene.page.getByRole('button', { name: 'Ben değildim' }).waitFor()
    },
  },
]
