import { describe, expect, test } from 'vitest'

import { adminScreen } from '#tests/support/screens/admin-screen.ts'
import { expectAccessible, testBrowser } from '#tests/support/screens/browser.ts'
import { sessionsOf } from '#tests/support/rows/auth.ts'
import { testPanel } from '#tests/support/panel/panel.ts'

const panel = await testPanel()
const openAdmin = adminScreen(panel, testBrowser())

/** Opens the administration in a session whose password was typed too long ago. */
async function openLater(screen: 'phone' | 'desktop') {
  const opened = await openAdmin({ screen, expectedErrors: [/status of (400|401|428)/] })
  const { page, admin } = opened
  const expire = () =>
    panel.db
      .updateTable('sessions')
      .set({ confirmed_at: new Date(Date.now() - 600_000) })
      .where('user_id', '=', admin.id)
      .execute()
  await expire()
  const again = page.getByRole('dialog', { name: 'Parolanızı yeniden girin' })
  return {
    ...opened,
    expire,
    again,
    password: again.getByLabel('Parola', { exact: true }),
    goOn: again.getByRole('button', { name: 'Devam et' }),
  }
}

describe.each(['phone', 'desktop'] as const)('the password that is asked again on a %s', (screen) => {
  test('a user is saved after the password, with all typed text', async () => {
    const name = `onayli-${screen}`
    const { page, admin, dialog, field, save, again, password, goOn } = await openLater(screen)
    await page.getByRole('button', { name: 'Yeni kullanıcı' }).click()
    await field('Kullanıcı adı').fill(name)
    await field('E-posta').fill(`${name}@ornek.test`)
    await field('Yeni parola').fill('Araba-2026')
    await save.click()
    await again.waitFor()
    expect(await password.evaluate((it) => it === document.activeElement)).toBe(true)
    await expectAccessible(page)
    await again.getByText('Bu işlemi sizin yaptığınızdan emin olmak için parolanızı soruyoruz.').waitFor()

    await page.keyboard.press('Escape')
    await again.waitFor({ state: 'detached' })
    await expect.poll(() => save.getAttribute('aria-busy')).toBeNull()
    expect(await page.getByRole('alert').count()).toBe(0)
    expect(await field('Kullanıcı adı').inputValue()).toBe(name)
    expect(await field('Yeni parola').inputValue()).toBe('Araba-2026')

    await save.click()
    await password.fill('yanlış parola')
    await goOn.click()
    await again.getByText('Parola hatalı.').waitFor()
    expect(await password.getAttribute('aria-invalid')).toBe('true')
    await expectAccessible(page)
    await password.fill(admin.password)
    await page.keyboard.press('Enter')
    await page.getByText('Kullanıcı kaydedildi.').waitFor()
    await dialog.waitFor({ state: 'detached' })
    const stored = panel.db.selectFrom('users').select('email').where('username', '=', name)
    expect(await stored.execute()).toEqual([{ email: `${name}@ornek.test` }])
  })

  test('a deletion and the end of sessions wait for the password, which is asked once', async () => {
    const user = await panel.user({ username: `giden-${screen}` })
    const { page, users, search, question, dialog, again, password, goOn, admin, expire } =
      await openLater(screen)
    await search.fill(user.username)
    const row = users.filter({ hasText: user.username })
    await row.locator('mark').first().waitFor()
    await row.getByRole('button', { name: 'Düzenle' }).click()
    await dialog.getByRole('button', { name: 'Oturumlarını kapat' }).click()
    await password.fill(admin.password)
    await goOn.click()
    await page.getByText('Açık oturumu yok.').waitFor()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })

    await expire()
    await row.getByRole('button', { name: 'Sil' }).click()
    await question.getByRole('button', { name: 'Sil' }).click()
    await again.getByRole('button', { name: 'Vazgeç' }).click()
    await again.waitFor({ state: 'detached' })
    expect(await page.getByRole('alert').count()).toBe(0)
    await expect
      .poll(() => question.getByRole('button', { name: 'Sil' }).getAttribute('aria-busy'))
      .toBeNull()
    await question.getByRole('button', { name: 'Sil' }).click()
    await password.fill(admin.password)
    await goOn.click()
    await page.getByText('Kullanıcı silindi.').waitFor()
    await row.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Yeni kullanıcı' }).click()
    expect(await again.count()).toBe(0)
  })
})

test('cancelling the password keeps a link made before, and shows no message', async () => {
  const user = await panel.user({ username: 'baglantili' })
  const { page, admin, users, search, dialog, password, goOn, again, expire } = await openLater('desktop')
  await search.fill(user.username)
  await users.locator('mark').first().waitFor()
  await users.getByRole('button', { name: 'Düzenle' }).click()
  const link = dialog.getByLabel('Bağlantı', { exact: true })
  await dialog.getByRole('button', { name: 'Parola bağlantısı oluştur' }).click()
  await password.fill(admin.password)
  await goOn.click()
  const made = await link.inputValue()
  await expire()
  for (const name of ['Yeni bağlantı oluştur', 'Oturumlarını kapat']) {
    await dialog.getByRole('button', { name }).click()
    await again.getByRole('button', { name: 'Kapat' }).click()
    await again.waitFor({ state: 'detached' })
    await expect.poll(() => dialog.getByRole('button', { name }).getAttribute('aria-busy')).toBeNull()
    expect(await page.getByRole('alert').count()).toBe(0)
    expect(await link.inputValue()).toBe(made)
  }
})

test('an ended session shows the login instead of the question for the password', async () => {
  const user = await panel.user({ username: 'kalan' })
  const { page, admin, users, search, question, password, goOn, again } = await openLater('desktop')
  await search.fill(user.username)
  await users.locator('mark').first().waitFor()
  await users.getByRole('button', { name: 'Sil' }).click()
  await question.getByRole('button', { name: 'Sil' }).click()
  await again.waitFor()
  await panel.db.deleteFrom('sessions').where('user_id', '=', admin.id).execute()
  await password.fill(admin.password)
  await goOn.click()
  await page.getByText('Oturum sona erdi. Devam etmek için yeniden giriş yapın.').waitFor()
  expect(await sessionsOf(panel.db, admin)).toEqual([])
})
