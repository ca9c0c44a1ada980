import type { Locator, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'

import { testBrowser } from '#tests/support/screens/browser.ts'
import { enter, testPanel } from '#tests/support/panel/panel.ts'

const panel = await testPanel()
const browser = testBrowser()

async function openSettings(): Promise<Page> {
  const page = await browser.open({ address: panel.address })
  await enter(page, panel, await panel.user({ company_name: 'Usta Oto', company_adress: '' }))
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto('settings')
  await page.getByLabel('Firma Adı').waitFor()
  return page
}

async function paste(field: Locator, text: string): Promise<void> {
  const page = field.page()
  await page.evaluate((copied) => navigator.clipboard.writeText(copied), text)
  await field.focus()
  await page.keyboard.press('ControlOrMeta+v')
}

/** Drags a text of the page into the field, as from a spreadsheet in another window. */
async function drop(field: Locator, text: string): Promise<void> {
  const page = field.page()
  await page.evaluate((dragged) => {
    const source = document.createElement('pre')
    source.id = 'sheet'
    source.textContent = dragged
    document.querySelector('main')?.prepend(source)
    getSelection()?.selectAllChildren(source)
  }, text)
  await page.locator('#sheet').dragTo(field, { sourcePosition: { x: 4, y: 8 } })
}

describe('tabs in pasted text, which the server refuses', () => {
  test('tabs of pasted cells become spaces and are saved', async () => {
    const page = await openSettings()
    const [name, address] = [page.getByLabel('Firma Adı'), page.getByLabel('Firma Adresi')]
    await paste(address, 'Ostim\t12. Sokak\nNo 5\t\tAnkara')
    expect(await address.inputValue()).toBe('Ostim 12. Sokak\nNo 5 Ankara')
    await name.fill('')
    await paste(name, 'Işık\tOto')
    expect(await name.inputValue()).toBe('Işık Oto')
    await page.getByRole('region', { name: 'Genel' }).getByRole('button', { name: 'Kaydet' }).click()
    await page.getByText('Genel ayarlar kaydedildi.').waitFor()
  })

  test('the cursor stands after the pasted text, and undo removes the text', async () => {
    const page = await openSettings()
    const address = page.getByLabel('Firma Adresi')
    await address.pressSequentially('Ostim Ankara')
    for (let step = 0; step < 'Ankara'.length; step++) await page.keyboard.press('ArrowLeft')
    await paste(address, '12.\tSokak ')
    expect(await address.inputValue()).toBe('Ostim 12. Sokak Ankara')
    await page.keyboard.press('ControlOrMeta+z')
    expect(await address.inputValue()).toBe('Ostim Ankara')
    await paste(address, '12.\tSokak ')
    await page.keyboard.type('7 ')
    expect(await address.inputValue()).toBe('Ostim 12. Sokak 7 Ankara')
    await address.press('End')
    await page.keyboard.type(' ve')
    await paste(address, ' Ostim\t2')
    expect(await address.inputValue()).toBe('Ostim 12. Sokak 7 Ankara ve Ostim 2')
    await page.keyboard.press('ControlOrMeta+z')
    expect(await address.inputValue()).toBe('Ostim 12. Sokak 7 Ankara ve')
    await address.selectText()
    await paste(address, 'a\tb')
    expect(await address.inputValue()).toBe('a b')
  })

  test('tabs of dropped text become spaces', async () => {
    const page = await openSettings()
    const address = page.getByLabel('Firma Adresi')
    await drop(address, 'Ostim\tAnkara')
    await expect.poll(() => address.inputValue()).toBe('Ostim Ankara')
    await page.getByText('Kaydedilmemiş değişiklik var').waitFor()
  })

  test('tabs stay in a password', async () => {
    const page = await openSettings()
    const current = page.getByLabel('Mevcut Parola')
    await paste(current, 'a\tb')
    expect(await current.inputValue()).toBe('a\tb')
    await page.getByRole('button', { name: 'Parolayı göster' }).first().click()
    await current.fill('')
    await paste(current, 'c\td')
    expect(await current.inputValue()).toBe('c\td')
  })

  test('the browser inserts text without tabs itself', async () => {
    const page = await openSettings()
    const [name, address] = [page.getByLabel('Firma Adı'), page.getByLabel('Firma Adresi')]
    await paste(address, 'Ostim\nAnkara')
    expect(await address.inputValue()).toBe('Ostim\nAnkara')
    await name.fill('')
    await paste(name, 'Işık\nOto\t1\r\n')
    const withTab = await name.inputValue()
    await name.fill('')
    await paste(name, 'Işık\nOto 1\r\n')
    expect(withTab).toBe(await name.inputValue())
  })
})
