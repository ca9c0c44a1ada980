import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'

import { suspendShop } from '#server/admin/shops.ts'
import { AUTH_ADMIN } from '#shared/options.ts'
import { type Screen, requestsDone, testBrowser } from '#tests/support/screens/browser.ts'
import { spend } from '#tests/support/rows/expense.ts'
import { item, pack, price } from '#tests/support/rows/items.ts'
import { save } from '#tests/support/rows/kayit.ts'
import { chooseMore } from '#tests/support/screens/more-menu.ts'
import { enter, setNoticeCookies, testPanel } from '#tests/support/panel/panel.ts'
import { buildMember } from '#tests/support/rows/staff.ts'
import { kayitPage } from '#tests/support/screens/kayit-page.ts'
import { openTitles, turnedParts } from '#tests/support/screens/turned-parts.ts'

/* Names written from right to left do not reorder the Turkish words, numbers and amounts beside them. */

const panel = await testPanel()
const browser = testBrowser()

const ARABIC = 'محمد الأحمد'
const HEBREW = 'דוד כהן'
const WORDS = {
  company: 'ورشة محمد',
  make: 'تويوتا',
  model: 'كورولا',
  plate: 'אב 12 345',
  complaint: 'يوجد صوت',
  work: 'تغيير الزيت',
  note: 'خاص',
  status: 'جاهز',
  filter: 'فلتر الزيت',
  disc: 'דיסק',
  rent: 'إيجار',
  place: 'المحل',
  balance: 'موازنة',
  package: 'حزمة',
}
const TYPED = [ARABIC, HEBREW, ...Object.values(WORDS)]

/** Opens a shop whose typed texts are Arabic and Hebrew. */
async function openShop(screen: Screen = 'desktop') {
  const names = { company_name: WORDS.company, name_surname: ARABIC }
  const user = await panel.user({ auth: AUTH_ADMIN, ...names })
  const texts = { musteri_talebi: WORDS.complaint, aciklama: WORDS.work, private_note: WORDS.note }
  const islemler = [item(WORDS.filter, 1250, 2), item(WORDS.disc, 0)]
  const car = { plaka: '34 ABC 123', arac_marka: WORDS.make, arac_model: WORDS.model, km_bilgisi: 120_000 }
  const person = { musteri_adi_soyadi: ARABIC, musteri_tel: '0532 111 22 33' }
  const info = { ...texts, ...car, ...person, durum: WORDS.status, giris_tarihi: '2026-11-20' }
  const { id } = await save(user.ctx, { info, islemler })
  await save(user.ctx, { info: { ...texts, musteri_adi_soyadi: HEBREW, plaka: WORDS.plate }, islemler })
  const changed = { ...info, aciklama: WORDS.note }
  await save(user.ctx, {
    id,
    info: changed,
    islemler: [item(WORDS.filter, 2000), item(WORDS.disc, 0), item(WORDS.balance, 0)],
  })
  await spend(user.ctx, { title: WORDS.rent, note: WORDS.place })
  await price(user.ctx, { name: WORDS.balance, price_kurus: 50_000 })
  await pack(user.ctx, { name: WORDS.package, items: islemler })
  await buildMember(panel.db, user, { name_surname: HEBREW })
  const page = await browser.open({ address: panel.address, screen })
  await enter(page, panel, user)
  return { page, user, id }
}

async function openAt(page: Page, path: string) {
  await page.goto(path)
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await requestsDone(page)
}

/** Returns the reordered parts of the screen, once a typed text is on it. */
async function turnedBeside(page: Page, shown: string): Promise<string[]> {
  await page.getByText(shown).filter({ visible: true }).first().waitFor()
  return [...(await turnedParts(page, TYPED)), ...(await openTitles(page, TYPED))]
}

const SCREENS = {
  dashboard: ARABIC,
  books: HEBREW,
  vehicles: ARABIC,
  customers: HEBREW,
  expense: WORDS.place,
  changes: WORDS.filter,
  'settings?tab=prices': WORDS.balance,
  'settings?tab=staff': HEBREW,
  admin: WORDS.company,
  'admin?tab=shops': WORDS.company,
  stats: WORDS.filter,
}

