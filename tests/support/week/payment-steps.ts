import { expect } from 'vitest'

import { dotted, plain } from './amounts.ts'
import type { Entry, Method } from './ledger.ts'
import { expectSameFigures } from './old-paths.ts'
import { discountIn, giveDiscount, openRecord } from './record-steps.ts'
import type { Shop, Step } from './shop.ts'

/** How money is typed; without an amount the field keeps the whole rest. */
export type Taken = {
  amount?: number
  day?: string
  note?: string
  /** The first day of the accounts, which the first payment of a shop asks for. */
  start?: string
  /** Whether the rest becomes a discount. */
  discountsRest?: boolean
}

const LETTERS: Partial<Record<Method, string>> = { Nakit: 'n', Kart: 'k', Havale: 'h' }

/** Fills in the open dialog and saves by the letter of the method, or by its button where it has none. */
export async function fillEntry({ page }: Shop, method: Method, taken: Taken): Promise<void> {
  const { amount, day, note, start, discountsRest = false } = taken
  const dialog = page.getByRole('dialog')
  const letter = LETTERS[method]
  if (amount !== undefined) await dialog.getByLabel('Tutar').fill(plain(amount))
  if (start !== undefined) await dialog.getByLabel('Başlangıç').fill(dotted(start))
  if (day !== undefined || note !== undefined || letter === undefined) {
    await dialog.getByText('Tarih, not, çek').click()
    if (day !== undefined) await dialog.getByLabel('Tarih').fill(dotted(day))
    if (note !== undefined) await dialog.getByLabel('Not').fill(note)
  }
  if (discountsRest) await dialog.getByLabel('Kalanı iskonto yap').check()
  if (letter === undefined) await dialog.getByRole('button', { name: method, exact: true }).click()
  else await dialog.getByLabel('Tutar').press(letter)
  await dialog.waitFor({ state: 'detached' })
}

/** Money is taken for a car; without further words by two keys: F8 and the letter of the method. */
export const pay = (car: string, method: Method, taken: Taken = {}): Step => ({
  words: `${car} pays by ${method}`,
  run: async (shop) => {
    const { page, ledger } = shop
    const { discountsRest = false, amount, day, note, start } = taken
    const take = async () => {
      await openRecord(shop, car)
      await page.keyboard.press('F8')
      const field = page.getByRole('dialog').getByLabel('Tutar')
      await page.locator(':focus').and(field).waitFor()
      const rest = ledger.totalOf(ledger.car(car)) - ledger.paidOf(ledger.car(car))
      expect(await field.inputValue()).toBe(rest > 0 ? plain(rest) : '')
      await fillEntry(shop, method, taken)
      await page.getByText('Tahsilat kaydedildi.').last().waitFor()
      ledger.start ??= start ?? ledger.today
      if (discountsRest) giveDiscount(ledger, car, discountIn(ledger, car) + rest - (amount ?? rest))
      ledger.enter({
        sign: 1,
        amount: amount ?? rest,
        method,
        car,
        ...(day !== undefined && { day }),
        ...(note !== undefined && { note }),
      })
    }
    // A discount changes the record, so its figures change.
    await (discountsRest ? take() : expectSameFigures(shop, car, take))
  },
})

/** Returns the n-th entry of a car that is no cancellation, as the list below its items has it. */
const entryOf = ({ ledger }: Shop, car: string, index: number): Entry => {
  const entry = ledger.entriesOf(car)[index]
  if (entry === undefined) throw new Error(`'${car}' has no payment ${index}.`)
  return entry
}

async function chooseInList(shop: Shop, index: number, action: string): Promise<void> {
  const line = shop.page.getByRole('region', { name: 'Tahsilatlar' }).getByRole('listitem').nth(index)
  await line.getByRole('button', { name: /^Diğer işlemler: / }).click()
  await line.getByRole('button', { name: action }).click()
}

/** Money of a car is given back. */
export const refund = (car: string, method: Method, amount: number): Step => ({
  words: `${car} gets money back`,
  run: (shop) =>
    expectSameFigures(shop, car, async () => {
      await openRecord(shop, car)
      await chooseInList(shop, shop.ledger.entriesOf(car).findLastIndex(isPayment), 'İade et')
      await fillEntry(shop, method, { amount })
      shop.ledger.enter({ sign: -1, amount, method, car })
    }),
})

const isPayment = ({ sign, cancelledBy }: Entry) => sign === 1 && cancelledBy === null

/** The n-th entry of a car was a mistake. */
export const takeBack = (car: string, index: number, reason: string): Step => ({
  words: `entry ${index} of ${car} is cancelled`,
  run: (shop) =>
    expectSameFigures(shop, car, async () => {
      const { page, ledger } = shop
      await openRecord(shop, car)
      await chooseInList(shop, index, 'İptal et')
      await page.getByLabel('Neden').fill(reason)
      await page.keyboard.press('Enter')
      await page.getByText('Tahsilat iptal edildi.').last().waitFor()
      await page.getByRole('dialog').waitFor({ state: 'detached' })
      ledger.cancel(entryOf(shop, car, index), reason)
    }),
})
