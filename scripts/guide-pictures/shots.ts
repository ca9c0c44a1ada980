// The pictures of the guide. Each follows the steps that its page describes, so a changed screen stops the command.
import type { Page } from 'playwright-core'

import { around } from './camera.ts'
import { MONEY_SHOTS } from './money-shots.ts'
import { button, dialog, type Facts, region, type Shot, top } from './shot.ts'

async function openSettings(page: Page, card: string, tab = 'company') {
  await page.goto(`settings?tab=${tab}`)
  const shown = region(page, card)
  await shown.waitFor()
  await shown.scrollIntoViewIfNeeded()
  return shown
}

/** Opens the form of a new record without the draft of an earlier picture. */
async function startRecord(page: Page, plate: string) {
  await page.goto('feedbacks')
  await page.evaluate(() => localStorage.clear())
  await page.goto('book/0')
  await page.getByLabel('Plaka').fill(plate)
}

async function startKnownCar(page: Page, plate: string) {
  await startRecord(page, plate)
  await button(page, 'Bilgileri getir').waitFor()
}

const SCREEN_SHOTS: Shot[] = [
  {
    name: 'anasayfa',
    screen: 'whole',
    show: async (page) => {
      await page.goto('dashboard')
      await region(page, 'Serviste').getByRole('link').nth(3).waitFor()
      await region(page, 'Bu ay').locator('svg').waitFor()
      return top(665)
    },
  },
  {
    name: 'kayitlar',
    screen: 'whole',
    show: async (page) => {
      await page.goto('books')
      await page.locator('main tbody tr').first().waitFor()
      return top(640)
    },
  },
  {
    name: 'arac',
    screen: 'whole',
    show: async (page, { plate }) => {
      await page.goto(`vehicles?q=${encodeURIComponent(plate)}`)
      await page.locator('main tbody a').first().click()
      await region(page, 'Gelişler').locator('li').first().waitFor()
      return top(640)
    },
  },
  {
    name: 'istatistikler',
    screen: 'whole',
    show: async (page) => {
      await page.goto('stats')
      await page.locator('main figure svg').first().waitFor()
      return top(580)
    },
  },
]

const RECORD_SHOTS: Shot[] = [
  {
    name: 'bilinen-arac',
    screen: 'part',
    show: async (page, { plate }) => {
      await startKnownCar(page, plate)
      const card = await around([region(page, 'Müşteri ve araç')])
      const last = await around([page.getByLabel('Müşteri Talebi')], 16)
      return { ...card, height: last.y + last.height - card.y }
    },
  },
  {
    name: 'islemler',
    screen: 'part',
    show: async (page, { recordId }) => {
      await page.goto(`book/${recordId}`)
      const items = region(page, 'İşlemler')
      await items.getByRole('textbox').first().waitFor()
      return items
    },
  },
  {
    name: 'kabul',
    screen: 'part',
    show: async (page, { intakeId }) => {
      await page.goto(`book/${intakeId}`)
      await button(page, 'Diğer işlemler').click()
      await button(page, 'Araç kabul').click()
      await dialog(page).getByText('İmzalandı: ').waitFor()
      await page.evaluate(() => (document.activeElement as HTMLElement).blur())
      return { ...(await around([dialog(page)], 0)), height: 430 }
    },
  },
  {
    name: 'teklifler',
    screen: 'whole',
    show: async (page) => {
      await page.goto('books?stage=quote')
      await page.locator('main tbody tr').nth(5).waitFor()
      return top(560)
    },
  },
  {
    name: 'randevular',
    screen: 'whole',
    show: async (page) => {
      await page.goto('books/appointments')
      await page
        .getByRole('button', { name: /^(Pazartesi|Salı|Çarşamba) .* dakika/ })
        .first()
        .waitFor()
      return top(660)
    },
  },
  {
    name: 'disa-aktar',
    screen: 'part',
    show: async (page) => {
      await page.goto('books')
      await page.locator('main tbody tr').first().waitFor()
      const opener = button(page, 'Dışa aktarma seçenekleri')
      await opener.click()
      const first = page.getByRole('link', { name: /dökümü: CSV$/ })
      await first.waitFor()
      const box = await around([opener, first], 0)
      return { x: 740, y: 68, width: 540, height: box.y + box.height - 40 }
    },
  },
  {
    name: 'telefon-kayit',
    screen: 'phone',
    show: async (page, { plate }) => {
      await startKnownCar(page, plate)
      return undefined
    },
  },
  {
    name: 'baglanti-yok',
    screen: 'phone',
    show: async (page) => {
      await startRecord(page, '16 KZ 482')
      await page.getByLabel('Müşteri Adı Soyadı').fill('Gülşah Aydın')
      await page.getByLabel('Müşteri Talebi').fill('Fren sesi')
      await page.context().setOffline(true)
      await page.locator('[data-bar="action"]').getByRole('button', { name: 'Kaydet', exact: true }).click()
      await page.getByText('Bu cihazda saklandı.').waitFor()
      await page.getByText('Bağlantı yok.').waitFor()
      await page.evaluate(() => scrollTo(0, 0))
      return { x: 0, y: 0, width: 360, height: 400 }
    },
  },
]

