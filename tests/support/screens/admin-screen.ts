import { AUTH_ADMIN } from '#shared/options.ts'

import type { OpenOptions, TestBrowser } from './browser.ts'
import { type Panel, enter } from '#tests/support/panel/panel.ts'

type Setting = Partial<Omit<OpenOptions, 'address'>> & { path?: string; auth?: number }

/** Returns a function that opens the administration as an administrator, with helpers for its parts. */
export const adminScreen =
  (panel: Panel, browser: TestBrowser) =>
  async ({ path = 'admin', auth = AUTH_ADMIN, ...options }: Setting = {}) => {
    const admin = await panel.user({ auth, company_name: 'Merkez' })
    const page = await browser.open({ address: panel.address, ...options })
    await enter(page, panel, admin)
    await page.goto(path)
    const list = (name: string) => page.getByRole('table', { name }).locator('tbody').getByRole('row')
    const dialog = page.getByRole('dialog')
    const field = (name: string) => dialog.getByLabel(name, { exact: true })
    return {
      page,
      admin,
      users: list('Kullanıcılar'),
      feedbacks: list('Geri Bildirimler'),
      search: page.getByRole('searchbox', { name: 'Ara' }),
      question: page.getByRole('alertdialog', { name: 'Silinsin mi?' }),
      dialog,
      field,
      save: dialog.getByRole('button', { name: 'Kaydet' }),
    }
  }
