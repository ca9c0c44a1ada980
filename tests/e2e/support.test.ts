import { describe, expect, test } from 'vitest'

import { version } from '#package.json'
import { NOTICE_TITLE } from '#shared/auth/notice.ts'
import { lostAnswer } from '#tests/support/screens/broken-answer.ts'
import { type Screen, expectAccessible, testBrowser } from '#tests/support/screens/browser.ts'
import { enter, pathOf, testPanel } from '#tests/support/panel/panel.ts'

const panel = await testPanel()
const browser = testBrowser()

type Setting = { screen?: Screen; path?: string; expectedErrors?: RegExp[] }

/** Opens the support screen of a user, with helpers for its parts. */
async function openSupport({ screen = 'desktop', path = 'feedbacks', ...options }: Setting = {}) {
  const user = await panel.user()
  const page = await browser.open({ address: panel.address, screen, ...options })
  await enter(page, panel, user)
  await page.goto(path)
  const faq = page.getByRole('region', { name: 'Sık sorulan sorular' })
  await faq.waitFor()
  const form = {
    subject: page.getByLabel('Konu'),
    message: page.getByLabel('Mesaj', { exact: true }),
    send: page.getByRole('button', { name: 'Gönder' }),
    clear: page.getByRole('button', { name: 'Temizle', exact: true }),
    type: async (subject: string, message: string) => {
      await form.subject.fill(subject)
      await form.message.fill(message)
    },
    values: async () => [await form.subject.inputValue(), await form.message.inputValue()],
  }
  const stored = () =>
    panel.db
      .selectFrom('feedback')
      .select(['subject', 'message'])
      .where('shop_id', '=', user.id)
      .orderBy('id')
      .execute()
  const questions = faq.locator('details')
  return { page, user, faq, questions, form, stored, search: faq.getByRole('searchbox', { name: 'Ara' }) }
}

const SUBJECT = 'Yazıcı ayarı'
const MESSAGE = 'PDF çıktısı IŞIK kâğıdına sığmıyor.'

describe.each(['phone', 'desktop'] as const)('the questions on a %s', (screen) => {
  test('seven questions are closed at first and open by touch and by keyboard', async () => {
    const { page, faq, questions } = await openSupport({ screen })
    expect(await questions.count()).toBe(7)
    expect(await faq.locator('details[open]').count()).toBe(0)
    await expectAccessible(page)
    await faq.getByText('Çıkış tarihi boş kalırsa ne olur?').click()
    await faq.getByText('devam ediyor sayılır').waitFor()
    await faq.locator('summary').last().focus()
    await page.keyboard.press('Enter')
    const mail = faq.getByRole('link', { name: 'destek@example.com' })
    expect(await mail.getAttribute('href')).toBe('mailto:destek@example.com')
    await expectAccessible(page)
  })

  test('the search follows Turkish rules and opens the answers with hits', async () => {
    const { page, faq, questions, search } = await openSupport({ screen })
    await search.pressSequentially('%20', { delay: 40 })
    await expect.poll(() => pathOf(page)).toBe('/feedbacks?q=%2520')
    // The results follow the address with a short delay.
    const marks = async () => [...new Set(await faq.locator('mark').allTextContents())]
    await expect.poll(marks).toEqual(['%20'])
    expect(await questions.count()).toBe(2)
    expect(await faq.locator('details[open]').count()).toBe(2)
    await expectAccessible(page)

    await search.fill('ÇIKIŞ TARİHİ')
    await expect.poll(() => questions.count()).toBe(1)
    expect(await faq.locator('summary mark').allTextContents()).toEqual(['Çıkış tarihi'])
    await search.fill('cikis')
    await faq.getByText('Sonuç bulunamadı.').waitFor()
    await expectAccessible(page)
    await faq.getByRole('button', { name: 'Aramayı temizle' }).click()
    await expect.poll(() => questions.count()).toBe(7)
    expect(await search.inputValue()).toBe('')
  })
})

describe.each(['phone', 'tablet', 'desktop'] as const)('other help, on a %s', (screen) => {
  test('the page has tips, the accepted notice, the shortcuts and the version', async () => {
    const { page } = await openSupport({ screen })
    const tips = page.getByRole('region', { name: 'İpuçları' })
    expect(await tips.getByRole('term').count()).toBe(5)
    await page.getByText(`Sürüm ${version}`).waitFor()
    await expectAccessible(page)
    for (const [opener, title, text] of [
      ['Aydınlatma metnini oku', NOTICE_TITLE, 'Veri sorumlusu'],
      ['Klavye kısayolları', 'Kısayollar', 'Yeni kayıt'],
    ] as const) {
      const button = page.getByRole('button', { name: opener })
      await button.click()
      const dialog = page.getByRole('dialog', { name: title })
      await dialog.getByText(text, { exact: true }).waitFor()
      await expectAccessible(page)
      await dialog.getByRole('button', { name: 'Kapat' }).click()
      await dialog.waitFor({ state: 'detached' })
      await expect.poll(() => button.evaluate((element) => element === document.activeElement)).toBe(true)
    }
  })
})

