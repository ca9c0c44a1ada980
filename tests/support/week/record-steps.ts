import { kayitPage } from '#tests/support/screens/kayit-page.ts'

import { dotted, plain, withVat } from './amounts.ts'
import type { Item, Ledger, Status } from './ledger.ts'
import { idOf, type Shop, type Step } from './shop.ts'

/** An item as it is typed: its price in kuruş, with VAT or, by default, without. */
export type Typed = { name: string; price: number; quantity?: number; kdvDahil?: boolean }

/** Returns an item whose price is typed without VAT. */
export const net = (name: string, price: number, quantity = 1): Typed => ({ name, price, quantity })
/** Returns an item whose price is typed with VAT. */
export const gross = (name: string, price: number, quantity = 1): Typed => ({
  name,
  price,
  quantity,
  kdvDahil: true,
})

const written = ({ name, price, quantity = 1, kdvDahil = false }: Typed): Item => ({
  name,
  quantity,
  price: kdvDahil ? price : withVat(price),
})

export type NewCar = {
  key: string
  plate: string
  /** Name and telephone of the customer. */
  who: readonly [name: string, phone: string]
  items: Typed[]
  /** An earlier day on which the car came, and the one on which it left. */
  entered?: string
  left?: string
  status?: Status
}

/** A car comes: its record is typed and saved. */
export const receive = ({ key, plate, who, items, entered, left, status }: NewCar): Step => ({
  words: `${key} comes`,
  run: async (shop) => {
    const { page, panel, user, ledger, ids } = shop
    const { field, addItem, open, saveAtBottom, says } = kayitPage(page)
    await open(0)
    await field('Plaka').fill(plate)
    await field('Müşteri Adı Soyadı').fill(who[0])
    await field('Telefon').fill(who[1])
    if (status !== undefined) await field('Durum').selectOption(status)
    if (left !== undefined) await field('Çıkış Tarihi').fill(dotted(left))
    if (entered !== undefined) await fillEntered(shop, entered)
    for (const { name, price, quantity = 1, kdvDahil = false } of items)
      await addItem(name, plain(price), { adet: quantity, kdvDahil })
    await saveAtBottom.click()
    await says('Kayıt başarıyla eklendi.')
    // A list that is longer than a page is searched for the new record.
    await page.waitForURL(/\/books(\?|$)/)
    const { id } = await panel.db
      .selectFrom('kayit')
      .where('shop_id', '=', user.id)
      .select(({ fn }) => fn.max('id').as('id'))
      .executeTakeFirstOrThrow()
    ids.set(key, id)
    const [name, phone] = who
    if (!ledger.people.has(name))
      ledger.people.set(name, { key: name, name, phone, opening: 0, joined: null })
    ledger.cars.set(key, {
      key,
      plate,
      // A later visit of a joined customer belongs to the one that it was joined to.
      person: ledger.rootOf(name).key,
      entered: entered ?? ledger.today,
      left: left ?? (status === 'Tamamlandı' ? ledger.today : null),
      status: status ?? 'Devam Ediyor',
      items: items.map(written),
      isDeleted: false,
    })
  },
})

async function fillEntered({ page }: Shop, day: string): Promise<void> {
  const field = page.getByLabel('Giriş Tarihi', { exact: true })
  if (!(await field.isVisible())) await page.getByText('Diğer bilgiler').click()
  await field.fill(dotted(day))
}

/** Opens a stored record. */
export async function openRecord(shop: Shop, car: string) {
  const record = kayitPage(shop.page)
  await record.open(idOf(shop, car))
  return record
}

/** Changes a stored record by `change` and saves it. */
const edit = (
  words: string,
  car: string,
  {
    act,
    book,
  }: { act: (record: ReturnType<typeof kayitPage>) => Promise<unknown>; book: (ledger: Ledger) => void },
): Step => ({
  words: `${car}: ${words}`,
  run: async (shop) => {
    const record = await openRecord(shop, car)
    await act(record)
    await record.page.keyboard.press('Control+s')
    await record.says('Kayıt başarıyla güncellendi.')
    book(shop.ledger)
  },
})

/** The work is done and the car leaves today. */
export const finish = (car: string): Step =>
  edit('is finished', car, {
    act: async ({ page }) => {
      await page.getByRole('button', { name: /, değiştir$/ }).click()
      await page.getByRole('menuitemradio', { name: 'Tamamlandı' }).click()
    },
    book: (ledger) => {
      const one = ledger.car(car)
      Object.assign(one, { status: 'Tamamlandı', left: one.left ?? ledger.today })
    },
  })

