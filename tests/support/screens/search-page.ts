import type { Page, Route } from 'playwright-core'

import type { Screen, TestBrowser } from './browser.ts'
import { save } from '#tests/support/rows/kayit.ts'
import { enter, type Panel } from '#tests/support/panel/panel.ts'

export const field = (page: Page) => page.getByRole('combobox', { name: 'Her yerde ara' })
export const option = (page: Page, name: string | RegExp) => page.getByRole('option', { name })

export type Setting = { screen?: Screen; path?: string; expectedErrors?: RegExp[] }

/** Opens a shop with two cars, logged in, on a screen without a search of its own. */
export async function openShop(
  { panel, browser }: { panel: Panel; browser: TestBrowser },
  { screen = 'desktop', path = 'settings', expectedErrors = [] }: Setting = {},
) {
  const user = await panel.user()
  const golf = { plaka: '34 ABC 123', arac_marka: 'VW', arac_model: 'Golf', musteri_tel: '0532 123 45 67' }
  const first = await save(user.ctx, { info: { ...golf, musteri_adi_soyadi: 'Hüseyin Öztürk' } })
  const second = await save(user.ctx, { info: { plaka: '06 XY 77', musteri_adi_soyadi: 'Ayşe Sarı' } })
  const page = await browser.open({ address: panel.address, screen, expectedErrors })
  await enter(page, panel, user)
  await page.goto(path)
  await page.getByRole('button', { name: 'Her yerde ara' }).waitFor()
  return { page, user, first: first.id, second: second.id }
}

/** Opens the search and types the text. */
export async function search(page: Page, text: string): Promise<void> {
  await page.keyboard.press('Control+k')
  await field(page).fill(text)
}

/** Holds back the search's responses until `arrive` is called. */
export async function held(page: Page, pass = (route: Route) => route.continue()) {
  const arrival = Promise.withResolvers<void>()
  await page.route('**/search.find*', async (route) => {
    await arrival.promise
    await pass(route)
  })
  return { arrive: arrival.resolve }
}
