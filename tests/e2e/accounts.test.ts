import { expect, test } from 'vitest'

import { saveAccountsStart } from '#server/payment/operations.ts'
import { accountOf, debtsOf, visit } from '#tests/support/rows/accounts.ts'
import { take, takeAccount } from '#tests/support/rows/payment.ts'
import { buildMember } from '#tests/support/rows/staff.ts'
import { type Screen, testBrowser } from '#tests/support/screens/browser.ts'
import { enter, testPanel } from '#tests/support/panel/panel.ts'

const panel = await testPanel()
const browser = testBrowser()

/** A shop in which Ayşe owes 500,00 since October and Mert 800,00 since November. */
async function shop({ screen, expectedErrors = [] }: { screen?: Screen; expectedErrors?: RegExp[] } = {}) {
  const user = await panel.user()
  const { ctx } = user
  await saveAccountsStart(ctx, { start: '2026-01-01' })
  const ayse = await visit(ctx, { day: '2026-10-02' })
  const mert = await visit(ctx, { name: 'Mert Can', plate: '06 MRT 06', total: 80_000 })
  const page = await browser.open({ address: panel.address, expectedErrors, ...(screen && { screen }) })
  await enter(page, panel, user)
  await page.goto('customers')
  const dialog = page.getByRole('dialog')
  return { user, ctx, ayse, mert, page, dialog }
}

test('the debts are listed by amount, filtered by age, and lead to the account', async () => {
  const { page } = await shop()
  await page.getByRole('navigation').getByRole('link', { name: 'Kasa', exact: true }).click()
  await page.getByRole('link', { name: 'Alacaklar' }).click()
  const names = () =>
    page
      .getByRole('table')
      .getByRole('link', { name: /^(Ayşe|Mert)/ })
      .allTextContents()
  await expect.poll(names).toEqual(['Mert Can', 'Ayşe Işık'])
  await page.getByText('Toplam, 2 müşteri').waitFor()
  const age = page.getByRole('button', { name: /^31–60 gün/ })
  await age.click()
  await expect.poll(names).toEqual(['Ayşe Işık'])
  expect(new URL(page.url()).searchParams.get('age')).toBe('1')
  await page.reload()
  await expect.poll(names).toEqual(['Ayşe Işık'])
  await age.click()
  await expect.poll(names).toEqual(['Mert Can', 'Ayşe Işık'])
  await page.getByRole('cell', { name: /06 MRT 06/ }).click()
  await page.getByRole('region', { name: 'Bakiye' }).getByText('₺800').first().waitFor()
  await page.getByRole('row', { name: /Fren balatası \(\+1\) 06 MRT 06/ }).waitFor()
})

test('the printed debts say that the paper has one page of them', async () => {
  const { page, ctx } = await shop()
  for (let index = 0; index < 19; index++)
    await visit(ctx, { name: `Müşteri ${'ABCDEFGHIJKLMNOPRST'[index]}`, plate: `34 YZD ${100 + index}` })
  await page.goto('cash/debts')
  const note = page.getByText(/Tamamı için “Dışa aktar” ile PDF alın\.$/)
  await note.waitFor({ state: 'attached' })
  expect(await note.isVisible()).toBe(false)
  await page.emulateMedia({ media: 'print' })
  await note.waitFor()
  expect(await note.textContent()).toContain('Bu kâğıtta 20 müşteri var; listenin tamamı 21 müşteri.')
  await page.emulateMedia({ media: 'screen' })
  await page
    .getByRole('button', { name: /^90 günü geçen|^31–60 gün/ })
    .first()
    .click()
  await note.waitFor({ state: 'detached' })
})

test('money on account pays the whole balance with two keys, and a lost response pays it once', async () => {
  const { page, ctx, ayse, dialog } = await shop({ expectedErrors: [/net::ERR_FAILED/] })
  await page.goto(`customer/${ayse.customer_id}`)
  let lost = 0
  await page.route(/trpc\/payment\.takeOnAccount/, async (route) => {
    await route.fetch()
    lost += 1
    await (lost === 1 ? route.abort() : route.continue())
  })
  await page.getByRole('button', { name: 'Tahsilat al' }).click()
  const amount = dialog.getByLabel('Tutar')
  await page.locator(':focus').and(amount).waitFor()
  expect(await amount.inputValue()).toBe('500,00')
  await page.keyboard.press('n')
  await dialog.getByText(/^Yanıt gelmedi/).waitFor()
  // The key of the lost call outlives the dialog.
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Tahsilat al' }).click()
  await page.locator(':focus').and(amount).waitFor()
  await page.keyboard.press('n')
  await dialog.waitFor({ state: 'detached' })
  await page.getByText('borcu yok').waitFor()
  const account = await accountOf(ctx, ayse.customer_id)
  expect(account.balance_kurus).toBe(0)
  expect(account.lines.map(({ kind }) => kind)).toEqual(['record', 'payment'])
})

