import type { Locator, Page } from 'playwright-core'

/** Opens the menu '⋯' of the page of a car or customer. */
export const openMore = (page: Page) =>
  page.getByRole('button', { name: 'Diğer işlemler', exact: true }).click()

/** Chooses a line of that menu. */
export async function chooseMore(page: Page, name: string): Promise<void> {
  await openMore(page)
  await page.getByRole('button', { name, exact: true }).click()
}

/** Unfolds a visit if it is folded, and opens its menu. */
export async function openVisitMenu(visit: Locator): Promise<void> {
  await visit.locator('summary').waitFor()
  if ((await visit.locator('details[open]').count()) === 0) await visit.locator('summary').click()
  await visit.getByRole('button', { name: /^Diğer işlemler/ }).click()
}
