import { describe, expect, test } from 'vitest'

import { lostAnswer } from '#tests/support/screens/broken-answer.ts'
import { testBrowser } from '#tests/support/screens/browser.ts'
import {
  expectAccessibleWhole,
  kayitScreen,
  storedItems,
  storedRecords,
  untilKept,
} from '#tests/support/screens/kayit-page.ts'
import { eventually } from '#tests/support/screens/eventually.ts'
import { build, save } from '#tests/support/rows/kayit.ts'
import { testPanel } from '#tests/support/panel/panel.ts'

const panel = await testPanel()
const openAs = kayitScreen(panel, testBrowser())

describe('one form creates one record', () => {
  test('a double click creates one record', async () => {
    const user = await panel.user()
    const { page, field, saveAtTop } = await openAs(user, 0)
    await field('Müşteri Adı Soyadı').fill('Ayşe')
    await field('Plaka').fill('34 ABC 123')
    await saveAtTop.dblclick()
    await page.waitForURL('**/books')
    expect(await storedRecords(panel.db, user)).toHaveLength(1)
  })

  test('a retry after a lost response creates one record, even after a reload', async () => {
    const user = await panel.user()
    const { page, field, value, addItem, saveAtTop } = await openAs(user, 0, [/ERR_FAILED/])
    await page.route('**/kayit.save*', lostAnswer)
    await field('Müşteri Adı Soyadı').fill('Ayşe')
    await field('Plaka').fill('34 ABC 123')
    await addItem('Akü', '100')
    await saveAtTop.click()
    await page.getByText('Bu cihazda saklandı.').waitFor()
    expect(await value('Plaka')).toBe('34 ABC 123')

    await page.unroute('**/kayit.save*')
    await page.reload()
    await page.getByRole('button', { name: 'Taslağı geri yükle' }).click()
    await saveAtTop.click()
    await page.waitForURL('**/books')
    expect(await storedRecords(panel.db, user)).toHaveLength(1)
    expect(await storedItems(panel.db, user)).toEqual([['Akü', 1, 12_000]])
  })
})

test('a change whose response was lost is saved by a retry without a conflict', async () => {
  const user = await panel.user()
  const { kayit } = await build(user.ctx)
  const { page, field, saveAtTop } = await openAs(user, kayit.id, [/ERR_FAILED/])
  await page.route('**/kayit.save*', lostAnswer, { times: 1 })
  await field('Plaka').fill('34 YENI 1')
  await saveAtTop.click()
  await page.getByRole('alert').getByText('Sunucuya bağlanırken bir hata oluştu.').waitFor()
  await saveAtTop.click()
  await page.getByText('Kayıt başarıyla güncellendi.').waitFor()
  expect(await page.getByText('Bu kayıt siz düzenlerken değiştirildi.').count()).toBe(0)
  expect(await storedRecords(panel.db, user)).toMatchObject([{ plaka: '34 YENI 1', version: 2 }])
})

