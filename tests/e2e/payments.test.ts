import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'

import { paymentsOf } from '#server/payment/operations.ts'
import { paymentMessages } from '#shared/payment/messages.ts'
import { item } from '#tests/support/rows/items.ts'
import { save } from '#tests/support/rows/kayit.ts'
import { take } from '#tests/support/rows/payment.ts'
import { buildMember } from '#tests/support/rows/staff.ts'
import { type Screen, testBrowser } from '#tests/support/screens/browser.ts'
import { kayitPage } from '#tests/support/screens/kayit-page.ts'
import { enter, testPanel } from '#tests/support/panel/panel.ts'

const panel = await testPanel()
const browser = testBrowser()

const DONE = { plaka: '34 ABC 123', musteri_adi_soyadi: 'Ayşe Işık', durum: 'Tamamlandı' }

/** Opens a completed record of 1.500,00; `paid` kuruş were taken before. */
async function openRecord({
  screen,
  paid,
  expectedErrors = [],
}: { screen?: Screen; paid?: number; expectedErrors?: RegExp[] } = {}) {
  const user = await panel.user()
  const { id } = await save(user.ctx, { info: DONE, islemler: [item('Balata', 1_500)] })
  if (paid !== undefined) await take(user.ctx, { kayit_id: id, amount_kurus: paid })
  const page = await browser.open({ address: panel.address, expectedErrors, ...(screen && { screen }) })
  await enter(page, panel, user)
  const kayit = kayitPage(page)
  await kayit.open(id)
  const stored = () => paymentsOf(user.ctx, { kayit_id: id })
  return { ...kayit, user, id, stored, ...till(page) }
}

const till = (page: Page) => ({
  takeButton: page.getByRole('button', { name: 'Tahsilat al', exact: true }),
  amount: page.getByRole('dialog').getByLabel('Tutar'),
  method: (name: string) => page.getByRole('dialog').getByRole('button', { name, exact: true }),
  bar: page.locator('[data-bar="action"]'),
  closed: () => page.getByRole('dialog').waitFor({ state: 'detached' }),
})

describe('taking a payment', () => {
  test('the whole rest is two keys: F8 and the letter of the method', async () => {
    const { page, amount, bar, closed, stored, says } = await openRecord()
    await page.keyboard.press('F8')
    await page.locator(':focus').and(amount).waitFor()
    expect(await amount.inputValue()).toBe('1.500,00')
    await page.keyboard.press('k')
    await closed()
    await says('Tahsilat kaydedildi.')
    await bar.getByText('Ödendi', { exact: true }).waitFor()
    expect(await stored()).toMatchObject({
      paid_kurus: 150_000,
      rest_kurus: 0,
      payments: [{ method: 'card' }],
    })
  })

  test('a part leaves the rest, and more than the rest is said before it is taken', async () => {
    const { page, takeButton, amount, method, bar, closed, stored } = await openRecord({ paid: 10_000 })
    await takeButton.click()
    await amount.fill('1500')
    await page.getByText(/^Kalandan ₺100,00 fazla/).waitFor()
    await amount.fill('400,50')
    await page.getByText('Sonra kalan').waitFor()
    await method('Havale').click()
    await closed()
    await bar.getByText('₺999').waitFor()
    expect(await stored()).toMatchObject({ paid_kurus: 50_050, rest_kurus: 99_950 })
  })

  test('the record stays paid on the screen when an older reading of its money arrives last', async () => {
    const { page, takeButton, amount, method, bar, closed } = await openRecord()
    const { promise: paid, resolve: release } = Promise.withResolvers<void>()
    // A save reads the money again, which is answered after the payment.
    await page.route(
      /payment\.of/,
      async (route) => {
        const response = await route.fetch()
        await paid
        // A reading that the page has given up takes no answer.
        await route.fulfill({ response }).catch(() => {})
      },
      { times: 1 },
    )
    await page.getByRole('textbox', { name: 'Açıklama' }).fill('Not')
    const reading = page.waitForRequest(/payment\.of/)
    await page.keyboard.press('Control+s')
    await reading
    await takeButton.click()
    await amount.fill('1400')
    await page.getByLabel('Kalanı iskonto yap').check()
    await method('Nakit').click()
    await closed()
    await bar.getByText('Ödendi', { exact: true }).waitFor()
    release()
    await page.waitForLoadState('networkidle')
    await page.waitForTimeout(300)
    expect(await bar.getByText('Ödendi', { exact: true }).count()).toBe(1)
  })

  test('is refused, and the rest is no discount, when another user has taken money since', async () => {
    const { page, user, id, takeButton, amount, method, stored } = await openRecord({
      expectedErrors: [/status of 409/],
    })
    await takeButton.click()
    await amount.fill('1400')
    await page.getByLabel('Kalanı iskonto yap').check()
    await take(user.ctx, { kayit_id: id, amount_kurus: 30_000 })
    await method('Nakit').click()
    await page.getByRole('dialog').getByText(paymentMessages.paidMeanwhile).waitFor()
    await page.getByRole('dialog').getByText('kalan ₺1.200,00').waitFor()
    expect(await stored()).toMatchObject({ toplam_kurus: 150_000, paid_kurus: 30_000 })
  })

  test('a double press pays once', async () => {
    const { takeButton, method, closed, stored } = await openRecord()
    await takeButton.click()
    await method('Nakit').dblclick()
    await closed()
    expect((await stored()).payments).toHaveLength(1)
  })

  test('a lost response is said, and the next press pays nothing twice', async () => {
    const { page, takeButton, method, closed, stored } = await openRecord({
      expectedErrors: [/ERR_/, /Failed to (load|fetch)/],
    })
    let isLost = true
    await page.route(/payment\.take/, async (route) => {
      if (!isLost) return route.continue()
      await route.fetch()
      return route.abort()
    })
    await takeButton.click()
    await method('Nakit').click()
    await page.getByText('Yanıt gelmedi. Bağlantı gelince yeniden basın').waitFor()
    expect((await stored()).payments).toHaveLength(1)
    isLost = false
    await method('Nakit').click()
    await closed()
    expect((await stored()).payments).toHaveLength(1)
  })

  test('the rest that another user has taken meanwhile is not taken twice', async () => {
    const { page, user, id, stored, takeButton, method } = await openRecord({ expectedErrors: [/409/] })
    await takeButton.click()
    await method('Nakit').waitFor()
    await take(user.ctx, { kayit_id: id, amount_kurus: 150_000 })
    await method('Nakit').click()
    await page.getByText('Bu kaydın tahsilatları az önce değişti.').waitFor()
    expect((await stored()).paid_kurus).toBe(150_000)
    await page.keyboard.press('Escape')
    await page.locator('[data-bar="action"]').getByText('Ödendi').waitFor()
  })

  test('unsaved items are stored first, so the panel shows the new total', async () => {
    const { addItem, takeButton, amount, method, closed, stored } = await openRecord()
    await addItem('Disk', '500', { kdvDahil: true })
    await takeButton.click()
    await amount.waitFor()
    expect(await amount.inputValue()).toBe('2.000,00')
    await method('Nakit').click()
    await closed()
    expect(await stored()).toMatchObject({ toplam_kurus: 200_000, rest_kurus: 0 })
  })

  test('on a phone it is two taps, without a keyboard over the buttons', async () => {
    const { page, takeButton, amount, method, closed, stored } = await openRecord({ screen: 'phone' })
    await takeButton.tap()
    await amount.waitFor()
    await page
      .locator(':focus')
      .and(page.getByRole('heading', { name: 'Tahsilat al' }))
      .waitFor()
    await method('Nakit').tap()
    await closed()
    expect(await stored()).toMatchObject({ rest_kurus: 0 })
  })
})