test('a payment is cancelled with its reason, and one on account is assigned to a record', async () => {
  const { page, ctx, ayse, dialog } = await shop()
  const { customer_id } = ayse
  await takeAccount(ctx, { customer_id, amount_kurus: 20_000, day: '2026-11-01' })
  await takeAccount(ctx, { customer_id, amount_kurus: 10_000, day: '2026-11-02', method: 'card' })
  await page.goto(`customer/${customer_id}`)
  await page.getByRole('button', { name: /^Diğer işlemler: .* Kart$/ }).click()
  await page.getByRole('button', { name: 'İptal et' }).click()
  await dialog.getByLabel('Neden').fill('Yanlış kart')
  await dialog.getByRole('button', { name: 'İptal et' }).click()
  await page.getByText('iptal edildi: Yanlış kart').waitFor()
  await page.getByRole('button', { name: /^Diğer işlemler: .* Nakit$/ }).click()
  await page.getByRole('button', { name: 'Bir kayda say' }).click()
  await dialog.getByRole('button', { name: /34 AYS 34/ }).click()
  await page.getByText('Tahsilat kayda sayıldı.').waitFor()
  const { balance_kurus, open_records } = await accountOf(ctx, customer_id)
  expect([balance_kurus, open_records[0]?.paid_kurus]).toEqual([30_000, 20_000])
})

test('the owner enters an opening balance; the desk does not see the entry, and a mechanic no account', async () => {
  const { page, ctx, user, mert, dialog } = await shop()
  await page.goto(`customer/${mert.customer_id}`)
  await page.getByRole('button', { name: 'Hesabın diğer işlemleri' }).click()
  await page.getByRole('button', { name: 'Devreden bakiye' }).click()
  await dialog.getByLabel('Tutar').fill('250,50')
  await dialog.getByRole('button', { name: 'Kaydet' }).click()
  await page.getByRole('region', { name: 'Bakiye' }).getByText('₺1.050').first().waitFor()
  expect((await debtsOf(ctx)).all.total_kurus).toBe(155_050)
  const desk = await browser.open({ address: panel.address })
  await enter(desk, panel, await buildMember(panel.db, user, { role: 'desk' }))
  await desk.goto(`customer/${mert.customer_id}`)
  await desk.getByRole('button', { name: 'Hesabın diğer işlemleri' }).click()
  await desk.getByRole('button', { name: 'İade et' }).waitFor()
  expect(await desk.getByRole('button', { name: 'Devreden bakiye' }).count()).toBe(0)
  const mechanic = await browser.open({ address: panel.address })
  await enter(mechanic, panel, await buildMember(panel.db, user, { role: 'mechanic' }))
  await mechanic.goto(`customer/${mert.customer_id}`)
  await mechanic.getByRole('region', { name: 'Gelişler' }).waitFor()
  expect(await mechanic.getByText('Bakiye').count()).toBe(0)
  await mechanic.goto('cash/debts')
  await mechanic.getByText(/yetkiniz yok/).waitFor()
})

test('on a phone a partial payment on account is a few taps beside the amount', async () => {
  const { page, ctx, ayse, dialog } = await shop({ screen: 'phone' })
  await take(ctx, { kayit_id: ayse.kayit_id, amount_kurus: 10_000 })
  await page.getByRole('navigation').getByRole('link', { name: 'Kasa', exact: true }).click()
  await page.getByRole('link', { name: 'Alacaklar' }).click()
  await page.getByRole('link', { name: 'Ayşe Işık' }).click()
  await page.getByRole('button', { name: 'Tahsilat al' }).click()
  await dialog.getByLabel('Tutar').fill('150')
  await dialog.getByText('Sonra borcu').waitFor()
  await dialog.getByRole('button', { name: 'Nakit' }).click()
  await dialog.waitFor({ state: 'detached' })
  await expect.poll(async () => (await accountOf(ctx, ayse.customer_id)).balance_kurus).toBe(25_000)
})

test('the text of reminders is the shop’s own, with the customer’s name and debt', async () => {
  const { page, ctx, ayse } = await shop()
  await ctx.db
    .updateTable('customer')
    .set({ phone: '0532 123 45 67' })
    .where('id', '=', ayse.customer_id)
    .execute()
  await page.goto('settings?tab=prices')
  await page.getByRole('button', { name: /^Mesaj metinleri/ }).click()
  const texts = page.getByRole('dialog', { name: 'Mesaj metinleri' })
  const text = texts.getByLabel('Metin', { exact: true })
  // A text of another message without its link is named before anything is stored.
  await text.fill('Fişiniz hazır')
  await texts.getByLabel('Mesaj', { exact: true }).selectOption('reminder')
  await text.fill('Sayın ')
  await texts.getByRole('button', { name: /^\{ad\}/ }).click()
  await page.keyboard.type(', borcunuz {tutar}.')
  await texts
    .getByRole('region', { name: 'Örnek mesaj' })
    .getByText('Sayın Ayşe Işık, borcunuz ₺1.250,00.')
    .waitFor()
  await texts.getByRole('button', { name: 'Kaydet', exact: true }).click()
  await texts.getByText('Metinde {baglanti} bulunmalı: müşteriniz belgeyi onunla açar.').waitFor()
  await texts.getByRole('button', { name: 'Hazır metne dön' }).click()
  await texts.getByRole('button', { name: 'Kaydet', exact: true }).click()
  await page.getByText('Mesaj metinleri kaydedildi.').waitFor()
  await page.goto('cash/debts')
  const link = page.getByRole('link', { name: 'Ayşe Işık: WhatsApp’tan yaz' })
  const address = new URL((await link.getAttribute('href')) ?? '')
  expect([address.host, address.pathname]).toEqual(['wa.me', '/905321234567'])
  expect(address.searchParams.get('text')).toBe('Sayın Ayşe Işık, borcunuz ₺500,00.')
})