describe('the draft of a record', () => {
  test('a draft restores everything after a reload and is deleted after a save', async () => {
    const user = await panel.user()
    const { page, field, value, addItem, adding, rows, saveAtTop } = await openAs(user, 0)
    await field('Plaka').fill('34 ABC 123')
    await field('Müşteri Talebi').fill('Fren sesi\nve titreme')
    await addItem('Akü', '100,05', { kdvDahil: true })
    await adding.name.fill('Yarım kal')
    await adding.price.fill('12,5')
    await untilKept(page, 'Yarım kal')

    await page.reload()
    await page.getByText('Taslak var').waitFor()
    await expectAccessibleWhole(page)
    expect(await value('Plaka')).toBe('')
    await page.getByRole('button', { name: 'Taslağı geri yükle' }).click()
    expect(await value('Plaka')).toBe('34 ABC 123')
    expect(await value('Müşteri Talebi')).toBe('Fren sesi\nve titreme')
    expect(await rows.count()).toBe(1)
    expect(await adding.name.inputValue()).toBe('Yarım kal')
    expect(await adding.price.inputValue()).toBe('12,50')

    await field('Müşteri Adı Soyadı').fill('Ayşe')
    await saveAtTop.click()
    await page.waitForURL('**/books')
    expect(await storedItems(panel.db, user)).toEqual([
      ['Akü', 1, 10_005],
      ['Yarım kal', 1, 1_250],
    ])
    await page.getByRole('link', { name: 'Yeni kayıt' }).click()
    await field('Plaka').waitFor()
    expect(await page.getByText('Taslak var').count()).toBe(0)
  })

  test('a draft can be discarded', async () => {
    const { page, field } = await openAs(await panel.user(), 0)
    await field('Marka').fill('Tofaş')
    await untilKept(page, 'Tofaş')
    await page.reload()
    await page.getByRole('button', { name: 'Taslağı sil' }).click()
    await page.getByText('Taslak var').waitFor({ state: 'detached' })
    expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain('Tofaş')
  })

  test('a logout asks first and deletes the draft', async () => {
    const { page, field, value } = await openAs(await panel.user(), 0)
    await page.clock.install()
    await field('Marka').fill('Tofaş')
    await untilKept(page, 'Tofaş')
    await page.getByRole('link', { name: 'Çıkış' }).click()
    const question = page.getByRole('alertdialog', { name: 'Kaydedilmemiş değişiklikler var.' })
    await question.getByRole('button', { name: 'Sayfada kal' }).click()
    expect(await value('Marka')).toBe('Tofaş')
    await page.getByRole('link', { name: 'Çıkış' }).click()
    await question.getByRole('button', { name: 'Çıkış yap' }).click()
    await page.getByRole('button', { name: 'Giriş yap' }).waitFor()
    // A pending write would happen during this time.
    await page.clock.runFor(2_000)
    expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain('Tofaş')
  })

  test('a draft stays when the user confirms leaving the screen', async () => {
    const { page, field, value } = await openAs(await panel.user(), 0)
    await field('Marka').fill('Tofaş')
    const question = page.getByRole('alertdialog', { name: 'Kaydedilmemiş değişiklikler var.' })
    await page.getByRole('button', { name: 'Geri' }).click()
    await expectAccessibleWhole(page)
    await question.getByRole('button', { name: 'Sayfada kal' }).click()
    expect(await value('Marka')).toBe('Tofaş')
    await page.getByRole('button', { name: 'Geri' }).click()
    await question.getByRole('button', { name: 'Ayrıl' }).click()
    await page.waitForURL('**/books')
    await page.getByRole('link', { name: 'Yeni kayıt' }).click()
    await page.getByRole('button', { name: 'Taslağı geri yükle' }).click()
    expect(await value('Marka')).toBe('Tofaş')
  })
})

test('a session that expires during typing asks for the password and continues the save', async () => {
  const user = await panel.user()
  const { page, field, saveAtTop } = await openAs(user, 0, [/status of 40[01]/])
  await field('Müşteri Adı Soyadı').fill('Ayşe')
  await field('Plaka').fill('34 ABC 123')
  await panel.db.deleteFrom('sessions').where('user_id', '=', user.id).execute()
  await saveAtTop.click()
  const dialog = page.getByRole('dialog', { name: 'Oturum sona erdi' })
  await expectAccessibleWhole(page)
  await dialog.getByLabel('Parola', { exact: true }).fill('yanlış-parola')
  await page.keyboard.press('Enter')
  await dialog.getByText('Kullanıcı adı veya parola hatalı.').waitFor()
  await dialog.getByLabel('Parola', { exact: true }).fill(user.password)
  await page.keyboard.press('Enter')
  await page.waitForURL('**/books')
  expect(await storedRecords(panel.db, user)).toMatchObject([{ musteri_adi_soyadi: 'Ayşe' }])
})

test('text typed during a save stays, and items keep their new ids', async () => {
  const user = await panel.user()
  const { id } = await save(user.ctx)
  const { page, field, value, addItem, cell, saveAtTop, says } = await openAs(user, id)
  await addItem('Akü', '100')
  await page.route(
    '**/kayit.save*',
    async (route) => {
      await field('Açıklama').fill('bu arada')
      await cell('Adet', 1).fill('2')
      await route.continue()
    },
    { times: 1 },
  )
  await saveAtTop.click()
  await says('Kayıt başarıyla güncellendi.')
  const ids = () => panel.db.selectFrom('islem').select('id').where('shop_id', '=', user.id).execute()
  const before = await ids()
  expect(await storedItems(panel.db, user)).toEqual([['Akü', 1, 12_000]])
  await eventually(() => saveAtTop.getAttribute('aria-busy')).toBeNull()
  expect([await value('Açıklama'), await cell('Adet', 1).inputValue()]).toEqual(['bu arada', '2'])

  await saveAtTop.click()
  await eventually(() => storedItems(panel.db, user)).toEqual([['Akü', 2, 12_000]])
  expect(await ids()).toEqual(before)
  expect(await storedRecords(panel.db, user)).toMatchObject([{ aciklama: 'bu arada' }])
})