describe('the list of payments', () => {
  test('a cancelled one stays struck with its reason, and the record is not saved', async () => {
    const { page, user, id, bar, stored, says } = await openRecord({ paid: 50_000 })
    const list = page.getByRole('region', { name: 'Tahsilatlar' })
    await list.getByRole('button', { name: /^Diğer işlemler: .* Nakit$/ }).click()
    await list.getByRole('button', { name: 'İptal et' }).click()
    await page.getByLabel('Neden').fill('yanlış yöntem')
    await page.keyboard.press('Enter')
    await says('Tahsilat iptal edildi.')
    await list.getByText('İptal edildi: yanlış yöntem').waitFor()
    await bar.getByText('₺1.500').first().waitFor()
    expect(await stored()).toMatchObject({ paid_kurus: 0, payments: [{}, { note: 'yanlış yöntem' }] })
    const { version } = await user.ctx.db
      .selectFrom('kayit')
      .where('id', '=', id)
      .select('version')
      .executeTakeFirstOrThrow()
    expect(version).toBe(1)
  })

  test('money is given back from the menu of its payment', async () => {
    const { page, amount, method, closed, stored } = await openRecord({
      paid: 50_000,
      expectedErrors: [/status of 400/],
    })
    const list = page.getByRole('region', { name: 'Tahsilatlar' })
    await list.getByRole('button', { name: /^Diğer işlemler: / }).click()
    await list.getByRole('button', { name: 'İade et' }).click()
    await page.getByText('alınan ₺500,00').waitFor()
    await amount.fill('600')
    await method('Nakit').click()
    await page.getByText('İade, bu kayıtta alınandan fazla olamaz.').waitFor()
    await amount.fill('200')
    await method('Nakit').click()
    await closed()
    expect(await stored()).toMatchObject({ paid_kurus: 30_000 })
    await list.getByText('İade, Nakit').waitFor()
  })
})

test('a mechanic sees no payment and no button for one', async () => {
  const { id, user } = await openRecord({ paid: 50_000 })
  const page = await browser.open({ address: panel.address })
  await enter(page, panel, await buildMember(panel.db, user, { role: 'mechanic' }))
  await kayitPage(page).open(id)
  await page.getByRole('button', { name: 'Kaydet', exact: true }).last().waitFor()
  expect(await page.getByText('Tahsilat').count()).toBe(0)
})
