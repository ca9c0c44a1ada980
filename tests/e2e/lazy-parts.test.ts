import { expect, test } from 'vitest'

import { expectAccessible, testBrowser } from '#tests/support/screens/browser.ts'
import { listOpener, SHOP } from '#tests/support/screens/kayit-list-page.ts'
import { eventually } from '#tests/support/screens/eventually.ts'
import { save } from '#tests/support/rows/kayit.ts'
import { enter, testPanel } from '#tests/support/panel/panel.ts'

const panel = await testPanel()
const browser = testBrowser()
const openList = listOpener(panel, browser)

const DIALOGS = '**/assets/{confirm-question,dialogs}-*.js'
const expectedErrors = [/ERR_FAILED|Failed to load|dynamically imported/]

test.each(['phone', 'desktop'] as const)(
  'a dialog whose file does not arrive shows a message and opens after a reload, on a %s',
  async (screen) => {
    const { page, list } = await openList(SHOP, { screen, expectedErrors })
    await list.names(4)
    await page.route(DIALOGS, (route) => route.abort())
    const row = list.rows.filter({ hasText: 'Cemal Su' })
    const opener = row.getByRole('button', { name: screen === 'phone' ? 'Diğer işlemler' : 'Sil' })
    const ask = async () => {
      await opener.click()
      if (screen === 'phone') await page.getByRole('button', { name: 'Sil' }).click()
    }
    const message = page.getByRole('alert').filter({ hasText: 'Bu bölüm yüklenemedi.' })
    await ask()
    await message.waitFor()
    expect(await page.getByRole('alertdialog').count()).toBe(0)
    await expectAccessible(page)
    await message.getByRole('button', { name: 'Vazgeç' }).click()
    await message.waitFor({ state: 'detached' })
    await eventually(() => opener.evaluate((button) => button === document.activeElement)).toBe(true)

    await ask()
    await message.waitFor()
    await page.unroute(DIALOGS)
    await message.getByRole('button', { name: 'Sayfayı yenile' }).click()
    await message.waitFor({ state: 'detached' })
    await list.names(4)
    await ask()
    const question = page.getByRole('alertdialog', { name: 'Silmek istediğine emin misin?' })
    await question.getByText('35 KLM 9 – Cemal Su').waitFor()
    await page.keyboard.press('Escape')
    await question.waitFor({ state: 'detached' })
    await eventually(() => opener.evaluate((button) => button === document.activeElement)).toBe(true)
  },
)

test('the code of dialogs comes when the pointer reaches a control, before the press', async () => {
  const { page, list } = await openList(SHOP, {})
  await list.names(4)
  const loaded = () =>
    page.evaluate(
      () =>
        performance.getEntriesByType('resource').filter(({ name }) => /assets\/dialogs-/.test(name)).length,
    )
  expect(await loaded()).toBe(0)
  await list.rows.first().getByRole('button', { name: 'Sil' }).hover()
  await eventually(loaded).toBe(1)
  expect(await page.getByRole('alertdialog').count()).toBe(0)
})

test('the statistics can be read without the code of the drawings', async () => {
  const user = await panel.user()
  await save(user.ctx, { islemler: [{ islem_adi: 'Yağ', islem_adet: 1, fiyat_kurus: 100_00 }] })
  const page = await browser.open({ address: panel.address, expectedErrors })
  await enter(page, panel, user)
  await page.route('**/assets/plots-*.js', (route) => route.abort())
  await page.goto('stats')
  const figure = page.getByRole('figure', { name: 'Günlük kayıt sayısı' })
  await figure.getByRole('alert').getByText('Bu bölüm yüklenemedi.').waitFor()
  await expectAccessible(page)
  await page.unroute('**/assets/plots-*.js')
  await figure.getByRole('button', { name: 'Sayfayı yenile' }).click()
  await figure.getByRole('application').waitFor()
  expect(await page.getByRole('alert').count()).toBe(0)
})