describe.each(['phone', 'desktop'] as const)('a feedback on a %s', (screen) => {
  test('a feedback is validated, sent and thanked for, and the form is emptied', async () => {
    const { page, form, stored } = await openSupport({ screen })
    await form.type(' KD ', 'kısa')
    await form.send.click()
    await page.getByText('Konu en az 3 karakter olmalı.').waitFor()
    await page.getByText('Mesaj en az 10 karakter olmalı.').waitFor()
    expect(await form.subject.getAttribute('aria-invalid')).toBe('true')
    expect(await form.subject.evaluate((field) => field === document.activeElement)).toBe(true)
    await expectAccessible(page)
    expect(await stored()).toEqual([])

    await form.type(SUBJECT, MESSAGE)
    expect(await form.message.getAttribute('aria-invalid')).toBe(null)
    await form.send.click()
    await page.getByText('Teşekkürler! Geri bildirimin alındı.').waitFor()
    expect(await form.values()).toEqual(['', ''])
    expect(await stored()).toEqual([{ subject: SUBJECT, message: MESSAGE }])
    await expectAccessible(page)
  })
})

describe('a feedback', () => {
  test('a feedback whose response is lost keeps its text, and the retry creates one', async () => {
    const { page, form, stored } = await openSupport({ expectedErrors: [/ERR_FAILED/] })
    await page.route('**/feedback.add*', lostAnswer, { times: 1 })
    await form.type(SUBJECT, MESSAGE)
    await form.send.click()
    await page.getByRole('alert').getByText('Sunucu hatası. Lütfen tekrar dene.').waitFor()
    expect(await form.values()).toEqual([SUBJECT, MESSAGE])
    await expectAccessible(page)
    await form.send.click()
    await page.getByText('Teşekkürler! Geri bildirimin alındı.').waitFor()
    expect(await stored()).toHaveLength(1)
  })

  test('text typed while a feedback is being sent stays as the beginning of the next one', async () => {
    const { page, form, stored } = await openSupport()
    const longer = `${MESSAGE} Yazıcı da eski.`
    await page.route(
      '**/feedback.add*',
      async (route) => {
        await form.message.fill(longer)
        await route.continue()
      },
      { times: 1 },
    )
    await form.type(SUBJECT, MESSAGE)
    await form.send.click()
    await page.getByText('Teşekkürler! Geri bildirimin alındı.').waitFor()
    expect(await form.values()).toEqual(['', longer])
    await page.reload()
    await form.send.waitFor()
    expect(await form.values()).toEqual(['', longer])
    await form.subject.fill('Yazıcı da')
    await form.send.click()
    await page.getByText('Teşekkürler! Geri bildirimin alındı.').waitFor()
    expect(await stored()).toEqual([
      { subject: SUBJECT, message: MESSAGE },
      { subject: 'Yazıcı da', message: longer },
    ])
  })

  test('a fault of the server while sending shows a message', async () => {
    const { page, form } = await openSupport({ expectedErrors: [/status of 500/] })
    const data = { code: 'INTERNAL_SERVER_ERROR', httpStatus: 500, path: 'feedback.add' }
    await page.route('**/feedback.add*', (route) =>
      route.fulfill({
        status: 500,
        contentType: 'application/json',
        body: JSON.stringify([{ error: { json: { message: 'Beklenmeyen', code: -32603, data } } }]),
      }),
    )
    await form.type(SUBJECT, MESSAGE)
    await form.send.click()
    await page.getByRole('alert').getByText('Gönderilemedi.').waitFor()
    expect(await form.values()).toEqual([SUBJECT, MESSAGE])
  })

  test('the text of a feedback survives a reload until it is cleared', async () => {
    const { page, form } = await openSupport()
    await form.type(SUBJECT, MESSAGE)
    await page.reload()
    await form.send.waitFor()
    expect(await form.values()).toEqual([SUBJECT, MESSAGE])
    await form.clear.click()
    expect(await form.values()).toEqual(['', ''])
    expect(await form.subject.evaluate((field) => field === document.activeElement)).toBe(true)
    await page.reload()
    expect(await form.values()).toEqual(['', ''])
  })

  test('an expired session asks for the password, and then the feedback is sent', async () => {
    const { page, user, form, stored } = await openSupport({ expectedErrors: [/status of 401/] })
    await form.type(SUBJECT, MESSAGE)
    await panel.db.deleteFrom('sessions').where('user_id', '=', user.id).execute()
    await form.send.click()
    const again = page.getByRole('dialog', { name: 'Oturum sona erdi' })
    await again.getByLabel('Parola', { exact: true }).fill(user.password)
    await again.getByRole('button', { name: 'Giriş yap' }).click()
    await page.getByText('Teşekkürler! Geri bildirimin alındı.').waitFor()
    expect(await stored()).toEqual([{ subject: SUBJECT, message: MESSAGE }])
  })
})