const SETTINGS_SHOTS: Shot[] = [
  {
    name: 'firma-bilgileri',
    screen: 'part',
    show: async (page) => openSettings(page, 'Genel'),
  },
  {
    name: 'fiyat-listesi',
    screen: 'part',
    show: async (page) => {
      const prices = await openSettings(page, 'Fiyat listesi', 'prices')
      const packages = region(page, 'Hazır paketler')
      await packages.getByRole('listitem').first().waitFor()
      await packages.scrollIntoViewIfNeeded()
      return around([prices, packages])
    },
  },
  {
    name: 'calisan',
    screen: 'part',
    show: async (page) => {
      const card = await openSettings(page, 'Çalışanlar', 'staff')
      await card.getByRole('button', { name: 'Yeni çalışan' }).click()
      await dialog(page).getByLabel('Ad soyad').fill('Hasan Usta')
      await dialog(page).getByLabel('Kullanıcı adı').fill('hasan')
      await dialog(page).getByLabel('Yetki').selectOption({ label: 'Usta' })
      return dialog(page)
    },
  },
  {
    name: 'iki-adim',
    screen: 'part',
    show: async (page) => {
      const card = await openSettings(page, 'İki adımlı doğrulama', 'account')
      await card.getByRole('button', { name: 'İki adımlı doğrulamayı aç' }).click()
      await card.getByRole('img').waitFor()
      return card
    },
  },
]

const OTHER_SHOTS: Shot[] = [
  {
    name: 'cop-kutusu',
    screen: 'narrow',
    show: async (page) => {
      await page.goto('changes?tab=trash')
      const trash = region(page, 'Son 30 günde silinenler')
      await trash.getByRole('listitem').first().waitFor()
      return trash
    },
  },
  {
    name: 'kisisel-veriler',
    screen: 'part',
    show: async (page) => {
      await page.goto('customers')
      await page.locator('main tbody a').first().click()
      await button(page, 'Diğer işlemler').click()
      await button(page, 'Kişisel veriler').click()
      await dialog(page).getByRole('button', { name: 'PDF indir' }).waitFor()
      return dialog(page)
    },
  },
]

/** Pictures of the shop's screens, in an order in which none changes what a later one shows. */
export const SHOTS: readonly Shot[] = [
  ...SCREEN_SHOTS,
  ...RECORD_SHOTS,
  ...SETTINGS_SHOTS,
  ...MONEY_SHOTS,
  ...OTHER_SHOTS,
]

/** The picture of an administrator's screen. */
export const ADMIN_SHOT: Shot = {
  name: 'kullanici',
  screen: 'part',
  show: async (page) => {
    await page.goto('admin')
    await button(page, 'Yeni kullanıcı').click()
    await dialog(page).getByLabel('Kullanıcı adı').fill('yildizoto')
    await dialog(page).getByLabel('E-posta').fill('yildizoto@example.com')
    await dialog(page).getByLabel('Firma adı').fill('Yıldız Oto')
    return dialog(page)
  },
}

/** Fills in what the demo lacks, by the steps of the guide: prices, a package, and deleted records. */
export async function prepareShop(page: Page, { recordId }: Facts): Promise<void> {
  await openSettings(page, 'Fiyat listesi', 'prices')
  for (const [name, price] of PRICES) {
    await button(page, 'Yeni fiyat').click()
    await dialog(page).getByLabel('İşlem adı').fill(name)
    await dialog(page).getByLabel('Fiyat').fill(price)
    await button(page, 'Kaydet').last().click()
    await dialog(page).waitFor({ state: 'detached' })
  }
  await page.goto(`book/${recordId}`)
  await button(page, 'Diğer işlemler').click()
  await page.getByText('Bu işlemleri paket yap…').click()
  await dialog(page).getByLabel('Paketin adı').fill('Periyodik bakım')
  await dialog(page).getByRole('button', { name: 'Kaydet' }).click()
  await dialog(page).waitFor({ state: 'detached' })
  await page.goto('books')
  for (let count = 0; count < 2; count++) {
    await page.locator('main tbody').getByRole('button', { name: 'Sil', exact: true }).nth(4).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Sil' }).click()
    await page.getByRole('alertdialog').waitFor({ state: 'detached' })
  }
}

const PRICES = [
  ['Motor yağı değişimi', '2.450,00'],
  ['Ön fren balatası', '3.200,00'],
  ['Rot balans', '1.100,00'],
] as const
