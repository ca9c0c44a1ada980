import { expect, test } from 'vitest'

import { expectAccessible, testBrowser } from '#tests/support/screens/browser.ts'
import { enter, testPanel } from '#tests/support/panel/panel.ts'

const panel = await testPanel()
const browser = testBrowser()

const drawing = (start = '') =>
  Buffer.from(
    `${start}<svg xmlns="http://www.w3.org/2000/svg" width="64" height="64"><circle cx="30" cy="30" r="20" fill="#fff"/></svg>`,
  )

test('a white logo gets a hint and, by one press, a dark ground; a DOCTYPE gets a hint', async () => {
  const page = await browser.open({ address: panel.address })
  const user = await panel.user()
  await enter(page, panel, user)
  await page.goto('settings')
  const card = page.getByRole('region', { name: 'Firma kimliği' })
  const upload = async (buffer: Buffer) => {
    await card
      .getByLabel('Logo dosyası')
      .setInputFiles({ name: 'logo.svg', mimeType: 'image/svg+xml', buffer })
    await card.getByRole('button', { name: 'Logo yükle' }).click()
  }
  await upload(drawing('<!DOCTYPE svg>'))
  await card.getByText('Inkscape’te “Sade SVG” olarak kaydedin', { exact: false }).waitFor()
  await upload(drawing())
  const notice = card.getByText('Logonuz çok açık renkli ya da saydam; kâğıtta görünmez.')
  await notice.waitFor()
  await expectAccessible(page)
  const shown = card.getByRole('img', { name: 'Firma logosu' })
  const before = await shown.getAttribute('src')
  await card.getByRole('button', { name: 'Koyu zemin kullan' }).click()
  await notice.waitFor({ state: 'detached' })
  expect(await shown.getAttribute('src')).not.toBe(before)
  const corner = await shown.evaluate(async (image: HTMLImageElement) => {
    await image.decode()
    const canvas = new OffscreenCanvas(image.naturalWidth, image.naturalHeight)
    const context = canvas.getContext('2d')
    context?.drawImage(image, 0, 0)
    return [...(context?.getImageData(0, 0, 1, 1).data ?? [])]
  })
  expect(corner).toEqual([18, 24, 31, 255])
})
