import type { Panel } from '#tests/support/panel/panel.ts'
import { enter } from '#tests/support/panel/panel.ts'
import type { TestUser } from '#tests/support/rows/factories.ts'

import type { Screen, TestBrowser } from './browser.ts'

type Opening = { user: TestUser; screen?: Screen | undefined; expectedErrors?: RegExp[] }

/** Opens a page of the user on which WhatsApp is a stand-in; returns it with the dialog 'Gönder'. */
export async function shareDialog(
  [panel, browser]: readonly [Panel, TestBrowser],
  { user, screen, expectedErrors = [] }: Opening,
) {
  const page = await browser.open({
    address: panel.address,
    expectedErrors: [/https:\/\/wa\.me\//, ...expectedErrors],
    ...(screen && { screen }),
  })
  await page.context().route('https://wa.me/**', (route) => route.fulfill({ body: 'WhatsApp' }))
  await enter(page, panel, user)
  const dialog = page.getByRole('dialog', { name: 'Gönder' })
  return { page, dialog, whatsApp: dialog.getByRole('link', { name: /^WhatsApp/ }) }
}
