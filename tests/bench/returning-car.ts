import { launched, newContext, type Visit } from './page.ts'

/** The pauses of a person who does not type for a living, between keys and before the next step. */
const KEY_MS = 250
const READ_MS = 800
const DESKTOP = { width: 1280, height: 800 }

/**
 * Returns the time in ms from `n` on the list until a returning car is saved with one item and its document opens,
 * typed at a person's speed, with the keys that tests/e2e/known-car.test.ts counts.
 */
export async function benchReturningCar(visit: Visit, plate: string): Promise<number> {
  await using browser = await launched()
  const context = await newContext(browser.it, { viewport: DESKTOP })
  await context.addCookies(visit.cookies)
  const page = await context.newPage()
  const press = async (key: string) => {
    await page.waitForTimeout(KEY_MS)
    await page.keyboard.press(key)
  }
  const type = async (text: string) => {
    for (const key of text) await press(key)
  }
  const focused = async (label: string) => {
    await page
      .locator(':focus')
      .and(page.getByLabel(label, { exact: true }))
      .waitFor()
    await page.waitForTimeout(READ_MS)
  }
  await page.goto(`${visit.address}books`)
  await page.locator('main tbody tr a').first().waitFor()
  const started = performance.now()
  await press('n')
  await focused('Plaka')
  await type(plate.replaceAll(' ', ''))
  await page.getByText('son geliş').last().waitFor()
  await page.waitForTimeout(READ_MS)
  await press('Enter')
  await focused('Kilometre')
  await press('Enter')
  await focused('Müşteri Talebi')
  await press('Enter')
  await focused('İşlem Adı')
  await type('Balata')
  await press('Enter')
  await type('1250')
  const document = page.context().waitForEvent('page')
  await press('Control+Shift+Enter')
  await page.getByText('Kayıt başarıyla eklendi.').waitFor()
  await document
  return performance.now() - started
}
