import { describe, expect, test } from 'vitest'

import { brokenAnswer, lostAnswer } from '#tests/support/screens/broken-answer.ts'
import { expectAccessible, requestsDone, testBrowser } from '#tests/support/screens/browser.ts'
import { kayitPage, storedRecords } from '#tests/support/screens/kayit-page.ts'
import { eventually } from '#tests/support/screens/eventually.ts'
import { enter, testPanel } from '#tests/support/panel/panel.ts'

const panel = await testPanel()
const browser = testBrowser()
const NETWORK_ERRORS = [/ERR_/, /Failed to (load|fetch)/, /status of 5\d\d/]

const REFUSED = {
  status: 400,
  contentType: 'application/json',
  body: JSON.stringify([
    {
      error: {
        json: {
          message: 'Plaka çok uzun.',
          code: -32_600,
          data: { code: 'BAD_REQUEST', httpStatus: 400, path: 'kayit.save' },
        },
      },
    },
  ]),
}

describe('a save without a response', () => {
  async function openForm() {
    const user = await panel.user()
    const page = await browser.open({ address: panel.address, expectedErrors: NETWORK_ERRORS })
    await enter(page, panel, user)
    const screen = kayitPage(page)
    await screen.open(0)
    await screen.field('Plaka').fill('34 ABC 123')
    await screen.field('Müşteri Adı Soyadı').fill('Ayşe')
    return { user, ...screen }
  }

  test('is repeated by the open form and makes one record, although the first attempt arrived', async () => {
    const { user, page, saveAtTop } = await openForm()
    await page.route('**/kayit.save*', lostAnswer, { times: 1 })
    await saveAtTop.click()
    await page.waitForURL('**/books', { timeout: 40_000 })
    expect(await storedRecords(panel.db, user)).toMatchObject([{ plaka: '34 ABC 123', version: 1 }])
  })

  test('is not repeated while the user types on, and stays a draft', async () => {
    const { user, page, field, saveAtTop } = await openForm()
    await page.route('**/kayit.save*', (route) => route.abort(), { times: 1 })
    await page.clock.install()
    await saveAtTop.click()
    await page.getByText('Bu cihazda saklandı.').waitFor()
    expect(await saveAtTop.isDisabled()).toBe(true)
    await field('Müşteri Adı Soyadı').fill('Ayşe Kaya')
    await page.getByText('Bu cihazda saklandı.').waitFor({ state: 'detached' })
    expect([await saveAtTop.isDisabled(), await page.getByRole('alert').count()]).toEqual([false, 0])
    await page.clock.runFor(60_000)
    expect(await storedRecords(panel.db, user)).toEqual([])
    await saveAtTop.click()
    await page.waitForURL('**/books')
    expect(await storedRecords(panel.db, user)).toMatchObject([{ musteri_adi_soyadi: 'Ayşe Kaya' }])
  })

  test('shows that the record is stored on the device, and pressing again neither sends it nor makes a second record', async () => {
    const { user, page, openMenu, saveAtTop, saveAtBottom } = await openForm()
    await page.context().setOffline(true)
    // 'Kaydet' would make a visit of it.
    await openMenu('Teklif olarak kaydet')
    const notice = page.getByText('Bu cihazda saklandı.')
    await notice.waitFor()
    expect(await notice.evaluate((text) => text.closest('[tabindex]') === document.activeElement)).toBe(true)
    expect(await notice.textContent()).toMatch(
      /^Sunucuya bağlanırken bir hata oluştu\. Bu cihazda saklandı\./,
    )
    expect(await page.getByRole('main').getByRole('alert').count()).toBe(0)
    expect([await saveAtTop.isDisabled(), await saveAtBottom.isDisabled()]).toEqual([true, true])
    await expectAccessible(page)
    const sent: string[] = []
    page.on('request', (request) => sent.push(request.url()))
    await page.keyboard.press('Control+s')
    await page.keyboard.press('Control+Shift+Enter')
    await notice.waitFor()
    expect(sent.filter((url) => url.includes('kayit.save'))).toEqual([])

    await page.context().setOffline(false)
    await page.waitForURL('**/books?stage=quote', { timeout: 40_000 })
    await requestsDone(page)
    expect(await storedRecords(panel.db, user)).toMatchObject([{ stage: 'quote', version: 1 }])
  })

  test('a save that the server then refuses shows the reason in the open form, which can be saved again', async () => {
    const { user, page, field, saveAtTop } = await openForm()
    await page.context().setOffline(true)
    await saveAtTop.click()
    await page.getByText('Bu cihazda saklandı.').waitFor()
    await page.route('**/kayit.save*', (route) => route.fulfill(REFUSED))
    await page.context().setOffline(false)
    await page.getByRole('alert').getByText('Plaka çok uzun.').waitFor({ timeout: 40_000 })
    expect(await page.getByText('Bu cihazda saklandı.').count()).toBe(0)
    await page.unroute('**/kayit.save*')
    await field('Plaka').fill('35 KLM 9')
    await saveAtTop.click()
    await page.waitForURL('**/books')
    expect(await storedRecords(panel.db, user)).toMatchObject([{ plaka: '35 KLM 9', version: 1 }])
  })

  test('a save that the server then refuses is offered as a draft', async () => {
    const { user, page, saveAtTop } = await openForm()
    await page.route('**/kayit.save*', (route) => route.abort())
    await saveAtTop.click()
    await page.getByText('Bu cihazda saklandı.').waitFor()
    await page.getByRole('link', { name: 'Ayarlar', exact: true }).click()
    await page.getByText('34 ABC 123, Ayşe').waitFor()
    // Added to the earlier route, so that no attempt reaches the server in between.
    await page.route('**/kayit.save*', (route) => route.fulfill(REFUSED))
    await page
      .getByText('Plaka çok uzun. Yazdıklarınız “Yeni kayıt” ekranında taslak olarak duruyor.')
      .waitFor({
        timeout: 40_000,
      })
    await page.unroute('**/kayit.save*')
    await page.goto('book/0')
    await page.getByRole('button', { name: 'Taslağı geri yükle' }).click()
    await saveAtTop.click()
    await page.waitForURL('**/books')
    expect(await storedRecords(panel.db, user)).toMatchObject([{ plaka: '34 ABC 123', version: 1 }])
  })

  test('a waiting record can be corrected before it is sent', async () => {
    const { user, page, field, value, saveAtTop } = await openForm()
    await page.route('**/kayit.save*', (route) => route.abort())
    await page.route('**/auth.session*', (route) => route.abort())
    await saveAtTop.click()
    await page.getByText('Bu cihazda saklandı.').waitFor()
    await page.getByRole('link', { name: 'Destek', exact: true }).click()
    await page.getByRole('button', { name: 'Düzenle: 34 ABC 123, Ayşe' }).click()
    await page.getByRole('button', { name: 'Taslağı geri yükle' }).click()
    expect(await value('Plaka')).toBe('34 ABC 123')
    await field('Müşteri Adı Soyadı').fill('Ayşe Kaya')
    await page.unroute('**/auth.session*')
    await page.unroute('**/kayit.save*')
    await saveAtTop.click()
    await page.waitForURL('**/books')
    expect(await storedRecords(panel.db, user)).toMatchObject([{ musteri_adi_soyadi: 'Ayşe Kaya' }])
  })

  test('one of two waiting records can be corrected while the other is being sent', async () => {
    const { user, page, field, saveAtTop } = await openForm()
    await page.route('**/auth.session*', (route) => route.abort())
    await page.route('**/kayit.save*', (route) => route.abort())
    await saveAtTop.click()
    await page.getByText('Bu cihazda saklandı.').waitFor()
    await page.getByRole('link', { name: 'Destek', exact: true }).click()
    await page.getByText('34 ABC 123, Ayşe').waitFor()
    await page.getByRole('link', { name: 'Anasayfa', exact: true }).click()
    await page.getByRole('link', { name: 'Yeni kayıt' }).first().click()
    await field('Plaka').fill('35 KLM 9')
    await field('Müşteri Adı Soyadı').fill('Mehmet')
    await saveAtTop.click()
    await page.getByText('Bu cihazda saklandı.').waitFor()
    await page.getByRole('link', { name: 'Destek', exact: true }).click()
    await page.getByText('35 KLM 9, Mehmet').waitFor()

    const first = Promise.withResolvers<void>()
    const isSent = Promise.withResolvers<void>()
    await page.route('**/kayit.save*', async (route) => {
      if (route.request().postData()?.includes('34 ABC 123') === true) {
        isSent.resolve()
        await first.promise
      }
      await route.continue()
    })
    await page.unroute('**/auth.session*')
    // The device reports its network, so that the save does not wait for the next probe.
    await page.evaluate(() => window.dispatchEvent(new Event('online')))
    await isSent.promise
    await page.getByRole('button', { name: 'Düzenle: 35 KLM 9, Mehmet' }).click()
    await page.getByRole('button', { name: 'Taslağı geri yükle' }).click()
    await field('Müşteri Adı Soyadı').fill('Mehmet Kaya')
    await saveAtTop.click()
    await page.waitForURL('**/books')
    first.resolve()
    await page.getByRole('main').getByText('34 ABC 123').waitFor()
    await requestsDone(page)
    expect(await storedRecords(panel.db, user)).toMatchObject([
      { plaka: '35 KLM 9', musteri_adi_soyadi: 'Mehmet Kaya', version: 1 },
      { plaka: '34 ABC 123' },
    ])
  })

  test('a fault of the server does not count as a lost connection: the form keeps its text and sends no retry', async () => {
    const { user, page, saveAtTop } = await openForm()
    await page.route('**/kayit.save*', brokenAnswer('kayit.save'))
    await saveAtTop.click()
    await page.getByRole('alert').getByText('Kayıt kaydedilemedi.').waitFor()
    expect(await page.getByText('Bu cihazda saklandı.').count()).toBe(0)
    expect(await page.getByText('Bağlantı yok.').count()).toBe(0)
    await eventually(() => storedRecords(panel.db, user)).toEqual([])
  })
})
