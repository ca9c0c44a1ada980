import type { Locator, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'

import { AUTH_ADMIN } from '#shared/options.ts'
import { expectAccessible, testBrowser } from '#tests/support/screens/browser.ts'
import { enter, testPanel } from '#tests/support/panel/panel.ts'

/* Controls are large enough and in sight. */

const panel = await testPanel()
const browser = testBrowser()

/** Opens a screen in a window of this size, logged in as an administrator. */
async function openAt(width: number, height: number, path: string) {
  const page = await browser.open({ address: panel.address, screen: width < 768 ? 'phone' : 'desktop' })
  await page.setViewportSize({ width, height })
  await enter(page, panel, await panel.user({ auth: AUTH_ADMIN }))
  await page.goto(path)
  return page
}

async function boxOf(element: Locator) {
  const box = await element.boundingBox()
  if (box === null) throw new Error('nothing is drawn')
  return { ...box, right: box.x + box.width, bottom: box.y + box.height }
}

describe('the calendar button of a record', () => {
  test.each([
    [360, 740, 44],
    [768, 1024, 44],
    [1280, 800, 36],
  ])('the button at %d × %d px is at least %d px large and inside its row', async (width, height, least) => {
    const page = await openAt(width, height, 'book/0')
    const fields = page.locator('div', { has: page.locator(':scope > input[placeholder="gg.aa.yyyy"]') })
    const dates = fields.filter({ has: page.getByRole('button', { name: 'Takvimi aç' }) })
    if (width < 1280) await page.locator('details > summary').click()
    await page.getByLabel('Giriş Tarihi').waitFor()
    const buttons = await page.getByRole('button', { name: 'Takvimi aç' }).all()
    expect(buttons).toHaveLength(3)
    for (const [index, button] of buttons.entries()) {
      const [box, field] = [await boxOf(button), await boxOf(dates.nth(index))]
      expect(Math.min(box.width, box.height)).toBeGreaterThanOrEqual(least)
      expect(box.right).toBeLessThanOrEqual(field.right)
      expect(Math.abs(box.y + box.bottom - field.y - field.bottom)).toBeLessThanOrEqual(1)
      expect(box.height - field.height).toBeLessThanOrEqual(4)
    }
    // The rows with a button are as high as those without.
    for (const label of ['Motor No', 'Giriş Tarihi', 'Çıkış Tarihi'])
      expect((await boxOf(page.getByLabel(label))).height).toBe(width < 768 ? 44 : 40)
    await expectAccessible(page)
  })
})

const SIZES = [
  [1280, 800],
  [1024, 600],
  [768, 1024],
  [360, 740],
] as const

async function openUser(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Yeni kullanıcı' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Kullanıcı adı').waitFor()
  return dialog
}

/** Checks that both buttons of a form's dialog are visible and can be pressed. */
async function expectButtonsInSight(dialog: Locator) {
  const panelBox = await boxOf(dialog)
  for (const name of ['Vazgeç', 'Kaydet']) {
    const button = dialog.getByRole('button', { name })
    const box = await boxOf(button)
    expect(box.y).toBeGreaterThanOrEqual(panelBox.y)
    expect(box.bottom).toBeLessThanOrEqual(panelBox.bottom)
    const center = { x: box.x + box.width / 2, y: box.y + box.height / 2 }
    const isOnTop = await button.evaluate(
      (node, { x, y }) => node.contains(document.elementFromPoint(x, y)),
      center,
    )
    expect(isOnTop).toBe(true)
  }
}

describe('the buttons of a dialog with a form', () => {
  test.each(SIZES)(
    'the buttons at %d × %d px are visible and cover no focused field',
    async (width, height) => {
      const page = await openAt(width, height, 'admin')
      const dialog = await openUser(page)
      await expectButtonsInSight(dialog)
      const save = dialog.getByRole('button', { name: 'Kaydet' })
      const fields = await dialog
        .locator('form')
        .locator('input:not([tabindex="-1"]), select, textarea')
        .all()
      expect(fields.length).toBeGreaterThan(8)
      for (const field of fields) {
        await field.focus()
        const [box, button] = [await boxOf(field), await boxOf(save)]
        expect(box.bottom).toBeLessThanOrEqual(button.y)
      }
      await expectButtonsInSight(dialog)
      await expectAccessible(page)
    },
  )

  test('the buttons stand at the end of the dialog in a very low window', async () => {
    const page = await openAt(640, 300, 'admin')
    const dialog = await openUser(page)
    const save = dialog.getByRole('button', { name: 'Kaydet' })
    expect((await boxOf(save)).y).toBeGreaterThan((await boxOf(dialog)).bottom)
    await save.scrollIntoViewIfNeeded()
    await expectButtonsInSight(dialog)
  })

  test('the buttons of the expense dialog are visible', async () => {
    const page = await openAt(640, 520, 'expense')
    await page.getByRole('button', { name: 'Yeni gider' }).click()
    await page.getByRole('dialog').getByLabel('Başlık').waitFor()
    await expectButtonsInSight(page.getByRole('dialog'))
    expect(await page.getByRole('dialog').getByRole('button', { name: 'Kaydet' }).count()).toBe(1)
    await expectAccessible(page)
  })
})