/** More work is found: the total rises, and the payments stay. */
export const addWork = (car: string, items: Typed[]): Step =>
  edit('gets more work', car, {
    act: async ({ addItem }) => {
      for (const { name, price, quantity = 1, kdvDahil = false } of items)
        await addItem(name, plain(price), { adet: quantity, kdvDahil })
    },
    book: (ledger) => {
      const { items: before } = ledger.car(car)
      before.splice(before.findLastIndex(({ price }) => price >= 0) + 1, 0, ...items.map(written))
    },
  })

/** Another price is typed into a row, with VAT. */
export const reprice = (car: string, row: number, price: number): Step =>
  edit('gets another price', car, {
    act: ({ cell }) => cell('Fiyat (KDV dahil)', row).fill(plain(price)),
    book: (ledger) => {
      const item = ledger.car(car).items[row - 1]
      if (item === undefined) throw new Error(`'${car}' has no item ${row}.`)
      item.price = price
    },
  })

/** Another price without VAT is typed into a row. */
export const repriceNet = (car: string, row: number, price: number): Step =>
  edit('gets another net price', car, {
    act: ({ cell }) => cell('Fiyat (KDV hariç)', row).fill(plain(price)),
    book: (ledger) => {
      const item = ledger.car(car).items[row - 1]
      if (item === undefined) throw new Error(`'${car}' has no item ${row}.`)
      item.price = withVat(price)
    },
  })

/** A discount is agreed on, as an amount with VAT; it replaces an earlier one. */
export const discount = (car: string, amount: number): Step =>
  edit('gets a discount', car, {
    act: async ({ page }) => {
      await page.getByRole('button', { name: /^İskonto(yu değiştir| ekle)$/ }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel('Tutar (₺)').fill(plain(amount))
      await dialog.getByLabel('KDV dahil').setChecked(true)
      await dialog.getByRole('button', { name: 'Tamam' }).click()
      await dialog.waitFor({ state: 'detached' })
    },
    book: (ledger) => giveDiscount(ledger, car, amount),
  })

/** Writes a discount into the ledger: the record's only line below 0, which stands last. */
export function giveDiscount(ledger: Ledger, key: string, amount: number): void {
  const car = ledger.car(key)
  car.items = [
    ...car.items.filter(({ price }) => price >= 0),
    { name: 'İskonto', quantity: 1, price: -amount },
  ]
}

/** Returns the discount of a record. */
export const discountIn = (ledger: Ledger, key: string): number =>
  -(ledger.car(key).items.find(({ price }) => price < 0)?.price ?? 0)

/** The work is called off. */
export const callOff = (car: string): Step => ({
  words: `${car} is cancelled`,
  run: async (shop) => {
    const { openMenu, saveAtTop, says } = await openRecord(shop, car)
    await openMenu('İptal et')
    await saveAtTop.click()
    await says('Kayıt başarıyla güncellendi.')
    const one = shop.ledger.car(car)
    Object.assign(one, { status: 'İptal', left: one.left ?? shop.ledger.today })
  },
})

export const remove = (car: string): Step => ({
  words: `${car} is deleted`,
  run: async (shop) => {
    const { page, openMenu } = await openRecord(shop, car)
    await openMenu('Sil')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Sil' }).click()
    await page.waitForURL(/\/books(\?|$)/)
    shop.ledger.car(car).isDeleted = true
  },
})

export const restore = (car: string): Step => ({
  words: `${car} is restored`,
  run: async (shop) => {
    const { page, ledger } = shop
    const { plate } = ledger.car(car)
    await page.goto('changes?tab=trash')
    await page.getByRole('button', { name: `Geri getir: ${plate} · ` }).click()
    await page.getByText('Geri getirildi.').waitFor()
    ledger.car(car).isDeleted = false
  },
})

/** The record was written under the wrong name: the form gets that of another customer. */
export const rename = (car: string, to: string): Step => {
  const words = `belongs to ${to}`
  return {
    words: `${car} ${words}`,
    run: (shop) => {
      const { name, phone } = shop.ledger.person(to)
      const step = edit(words, car, {
        act: async ({ field }) => {
          await field('Müşteri Adı Soyadı').fill(name)
          await field('Telefon').fill(phone)
        },
        book: (ledger) => {
          ledger.car(car).person = to
        },
      })
      return step.run(shop)
    },
  }
}
