import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'

import { addFeedback } from '#server/feedback/operations.ts'
import { AUTH_ADMIN } from '#shared/options.ts'
import { screensOf } from '#tests/long-form.ts'
import { adminScreen } from '#tests/support/screens/admin-screen.ts'
import { expectAccessible, loseCalls, testBrowser } from '#tests/support/screens/browser.ts'
import { pathOf, testPanel } from '#tests/support/panel/panel.ts'

const panel = await testPanel()
const openAdmin = adminScreen(panel, testBrowser())

/** The messages lie over the last row of a phone for some seconds. */
async function toastsGone(page: Page): Promise<void> {
  await page.mouse.move(0, 0)
  await page.locator('[data-sonner-toast]').first().waitFor({ state: 'detached' })
}

describe.each(screensOf('desktop'))('the users on a %s', (screen) => {
  test('a user is created, changed and deleted', async () => {
    const name = `çırak-${screen}`
    const { page, admin, users, search, question, dialog, field, save } = await openAdmin({
      screen,
      expectedErrors: [/status of 400/],
    })
    await users.first().getByText('Admin').waitFor()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Yeni kullanıcı' }).click()
    await save.click()
    await dialog.getByText('Kullanıcı adı ve e-posta zorunlu.').waitFor()
    await dialog.getByText('Yeni kullanıcı için parola zorunlu.').waitFor()
    await expectAccessible(page)
    await field('Kullanıcı adı').fill(name)
    await field('E-posta').fill(`${screen}@ornek.test`)
    await field('Ad soyad').fill('Işıl Öz')
    await field('Lisans türü').selectOption('Pro')
    await field('Lisans bitişi').fill('31.12.2027')
    await field('Yeni parola').fill('Araba-2026')
    await dialog.getByText('Parola gücü: Çok güçlü').waitFor()
    await save.click()
    await page.getByText('Kullanıcı kaydedildi.').waitFor()
    await dialog.waitFor({ state: 'detached' })

    await search.fill('IŞIL')
    const row = users.filter({ hasText: name })
    await row.locator('mark').first().waitFor()
    for (const text of ['Pro', '31.12.2027', 'Kullanıcı']) expect(await row.textContent()).toContain(text)
    await row.getByRole('button', { name: 'Düzenle' }).click()
    await field('Kullanıcı adı').fill(admin.username)
    await save.click()
    await dialog.getByText('Bu kullanıcı adı kullanılıyor.').waitFor()
    expect(await field('Kullanıcı adı').getAttribute('aria-invalid')).toBe('true')
    await field('Kullanıcı adı').fill(name)
    await field('Yetki').selectOption('Admin')
    await save.click()
    await dialog.waitFor({ state: 'detached' })
    await row.getByText('Admin').waitFor()

    await row.getByRole('button', { name: 'Düzenle' }).click()
    await dialog.getByRole('button', { name: 'Oturumlarını kapat' }).click()
    await page.getByText('Açık oturumu yok.').waitFor()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })

    if (screen === 'phone') await toastsGone(page)
    await row.getByRole('button', { name: 'Sil' }).click()
    await question.getByText(`${name} – ${screen}@ornek.test`).waitFor()
    await question.getByRole('button', { name: 'Sil' }).click()
    await page.getByText('Kullanıcı silindi.').waitFor()
    await row.waitFor({ state: 'detached' })
    const left = await panel.db
      .selectFrom('users')
      .innerJoin('shops', 'shops.id', 'users.id')
      .select(['auth', 'license_type', 'deleted_at'])
      .where('username', '=', name)
      .executeTakeFirst()
    expect(left).toMatchObject({ auth: AUTH_ADMIN, license_type: 'Pro', deleted_at: expect.any(Date) })
  })

  test('a feedback is read in full and deleted', async () => {
    const sender = await panel.user({ name_surname: 'Ömer Çay', company_tel: '0312 111 22 33' })
    const subject = `Yazıcı ${screen}`
    const message = `İlk satır\n${'uzun '.repeat(80)}\nson satır`
    await addFeedback(sender.ctx, { subject, message })
    const { page, feedbacks, search, question } = await openAdmin({ screen })
    await page.getByRole('tab', { name: 'Geri Bildirimler' }).click()
    expect(pathOf(page)).toBe('/admin?tab=feedbacks')
    const row = feedbacks.filter({ hasText: subject })
    for (const text of ['Ömer Çay', '0 (312) 111 22 33', 'son satır'])
      await expect.poll(() => row.textContent()).toContain(text)
    await expectAccessible(page)
    const more = row.getByRole('button', { name: 'Mesajın tamamı' })
    const folded = (await row.boundingBox())?.height ?? 0
    await more.click()
    await row.getByRole('button', { name: 'Mesajı daralt' }).waitFor()
    expect((await row.boundingBox())?.height).toBeGreaterThan(folded)
    if (screen === 'phone') await toastsGone(page)
    await row.getByRole('button', { name: 'Sil' }).click()
    await question.getByRole('button', { name: 'Sil' }).click()
    await page.getByText('Feedback silindi.').waitFor()
    await row.waitFor({ state: 'detached' })
    await search.fill(subject)
    await page.getByText('Sonuç bulunamadı.').waitFor()
  })
})