test('a new record accepts no input while it is stored', async () => {
  const user = await panel.user()
  const { page, field, value, saveAtTop, says } = await openAs(user, 0)
  await field('Müşteri Adı Soyadı').fill('Ayşe')
  await field('Plaka').fill('34 ABC 123')
  const answer = Promise.withResolvers<void>()
  await page.route('**/kayit.save*', async (route) => {
    await answer.promise
    await route.continue()
  })
  await field('Açıklama').fill('önce')
  await page.keyboard.press('Control+s')
  await eventually(() => saveAtTop.getAttribute('aria-busy')).toBe('true')
  await page.keyboard.type(' sonra')
  expect(await value('Açıklama')).toBe('önce')
  answer.resolve()
  await says('Kayıt başarıyla eklendi.')
  expect(await storedRecords(panel.db, user)).toMatchObject([{ aciklama: 'önce' }])
})

test('a refusal does not take the focus from a user who continues typing', async () => {
  const user = await panel.user()
  const { id } = await save(user.ctx)
  const { page, field, value } = await openAs(user, id, [/ERR_FAILED/])
  let pressed: Promise<void> | undefined
  await page.route('**/kayit.save*', async (route) => {
    // A space while Control is still pressed would be a shortcut of the browser.
    await pressed
    await page.keyboard.type(' iki')
    await route.abort()
  })
  await field('Açıklama').fill('bir')
  pressed = page.keyboard.press('Control+s')
  await page.getByRole('alert').getByText('Sunucuya bağlanırken bir hata oluştu.').first().waitFor()
  await page.keyboard.type(' üç')
  expect(await value('Açıklama')).toBe('bir iki üç')
})

test('a refusal shows the message of the server and keeps the typed text', async () => {
  const user = await panel.user()
  const { page, field, value, addItem, rows, saveAtBottom } = await openAs(user, 0, [/status of 400/])
  await field('Müşteri Adı Soyadı').fill('Ayşe')
  await field('Plaka').fill('34 ABC 123')
  await addItem('Motor', '999.999.999,99', { adet: 100_000, kdvDahil: true })
  await saveAtBottom.click()
  await page.getByRole('alert').getByText('Kayıt toplamı en fazla 999.999.999.999,99 olabilir.').waitFor()
  expect([await value('Plaka'), await rows.count()]).toEqual(['34 ABC 123', 1])
  expect(await storedRecords(panel.db, user)).toEqual([])
})

describe('documents of a record with unsaved changes', () => {
  test('a document asks about unsaved changes first', async () => {
    const user = await panel.user()
    const { id } = await save(user.ctx)
    const { page, field, says } = await openAs(user, id)
    const urls: string[] = []
    page.context().on('request', (request) => urls.push(request.url()))
    const documents = () =>
      urls.filter((url) => url.includes('.php')).map((url) => new URL(url).pathname + new URL(url).search)

    await page.getByRole('button', { name: 'PDF', exact: true }).click()
    await eventually(documents).toContain(`/oto-servis/api/createPdf2.php?id=${id}`)
    await page.bringToFront()
    await field('Marka').fill('Fiat')
    await page.getByRole('button', { name: 'KDV’li PDF', exact: true }).click()
    const question = page.getByRole('alertdialog', { name: 'Kaydedilmemiş değişiklikler var.' })
    await expectAccessibleWhole(page)
    await question.getByRole('button', { name: 'Kaydet ve aç' }).click()
    await says('Kayıt başarıyla güncellendi.')
    await eventually(documents).toContain(`/oto-servis/api/createPdf.php?id=${id}`)
    expect(await storedRecords(panel.db, user)).toMatchObject([{ arac_marka: 'Fiat' }])
  })
})

test('Ctrl+S saves from any field and keeps the focus', async () => {
  const user = await panel.user()
  const { id } = await save(user.ctx)
  const { page, field, cell, adding, says } = await openAs(user, id)
  await adding.name.fill('Akü')
  await adding.price.fill('100')
  await page.keyboard.press('Control+s')
  await says('Kayıt başarıyla güncellendi.')
  expect(await cell('İşlem Adı', 1).inputValue()).toBe('Akü')
  expect(await adding.price.inputValue()).toBe('')
  await field('Marka').fill('Fiat')
  await page.keyboard.press('Control+s')
  await eventually(async () => (await storedRecords(panel.db, user))[0]?.arac_marka).toBe('Fiat')
  expect(await field('Marka').evaluate((box) => box === document.activeElement)).toBe(true)
  expect(await storedItems(panel.db, user)).toEqual([['Akü', 1, 12_000]])
})
