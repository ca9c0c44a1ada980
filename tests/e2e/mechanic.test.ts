import type { Locator, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'

import { getKayit } from '#server/kayit/operations.ts'
import { saveMember } from '#server/staff/operations.ts'
import { type Screen, expectAccessible, requestsDone, testBrowser } from '#tests/support/screens/browser.ts'
import { kayitPage } from '#tests/support/screens/kayit-page.ts'
import { type TestUser, userCtx } from '#tests/support/rows/factories.ts'
import { enter, setNoticeCookies, testPanel } from '#tests/support/panel/panel.ts'
import { canaryShop, pricesIn } from '#tests/support/security/price-canary.ts'
import { CANARY } from '#tests/support/rows/shop-rows.ts'
import { acceptNotice, buildMember } from '#tests/support/rows/staff.ts'

const panel = await testPanel()
const browser = testBrowser()

/** Collects everything that the browser receives, as text. */
function bodiesOf(page: Page): () => Promise<string> {
  const bodies: Promise<string>[] = []
  page.on('response', (response) => {
    // A redirect has no body, and neither has a request that the page aborts.
    bodies.push(response.text().catch(() => ''))
  })
  return async () => (await Promise.all(bodies)).join('\n')
}

/** Returns the page's content, including the values of its fields. */
const shownOn = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const fields = [...document.querySelectorAll<HTMLInputElement>('input, textarea, select')]
    return [document.documentElement.outerHTML, ...fields.map(({ value }) => value)].join('\n')
  })

async function login(page: Page, user: TestUser): Promise<void> {
  await acceptNotice(panel.db, user)
  await setNoticeCookies(page, panel.address)
  await page.goto('')
  await page.getByLabel('Kullanıcı adı').fill(user.username)
  await page.getByLabel('Parola', { exact: true }).fill(user.password)
  await page.getByRole('button', { name: 'Giriş yap' }).click()
  await page.getByRole('heading', { name: `Hoş geldiniz, ${user.username}` }).waitFor()
}

const newName = (page: Page) => page.locator('[name="yeni.islem_adi"]')