describe('the list of users', () => {
  test('the server sorts and pages the users, and the address restores the view', async () => {
    for (let n = 0; n < 12; n++) await panel.user({ username: `sıra-${n}`, company_name: `Sıralı ${n % 10}` })
    const { page, users, search } = await openAdmin({ path: 'admin?q=Sıralı&size=10' })
    await expect.poll(() => users.first().textContent(), { timeout: 30_000 }).toContain('sıra-11')
    expect(await users.count()).toBe(10)
    await page.getByRole('button', { name: 'Sonraki sayfa' }).click()
    await expect.poll(() => users.count()).toBe(2)
    await page.getByRole('columnheader', { name: 'Firma' }).getByRole('button').click()
    await expect.poll(() => users.first().textContent()).toContain('Sıralı 0')
    expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual({
      q: 'Sıralı',
      size: '10',
      sort: 'company_name',
      dir: 'asc',
    })
    await page.reload()
    await expect.poll(() => users.first().textContent(), { timeout: 30_000 }).toContain('Sıralı 0')
    expect(await search.inputValue()).toBe('Sıralı')
  })

  test('a change by another administrator is not overwritten unseen', async () => {
    const { id } = await panel.user({ username: 'ortak', company_name: 'Eski' })
    const { page, users, dialog, field, save } = await openAdmin({
      path: 'admin?q=ortak',
      expectedErrors: [/status of 409/],
    })
    await users.getByRole('button', { name: 'Düzenle' }).click()
    await field('Firma adı').fill('Benim')
    // The list from which it was opened no longer contains it.
    const renamed = { username: 'yeni-ad', username_key: 'yeni-ad' }
    await panel.db.updateTable('shops').set({ company_name: 'Onların' }).where('id', '=', id).execute()
    await panel.db
      .updateTable('users')
      .set((eb) => ({ ...renamed, version: eb('version', '+', 1) }))
      .where('id', '=', id)
      .execute()
    await save.click()
    await dialog.getByText('Bu kayıt siz düzenlerken değiştirildi.').waitFor()
    await dialog.getByRole('row', { name: 'Firma adı Onların Benim' }).waitFor()
    expect(await field('Firma adı').inputValue()).toBe('Benim')
    await dialog.getByRole('button', { name: 'Yazdıklarımı güncel kayda aktar' }).click()
    await save.click()
    await page.getByText('Kullanıcı kaydedildi.').waitFor()
    const stored = panel.db
      .selectFrom('users')
      .innerJoin('shops', 'shops.id', 'users.id')
      .select(['username', 'company_name'])
      .where('users.id', '=', id)
    expect(await stored.execute()).toEqual([{ username: 'yeni-ad', company_name: 'Benim' }])
  })

  test('failures to load or delete users are shown', async () => {
    const { page, users, admin, question } = await openAdmin({
      path: 'dashboard',
      expectedErrors: [/ERR_FAILED/, /status of 400/],
    })
    const recover = await loseCalls(page, /admin\.users/)
    await page.getByRole('navigation').getByRole('link', { name: 'Yönetim' }).click()
    await page.getByRole('alert').getByText('Kullanıcılar yüklenemedi.').waitFor()
    recover()
    await page.getByRole('button', { name: 'Tekrar dene' }).click()
    await users.filter({ hasText: admin.username }).getByRole('button', { name: 'Sil' }).click()
    await question.getByRole('button', { name: 'Sil' }).click()
    await page.getByRole('alert').getByText('Kendi hesabınızı silemezsiniz.').waitFor()
    expect(await users.filter({ hasText: admin.username }).count()).toBe(1)
  })

  test('staff cannot open the administration', async () => {
    const { page } = await openAdmin({ auth: 0 })
    await page.getByText('Bu sayfayı görme yetkiniz yok.').waitFor()
    await page.getByText('Yetki gerekiyorsa paneli yöneten kişiye başvurun.').waitFor()
    expect(await page.getByRole('tab').count()).toBe(0)
  })
})
