import type { Locator, Page } from 'playwright-core'

/** Returns the field for the signature of an intake or a delivery. */
export const padOf = (dialog: Locator): Locator => dialog.getByRole('img', { name: /^İmza alanı/ })

/** Draws a line on the pad with the mouse. */
export async function sign(page: Page, dialog: Locator): Promise<void> {
  const pad = padOf(dialog)
  await pad.scrollIntoViewIfNeeded()
  const { x, y, width, height } = (await pad.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  await page.mouse.move(x + width * 0.1, y + height * 0.5)
  await page.mouse.down()
  await page.mouse.move(x + width * 0.5, y + height * 0.2, { steps: 5 })
  await page.mouse.move(x + width * 0.8, y + height * 0.7, { steps: 5 })
  await page.mouse.up()
}