describe.each(['phone', 'desktop'] as Screen[])('a mechanic on a %s', (screen) => {
  test('works in every screen without receiving an amount, and the prices stay', async () => {
    const { owner, ids, islemler } = await canaryShop(panel.db, new Date())
    const mechanic = await buildMember(panel.db, owner, { role: 'mechanic' })
    // No request of the page may be refused, so no console error is expected.
    const page = await browser.open({ address: panel.address, screen })
    const bodies = bodiesOf(page)
    const seen: string[] = []
    const look = async () => {
      await requestsDone(page)
      seen.push(await shownOn(page))
    }

    await login(page, mechanic)
    await page.getByRole('heading', { name: 'Serviste' }).waitFor()
    expect(await page.getByRole('heading', { name: 'Bu ay', exact: true }).count()).toBe(0)
    const line = page.getByRole('listitem').filter({ hasText: CANARY }).first()
    const columns = () => line.evaluate((row) => getComputedStyle(row).gridTemplateColumns.split(' ').length)
    // There is no column for the amount; a user who sees it has five on a desktop.
    await expect.poll(columns).toBe(screen === 'phone' ? 2 : 4)
    await look()
    await expectAccessible(page)

    await page.goto('books')
    await page.getByText(CANARY).first().waitFor()
    for (const name of ['Sil', 'Dışa aktarma seçenekleri'])
      expect(await page.getByRole('button', { name, exact: true, includeHidden: true }).count()).toBe(0)
    expect(await page.getByText('Tutar', { exact: true }).count()).toBe(0)
    await look()
    await expectAccessible(page)

    await page.goto(`book/${ids.kayit}`)
    await page.getByLabel('Adet, 1. satır').fill('5')
    const edge = async (part: Locator) => {
      const { x, width } = (await part.boundingBox()) ?? { x: 0, width: 0 }
      return x + width
    }
    const item = page.getByRole('row').filter({ has: page.getByLabel('Adet, 1. satır') })
    const last = item.getByRole('button', { name: screen === 'phone' ? 'Tamam' : 'Sil' })
    await expect.poll(async () => (await edge(item)) - (await edge(last))).toBeLessThan(24)
    for (const name of [/PDF/, /paket yap/])
      expect(await page.getByRole('button', { name, includeHidden: true }).count()).toBe(0)
    expect(await page.getByText(/KDV|Fiyat/).count()).toBe(0)
    await newName(page).fill('Kan')
    await page.getByRole('listbox', { name: 'Önceki işlemler' }).getByRole('option').first().waitFor()
    await look()
    await newName(page).fill('Rot balans ayarı')
    // Enter moves from the name to the quantity, and then adds the line.
    await page.keyboard.press('Enter')
    await page.keyboard.type('2')
    await page.keyboard.press('Enter')
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Kaydet', exact: true }).first().click()
    await page.getByText('Kayıt başarıyla güncellendi.').waitFor()
    await kayitPage(page).openMenu('Geçmiş')
    await page.getByText('Eklendi: 2 × Rot balans ayarı', { exact: true }).waitFor()
    await look()
    await expectAccessible(page)

    for (const path of [
      'vehicles?sort=total',
      `vehicle/${ids.vehicle}`,
      'customers',
      `customer/${ids.customer}`,
    ]) {
      await page.goto(path)
      await page.getByText(CANARY).first().waitFor()
      expect(await page.getByText('Tutar', { exact: true }).count()).toBe(0)
      const more = page.getByRole('button', { name: 'Diğer işlemler', exact: true })
      if ((await more.count()) > 0) await more.click()
      expect(await page.getByRole('link', { name: /geçmişi \(/ }).count()).toBe(0)
      await look()
      await expectAccessible(page)
    }
    await page.keyboard.press('Control+K')
    const search = page.getByRole('dialog')
    await search.getByRole('combobox').fill(CANARY)
    await search.getByRole('option').first().waitFor()
    await look()
    for (const path of ['expense', 'stats', 'changes']) {
      await page.goto(path)
      await page.getByText('Bu sayfayı görme yetkiniz yok.').waitFor()
    }
    await page.goto('settings')
    await page.getByRole('region', { name: 'Açık oturumlar' }).waitFor()
    expect(await page.getByRole('navigation', { name: 'Ayar bölümleri' }).getByRole('link').count()).toBe(1)
    for (const tab of ['company', 'prices', 'staff', 'yok']) {
      await page.goto(`settings?tab=${tab}`)
      await page.getByRole('region', { name: 'Açık oturumlar' }).waitFor()
      for (const name of ['Genel', 'Fiyat listesi', 'Hazır paketler', 'Çalışanlar'])
        expect(await page.getByRole('region', { name, exact: true }).count()).toBe(0)
      for (const name of ['Geçmiş', 'Çöp kutusu', 'Kişisel veriler'])
        expect(await page.getByRole('main').getByRole('link', { name, exact: true }).count()).toBe(0)
    }
    await look()

    expect(pricesIn(seen.join('\n'))).toEqual([])
    expect(pricesIn(await bodies())).toEqual([])

    const [first, second] = islemler
    const { islemler: after } = await getKayit(userCtx(panel.db, owner), { kayit_id: ids.kayit })
    expect(after).toEqual([
      { ...first, islem_adet: 5 },
      second,
      { id: after[2]?.id, islem_adi: 'Rot balans ayarı', islem_adet: 2, fiyat_kurus: 0 },
    ])
  })

  test('prints without prices', async () => {
    const { owner, ids } = await canaryShop(panel.db, new Date())
    const page = await browser.open({ address: panel.address, screen })
    await enter(page, panel, await buildMember(panel.db, owner, { role: 'mechanic' }))
    await page.goto(`book/${ids.kayit}`)
    await page.getByLabel('Adet, 1. satır').waitFor()
    await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')))
    await page.emulateMedia({ media: 'print' })
    const sheet = page.getByRole('article')
    await sheet.getByText('Fren balatası').waitFor()
    expect(await sheet.getByRole('columnheader').allTextContents()).toEqual(['İşlem', 'Adet'])
    expect(await sheet.getByText('Toplam').count()).toBe(0)
  })
})

test('after a mechanic’s save the owner sees the prices and a mark at the missing one, and the search finds such records', async () => {
  const { owner, ids } = await canaryShop(panel.db, new Date())
  const mechanic = await buildMember(panel.db, owner, { role: 'mechanic' })
  const writer = await browser.open({ address: panel.address })
  await enter(writer, panel, mechanic)
  await writer.goto(`book/${ids.kayit}`)
  await newName(writer).fill('Silecek')
  await writer.getByRole('button', { name: 'Ekle', exact: true }).click()
  await writer.keyboard.press('Control+S')
  await writer.getByText('Kayıt başarıyla güncellendi.').waitFor()

  const page = await browser.open({ address: panel.address })
  const bodies = bodiesOf(page)
  await enter(page, panel, owner)
  await page.goto(`book/${ids.kayit}`)
  await page.getByPlaceholder('fiyat yazın').waitFor()
  expect(await page.getByPlaceholder('fiyat yazın').count()).toBe(1)
  await requestsDone(page)
  expect(pricesIn(await shownOn(page))).not.toEqual([])
  expect(pricesIn(await bodies())).not.toEqual([])
  await page.getByLabel('Fiyat (KDV hariç), 3. satır').fill('100')
  await page.keyboard.press('Control+S')
  await page.getByText('Kayıt başarıyla güncellendi.').waitFor()
  expect(await page.getByPlaceholder('fiyat yazın').count()).toBe(0)
})

test('a user who becomes a mechanic with an open record logs in again, and continues without prices', async () => {
  const { owner, ids, islemler } = await canaryShop(panel.db, new Date())
  const member = await buildMember(panel.db, owner)
  await acceptNotice(panel.db, member)
  const page = await browser.open({ address: panel.address, expectedErrors: [/status of 401/] })
  await enter(page, panel, member)
  await page.goto(`book/${ids.kayit}`)
  await page.getByLabel('Fiyat (KDV hariç), 1. satır').fill('1')
  await page.getByLabel('Adet, 2. satır').fill('7')
  const as = userCtx(panel.db, owner, { now: new Date() })
  await saveMember(as, { id: member.id, role: 'mechanic', new_password: '' })
  await page.keyboard.press('Control+S')
  const dialog = page.getByRole('dialog', { name: 'Oturum sona erdi' })
  await dialog.getByLabel('Parola', { exact: true }).fill(member.password)
  await page.keyboard.press('Enter')
  await page.getByText('Kayıt başarıyla güncellendi.').waitFor()
  await page.getByLabel('Fiyat (KDV hariç), 1. satır').waitFor({ state: 'detached' })
  expect(await page.getByRole('button', { name: /PDF/ }).count()).toBe(0)
  const { islemler: after } = await getKayit(as, { kayit_id: ids.kayit })
  expect(after).toEqual([islemler[0], { ...islemler[1], islem_adet: 7 }])
})

test('a user who becomes a mechanic with a new record is offered no document of it', async () => {
  const { owner } = await canaryShop(panel.db)
  const member = await buildMember(panel.db, owner)
  await acceptNotice(panel.db, member)
  const page = await browser.open({ address: panel.address, expectedErrors: [/status of 401/] })
  await enter(page, panel, member)
  await page.goto('book/0')
  await page.getByLabel('Plaka').first().fill('34 US 10')
  await page.getByLabel('Müşteri Adı Soyadı').fill('Yeni Müşteri')
  const as = userCtx(panel.db, owner, { now: new Date() })
  await saveMember(as, { id: member.id, role: 'mechanic', new_password: '' })
  await page.keyboard.press('Control+S')
  const dialog = page.getByRole('dialog', { name: 'Oturum sona erdi' })
  await dialog.getByLabel('Parola', { exact: true }).fill(member.password)
  await page.keyboard.press('Enter')
  await page.getByText('Kayıt başarıyla eklendi.').waitFor()
  expect(await page.getByRole('link', { name: 'KDV’li PDF' }).count()).toBe(0)
})

test('the owner makes a member a mechanic, and reads the member’s rights', async () => {
  const { owner } = await canaryShop(panel.db, new Date())
  const member = await buildMember(panel.db, owner, { name_surname: 'Mehmet Kaya' })
  const page = await browser.open({ address: panel.address })
  await enter(page, panel, owner)
  await page.goto('settings?tab=staff')
  await page.getByRole('button', { name: 'Düzenle: Mehmet Kaya' }).click()
  const dialog = page.getByRole('dialog', { name: 'Çalışanı düzenle' })
  await dialog.getByText(/^Kayıtlar, araçlar, müşteriler ve fiyatlarla çalışır/).waitFor()
  await dialog.getByLabel('Yetki').selectOption('Usta')
  await dialog.getByText(/Hiçbir fiyatı, tutarı ve PDF belgesini göremez/).waitFor()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Kaydet' }).click()
  await page.getByText('Çalışan kaydedildi.').waitFor()
  await page.getByRole('region', { name: 'Çalışanlar' }).getByText('Usta', { exact: true }).waitFor()
  const stored = await panel.db
    .selectFrom('users')
    .where('id', '=', member.id)
    .select('role')
    .executeTakeFirst()
  expect(stored).toEqual({ role: 'mechanic' })
})
