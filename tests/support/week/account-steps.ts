import { expect } from 'vitest'

import { chooseMore, openVisitMenu } from '#tests/support/screens/more-menu.ts'

import { balanceOf, statementOf } from './accounts.ts'
import { dotted, plain, sum } from './amounts.ts'
import type { Entry, Method } from './ledger.ts'
import { expectSameFigures } from './old-paths.ts'
import { fillEntry, type Taken } from './payment-steps.ts'
import { customerIdOf, type Shop, type Step } from './shop.ts'

/** Opens the page of a customer, once its account is there. */
export async function openCustomer(shop: Shop, person: string): Promise<void> {
  await shop.page.goto(`customer/${await customerIdOf(shop, person)}`)
  await shop.page.getByRole('region', { name: 'Bakiye' }).waitFor()
}

/** Money is taken on account of a customer; without an amount the whole balance. */
export const payOnAccount = (person: string, method: Method, taken: Taken = {}): Step => ({
  words: `${person} pays on account`,
  run: (shop) =>
    expectSameFigures(shop, null, async () => {
      const { page, ledger } = shop
      await openCustomer(shop, person)
      await page.getByRole('button', { name: 'Tahsilat al' }).click()
      const field = page.getByRole('dialog').getByLabel('Tutar')
      await page.locator(':focus').and(field).waitFor()
      const owed = balanceOf(ledger, ledger.rootOf(person))
      expect(await field.inputValue()).toBe(owed > 0 ? plain(owed) : '')
      await fillEntry(shop, method, taken)
      const { amount = owed, day, note } = taken
      const rest = { ...(day !== undefined && { day }), ...(note !== undefined && { note }) }
      ledger.enter({ sign: 1, amount, method, person: ledger.rootOf(person).key, ...rest })
    }),
})

/** Money that the shop holds for a customer is given back. */
export const refundOnAccount = (person: string, method: Method, amount: number): Step => ({
  words: `${person} gets money back from the account`,
  run: (shop) =>
    expectSameFigures(shop, null, async () => {
      const { page, ledger } = shop
      await openCustomer(shop, person)
      await page.getByRole('button', { name: 'Hesabın diğer işlemleri' }).click()
      await page.getByRole('button', { name: 'İade et' }).click()
      await fillEntry(shop, method, { amount })
      ledger.enter({ sign: -1, amount, method, person: ledger.rootOf(person).key })
    }),
})

/** Opens the menu of an entry in its customer's statement. */
async function openEntry(shop: Shop, person: string, entry: Entry): Promise<void> {
  const { page, ledger } = shop
  await openCustomer(shop, person)
  const index = statementOf(ledger, ledger.rootOf(person)).findIndex((line) => line.entry === entry)
  const row = page.getByRole('table', { name: 'Hesap hareketleri' }).locator('tbody tr').nth(index)
  await row.getByRole('button', { name: `Diğer işlemler: ${dotted(entry.day)} ${entry.method}` }).click()
}

/** Returns the n-th entry on account of a customer that is no cancellation. */
function onAccount({ ledger }: Shop, person: string, index: number): Entry {
  const keys = new Set(ledger.family(ledger.rootOf(person).key).map(({ key }) => key))
  const entry = ledger.entries.filter((one) => keys.has(one.person ?? '') && one.cancels === null)[index]
  if (entry === undefined) throw new Error(`'${person}' has no entry ${index} on account.`)
  return entry
}

/** The n-th entry on account pays a record. */
export const assign = (person: string, index: number, car: string): Step => ({
  words: `entry ${index} of ${person} pays ${car}`,
  run: (shop) =>
    expectSameFigures(shop, car, async () => {
      const { page, ledger } = shop
      const entry = onAccount(shop, person, index)
      await openEntry(shop, person, entry)
      await page.getByRole('button', { name: 'Bir kayda say' }).click()
      const { plate } = ledger.car(car)
      await page
        .getByRole('dialog')
        .getByRole('button', { name: new RegExp(plate) })
        .click()
      await page.getByText('Tahsilat kayda sayıldı.').waitFor()
      Object.assign(entry, { car, person: null })
    }),
})