test.each(['phone', 'desktop'] as const)(
  'right-to-left names do not reorder any screen, on a %s',
  async (screen) => {
    const { page, id } = await openShop(screen)
    for (const [path, shown] of Object.entries(SCREENS)) {
      await openAt(page, path)
      expect([path, await turnedBeside(page, shown)]).toEqual([path, []])
    }
    await openAt(page, `book/${id}`)
    expect(['record', await turnedBeside(page, ARABIC)]).toEqual(['record', []])
    const { customer_id, vehicle_id } = await panel.db
      .selectFrom('kayit')
      .select(['customer_id', 'vehicle_id'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    for (const path of [`customer/${customer_id}`, `vehicle/${vehicle_id}`]) {
      await openAt(page, path)
      await page.locator('main summary').first().click()
      expect([path, await turnedBeside(page, WORDS.filter)]).toEqual([path, []])
    }
  },
)

test('right-to-left names do not reorder the search, questions and messages', async () => {
  const { page, id } = await openShop()
  await openAt(page, 'books')
  await page.keyboard.press('Control+K')
  await page.getByRole('combobox', { name: 'Her yerde ara' }).fill(ARABIC)
  await page.getByRole('option').filter({ hasText: '1 geliş' }).first().waitFor()
  expect(['search', await turnedBeside(page, ARABIC)]).toEqual(['search', []])
  await page.keyboard.press('Escape')

  const question = page.getByRole('alertdialog')
  const row = page.locator('main tbody tr').filter({ hasText: HEBREW })
  await row.getByRole('button', { name: 'Sil' }).click()
  await question.getByText(HEBREW).waitFor()
  expect(['deletion', await turnedBeside(page, HEBREW)]).toEqual(['deletion', []])
  await question.getByRole('button', { name: 'Sil' }).click()
  await page.getByRole('button', { name: 'Geri al' }).waitFor()
  await openAt(page, 'changes?tab=trash')
  expect(['trash', await turnedBeside(page, HEBREW)]).toEqual(['trash', []])

  await openAt(page, 'expense')
  await page.getByRole('button', { name: /^Sil/ }).first().click()
  await question.getByText('₺').waitFor()
  expect(['expense', await turnedBeside(page, WORDS.rent)]).toEqual(['expense', []])
  expect(await question.textContent()).toContain(`\u2068${WORDS.rent}\u2069 – ₺`)

  await openAt(page, 'settings?tab=staff')
  await page.getByRole('button', { name: /^Hesabı kapat/ }).click()
  await question.getByText('artık giriş yapamaz').waitFor()
  expect(['staff', await turnedBeside(page, HEBREW)]).toEqual(['staff', []])

  await openAt(page, `book/${id}`)
  await page.getByRole('button', { name: 'PDF', exact: true }).click()
  await question.getByText(WORDS.disc).waitFor()
  expect(['unpriced', await turnedBeside(page, WORDS.disc)]).toEqual(['unpriced', []])
  expect(await question.textContent()).toContain(`\u2068${WORDS.disc}\u2069, \u2068${WORDS.balance}\u2069`)
  await question.getByRole('button', { name: 'Vazgeç' }).click()
  await kayitPage(page).addPackage(WORDS.package)
  await page.getByText(' eklendi: 2 işlem.').waitFor()
  expect(['message', await turnedBeside(page, WORDS.package)]).toEqual(['message', []])

  const { customer_id } = await panel.db
    .selectFrom('kayit')
    .select('customer_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  await openAt(page, `customer/${customer_id}`)
  await chooseMore(page, 'Birleştir')
  await page.getByRole('dialog').getByText('altında görünür').waitFor()
  expect(['merge', await turnedBeside(page, ARABIC)]).toEqual(['merge', []])
})

test('a right-to-left reason of a suspension does not reorder the sentences around it', async () => {
  const admin = await panel.user({ auth: AUTH_ADMIN })
  const shop = await panel.user({ company_name: 'Durgun Oto' })
  await suspendShop(admin.ctx, { id: shop.id, reason: `${WORDS.rent} 2026` })
  const page = await browser.open({ address: panel.address, expectedErrors: [/status of 400/] })
  await setNoticeCookies(page, panel.address)
  await page.goto('')
  await page.getByLabel('Kullanıcı adı').fill(shop.username)
  await page.getByLabel('Parola', { exact: true }).fill(shop.password)
  await page.getByRole('button', { name: 'Giriş yap' }).click()
  const told = page.getByText('Hesabınız geçici olarak durduruldu.').first()
  await told.waitFor()
  expect(await turnedParts(page, [`${WORDS.rent} 2026`])).toEqual([])
  expect(await told.textContent()).toContain(`\u2068${WORDS.rent} 2026\u2069. Kayıtlarınız duruyor.`)

  await enter(page, panel, admin)
  await openAt(page, 'admin?tab=shops&state=suspended')
  await page.getByRole('button', { name: 'Aç: Durgun Oto' }).click()
  const since = page.getByText('tarihinde durduruldu.')
  await since.waitFor()
  expect(await turnedParts(page, [`${WORDS.rent} 2026`])).toEqual([])
  expect(await since.textContent()).toContain(`durduruldu. \u2068${WORDS.rent} 2026\u2069`)
})
