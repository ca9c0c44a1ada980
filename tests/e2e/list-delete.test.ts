import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'

import { deleteKayit } from '#server/kayit/operations.ts'

import { screensOf } from '#tests/long-form.ts'
import { expectAccessible, testBrowser } from '#tests/support/screens/browser.ts'
import { listOf, listOpener, SHOP } from '#tests/support/screens/kayit-list-page.ts'
import { eventually } from '#tests/support/screens/eventually.ts'
import { testPanel } from '#tests/support/panel/panel.ts'

const panel = await testPanel()
const browser = testBrowser()
const openList = listOpener(panel, browser)

describe.each(screensOf('desktop'))('deleting a record on a %s', (screen) => {
  test('deleting asks, removes the row at once, and can be undone', async () => {
    const { page, list } = await openList(SHOP, { screen })
    await list.names(4)
    // On a phone the card's menu has 'Sil'.
    const opener = (name: string) =>
      list.rows
        .filter({ hasText: name })
        .getByRole('button', { name: screen === 'phone' ? 'Diğer işlemler' : 'Sil' })
    const remove = opener('Cemal Su')
    const ask = async () => {
      await remove.click()
      if (screen === 'phone') await page.getByRole('button', { name: 'Sil' }).click()
    }
    const question = page.getByRole('alertdialog', { name: 'Silmek istediğine emin misin?' })
    await ask()
    await question.getByText('35 KLM 9 – Cemal Su').waitFor()
    await expectAccessible(page)
    await question.getByRole('button', { name: 'Vazgeç' }).click()
    await question.waitFor({ state: 'detached' })
    await eventually(() => remove.evaluate((button) => button === document.activeElement)).toBe(true)

    await ask()
    await question.getByRole('button', { name: 'Sil' }).click()
    expect(await list.names(3)).not.toContain('Cemal Su')
    await question.waitFor({ state: 'detached' })
    const next = opener('AYŞE IŞIK')
    await eventually(() => next.evaluate((button) => button === document.activeElement)).toBe(true)
    await page.getByRole('button', { name: 'Geri al' }).click()
    await page.getByText('Kayıt geri alındı.').waitFor()
    expect(await list.names(4)).toContain('Cemal Su')
  })
})

describe('a failed deletion', () => {
  const confirm = async (page: Page, name: string) => {
    await listOf(page).rows.filter({ hasText: name }).getByRole('button', { name: 'Sil' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Sil' }).click()
  }

  test('a refused deletion shows the message of the server', async () => {
    const { page, list, user, ids } = await openList(SHOP, { expectedErrors: [/status of 404/] })
    await list.names(4)
    await deleteKayit(user.ctx, { kayit_id: ids[0] ?? 0 })
    await confirm(page, 'Zeki Çınar')
    expect(await page.getByRole('alert').textContent()).toBe('Kayıt bulunamadı.')
    await page.getByText('Bu arada silinmiş olabilir; sayfayı yenileyip bakın.').waitFor()
    expect(await list.names(3)).not.toContain('Zeki Çınar')
  })

  test('a deletion without a response shows a message, and the row stays', async () => {
    const { page, list } = await openList(SHOP, {
      // The page prefetches the row under the pointer, also while it is being deleted.
      expectedErrors: [/ERR_FAILED/, /status of 404.*kayit\.get/],
    })
    await list.names(4)
    await page.route('**/kayit.delete*', (route) => route.abort())
    await confirm(page, 'Zeki Çınar')
    expect(await page.getByRole('alert').textContent()).toBe('Silme başarısız')
    expect(await list.names(4)).toContain('Zeki Çınar')
  })

  test('an undo without a response is offered again', async () => {
    const { page, list } = await openList(SHOP, {
      // The page prefetches the row under the pointer, also while it is being deleted.
      expectedErrors: [/ERR_FAILED/, /status of 404.*kayit\.get/],
    })
    await list.names(4)
    await confirm(page, 'Zeki Çınar')
    await list.names(3)
    await page.route('**/kayit.restore*', (route) => route.abort(), { times: 1 })
    const undo = (message: string) =>
      page.getByRole('listitem').filter({ hasText: message }).getByRole('button', { name: 'Geri al' })
    await undo('Kayıt silindi.').click()
    await undo('Kayıt geri alınamadı.').click()
    await page.getByText('Kayıt geri alındı.').waitFor()
    expect(await list.names(4)).toContain('Zeki Çınar')
  })
})