/** The n-th entry on account was a mistake. */
export const takeBackOnAccount = (person: string, index: number, reason: string): Step => ({
  words: `entry ${index} of ${person} is cancelled`,
  run: (shop) =>
    expectSameFigures(shop, null, async () => {
      const { page, ledger } = shop
      const entry = onAccount(shop, person, index)
      await openEntry(shop, person, entry)
      await page.getByRole('button', { name: 'İptal et' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel('Neden').fill(reason)
      await dialog.getByRole('button', { name: 'İptal et' }).click()
      await page.getByText('Tahsilat iptal edildi.').waitFor()
      ledger.cancel(entry, reason)
    }),
})

/** The owner writes what a customer owed when the accounts began, below 0 where the shop owed. */
export const open = (person: string, amount: number): Step => ({
  words: `${person} gets an opening balance`,
  run: (shop) =>
    expectSameFigures(shop, null, async () => {
      const { page, ledger } = shop
      await openCustomer(shop, person)
      await page.getByRole('button', { name: 'Hesabın diğer işlemleri' }).click()
      await page.getByRole('button', { name: 'Devreden bakiye' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel('Tutar').fill(plain(Math.abs(amount)))
      await dialog.getByRole('button', { name: amount < 0 ? 'Biz borçluyuz' : 'Müşteri borçlu' }).click()
      await dialog.getByRole('button', { name: 'Kaydet' }).click()
      await page.getByText('Devreden bakiye kaydedildi.').waitFor()
      // The joined customers keep their own opening balances, for the day on which they part.
      const root = ledger.rootOf(person)
      const others = ledger.family(root.key).filter((one) => one !== root)
      root.opening = amount - sum(others.map(({ opening }) => opening))
    }),
})

/** The owner chooses another first day of the accounts. */
export const moveStart = (day: string): Step => ({
  words: `the accounts begin on ${day}`,
  run: (shop) =>
    expectSameFigures(shop, null, async () => {
      const { page, ledger } = shop
      await page.goto('settings?tab=prices')
      await page.getByLabel('Hesabın başlangıcı').fill(dotted(day))
      await page.getByRole('button', { name: 'Kaydet', exact: true }).click()
      await page.getByText('Hesabın başlangıcı kaydedildi.').waitFor()
      ledger.start = day
    }),
})

/** Two customers turn out to be one. */
export const join = (person: string, into: string): Step => ({
  words: `${person} is joined to ${into}`,
  run: (shop) =>
    expectSameFigures(shop, null, async () => {
      const { page, ledger } = shop
      await openCustomer(shop, into)
      await chooseMore(page, 'Birleştir')
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('searchbox').fill(ledger.person(person).name)
      await dialog.getByRole('radio', { name: new RegExp(ledger.person(person).name) }).check()
      await dialog.getByRole('button', { name: 'Birleştir' }).click()
      await dialog.waitFor({ state: 'detached' })
      await page.getByText('Müşteriler birleştirildi.').waitFor()
      const root = ledger.rootOf(into).key
      for (const one of ledger.family(ledger.rootOf(person).key)) one.joined = root
    }),
})

/** A joined customer becomes one of its own again. */
export const part = (person: string): Step => ({
  words: `${person} is separated`,
  run: (shop) =>
    expectSameFigures(shop, null, async () => {
      const { page, ledger } = shop
      await openCustomer(shop, person)
      const merged = page.getByRole('region', { name: 'Birleştirilenler' })
      await merged.getByRole('button', { name: `Ayır: ${ledger.person(person).name}` }).click()
      await page.getByText('Müşteriler ayrıldı.').waitFor()
      ledger.person(person).joined = null
    }),
})

/** A record turns out to be of another customer of the same name ('Bu müşteriye ait değil'). */
export const detach = (car: string, as: string): Step => ({
  words: `${car} leaves its customer`,
  run: (shop) =>
    expectSameFigures(shop, car, async () => {
      const { page, ledger } = shop
      const one = ledger.car(car)
      await openCustomer(shop, one.person)
      await page.getByRole('button', { name: 'Gelişler' }).click()
      const visit = page.locator('.timeline-visit').filter({ hasText: one.plate })
      await openVisitMenu(visit)
      await page.getByRole('button', { name: 'Bu müşteriye ait değil' }).click()
      await page.getByText('Kayıt bu müşteriden ayrıldı.').waitFor()
      const { name, phone } = ledger.person(one.person)
      ledger.people.set(as, { key: as, name, phone, opening: 0, joined: null })
      one.person = as
    }),
})
