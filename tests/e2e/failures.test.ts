import { describe, expect, test } from 'vitest'

import { addFeedback } from '#server/feedback/operations.ts'
import { brokenAnswer } from '#tests/support/screens/broken-answer.ts'
import { expectAccessible, loseCalls, testBrowser } from '#tests/support/screens/browser.ts'
import { save } from '#tests/support/rows/kayit.ts'
import { enter, pathOf, testPanel } from '#tests/support/panel/panel.ts'

const panel = await testPanel()
const browser = testBrowser()

/** Opens a page for which these calls fail with a fault of the server. */
async function openBroken({ calls, auth = 0 }: { calls: string[]; auth?: number }) {
  const user = await panel.user({ auth, company_name: 'Usta Oto' })
  const page = await browser.open({ address: panel.address, expectedErrors: [/status of 500/] })
  await enter(page, panel, user)
  for (const call of calls) await page.route(`**/${call}*`, brokenAnswer(call))
  return { page, user, says: (message: string) => page.getByRole('alert').getByText(message).waitFor() }
}

describe('messages for faults of the server', () => {
  test('the settings and the password have their own messages', async () => {
    const { page, says } = await openBroken({ calls: ['settings.update', 'settings.changePassword'] })
    await page.goto('settings')
    await page.getByLabel('Firma Adı').fill('Işık Oto')
    await page.getByRole('region', { name: 'Genel' }).getByRole('button', { name: 'Kaydet' }).click()
    await says('Genel ayarlar kaydedilemedi.')
    await page.getByText('Biraz sonra tekrar deneyin; sürerse destek ekibine yazın.').waitFor()
    await expectAccessible(page)
    const next = page.getByLabel('Yeni Parola', { exact: true })
    expect(await next.getAttribute('placeholder')).toBe('En az 8 karakter')
    expect(await page.getByRole('button', { name: 'Parolayı göster' }).count()).toBe(3)
    await page.getByLabel('Mevcut Parola').fill('eski-parola')
    await next.fill('Araba-2026')
    await page.getByLabel('Yeni Parola (Tekrar)').fill('Araba-2026')
    await page.getByRole('button', { name: 'Parolayı değiştir' }).click()
    await says('Parola değiştirilemedi.')
  })

  test('saving a record has its own message', async () => {
    const { page, says } = await openBroken({ calls: ['kayit.save'] })
    await page.goto('book/0')
    await page.getByLabel('Plaka', { exact: true }).fill('34 ABC 123')
    await page.getByLabel('Müşteri Adı Soyadı', { exact: true }).fill('Ayşe')
    await page.getByRole('button', { name: 'Kaydet', exact: true }).first().click()
    await says('Kayıt kaydedilemedi.')
    await page.getByText('Biraz sonra tekrar deneyin; sürerse destek ekibine yazın.').waitFor()
    expect(pathOf(page)).toBe('/book/0')
  })

  test('saving and deleting a user have their own messages, and roles have their colours', async () => {
    await panel.user({ username: 'çırak' })
    const { page, user, says } = await openBroken({ calls: ['admin.saveUser', 'admin.deleteUser'], auth: 3 })
    await page.goto('admin')
    const row = (name: string) => page.getByRole('row').filter({ hasText: name })
    const role = (name: string, word: string) =>
      row(name).locator('[data-slot=badge]', { hasText: word }).getAttribute('class')
    expect(await role('çırak', 'Kullanıcı')).toContain('bg-secondary-soft')
    expect(await role(user.username, 'Admin')).toContain('bg-primary-soft')
    await row('çırak').getByRole('button', { name: 'Sil' }).click()
    await page.getByRole('alertdialog', { name: 'Silinsin mi?' }).getByRole('button', { name: 'Sil' }).click()
    await says('Kullanıcı silinemedi.')
    await row('çırak').getByRole('button', { name: 'Düzenle' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Ad soyad', { exact: true }).fill('Ali')
    await dialog.getByRole('button', { name: 'Kaydet' }).click()
    await dialog.getByRole('alert').getByText('Kullanıcı kaydedilemedi.').waitFor()
    await dialog.getByRole('button', { name: 'Vazgeç' }).click()
    await dialog.waitFor({ state: 'detached' })
  })

  test('loading and deleting feedbacks have their own messages', async () => {
    const sender = await panel.user()
    await addFeedback(sender.ctx, { subject: 'Yazıcı', message: 'Kâğıda sığmıyor.' })
    const { page, says } = await openBroken({ calls: ['admin.deleteFeedback'], auth: 3 })
    await page.goto('admin?tab=feedbacks')
    await page.getByRole('row').filter({ hasText: 'Yazıcı' }).getByRole('button', { name: 'Sil' }).click()
    await page.getByRole('alertdialog', { name: 'Silinsin mi?' }).getByRole('button', { name: 'Sil' }).click()
    await says('Feedback silinemedi.')
    expect(await page.getByRole('row').filter({ hasText: 'Yazıcı' }).count()).toBe(1)
    await page.route('**/admin.feedbacks*', brokenAnswer('admin.feedbacks'))
    await page.reload()
    await says('Feedbackler yüklenemedi.')
  })
})

test('a refused feedback shows the reason of the server', async () => {
  const user = await panel.user()
  const sent = { subject: 'Yazıcı', message: 'Kâğıda sığmıyor.' }
  for (let count = 0; count < 20; count++) await addFeedback(user.ctx, sent)
  const page = await browser.open({ address: panel.address, expectedErrors: [/status of 429/] })
  await enter(page, panel, user)
  await page.goto('feedbacks')
  await page.getByLabel('Konu').fill(sent.subject)
  await page.getByLabel('Mesaj', { exact: true }).fill(sent.message)
  await page.getByRole('button', { name: 'Gönder' }).click()
  const alert = page.getByRole('alert')
  await alert.getByText('Bugün çok sayıda geri bildirim gönderdiniz. Lütfen yarın tekrar deneyin.').waitFor()
  expect(await page.getByLabel('Konu').inputValue()).toBe(sent.subject)
})

describe('a record', () => {
  async function openList(expected: RegExp) {
    const user = await panel.user()
    const { id } = await save(user.ctx)
    const page = await browser.open({ address: panel.address, expectedErrors: [expected] })
    await enter(page, panel, user)
    return { page, id }
  }

  test('a record that is not loaded shows a message and a retry', async () => {
    const { page, id } = await openList(/ERR_FAILED/)
    const recover = await loseCalls(page, '**/kayit.get*')
    await page.goto(`book/${id}`)
    await page.getByText('Kayıt detayları alınamadı.').waitFor({ timeout: 40_000 })
    recover()
    await page.getByRole('button', { name: 'Tekrar dene' }).click()
    await page.getByLabel('Plaka').waitFor()
    expect(await page.getByText('Kayıt detayları alınamadı.').count()).toBe(0)
  })

  test.each(['999999', 'abc'])('a missing record (%s) shows possible reasons and a link back', async (id) => {
    const { page } = await openList(/status of 40[04]/)
    await page.goto(`book/${id}`)
    await page.getByText('Kayıt bulunamadı.').waitFor()
    await page.getByText('Silinmiş ya da adresi yanlış olabilir').waitFor()
    await expectAccessible(page)
    expect(await page.getByRole('button', { name: 'Tekrar dene' }).count()).toBe(0)
    await page.getByRole('button', { name: 'Geri' }).click()
    await page.waitForURL('**/books')
  })
})
