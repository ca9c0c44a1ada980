import type { Kysely } from 'kysely'
import type { Page } from 'playwright-core'

import type { DB } from '#server/platform/db/schema.ts'
import { expectAccessible, type TestBrowser } from '#tests/support/screens/browser.ts'
import type { TestUser } from '#tests/support/rows/factories.ts'
import { enter, type Panel } from '#tests/support/panel/panel.ts'

import { eventually } from './eventually.ts'

/** Returns the record's screen, with helpers for its controls. */
export function kayitPage(page: Page) {
  const adding = page.getByRole('group', { name: 'İşlem ekle' })
  const table = page.getByRole('table', { name: 'İşlemler' })
  return {
    page,
    field: (label: string) => page.getByLabel(label, { exact: true }),
    value: (label: string) => page.getByLabel(label, { exact: true }).inputValue(),
    /** Returns the field with a label such as 'Adet, 2. satır'. */
    cell: (label: string, row: number) => page.getByLabel(`${label}, ${row}. satır`, { exact: true }),
    rows: page.getByLabel(/^İşlem Adı, \d+\. satır$/),
    table,
    adding: {
      name: adding.getByLabel('İşlem Adı'),
      quantity: adding.getByLabel('Adet'),
      price: adding.getByLabel('Fiyat'),
      kdvDahil: adding.getByLabel('KDV dahil'),
      add: adding.getByRole('button', { name: 'Ekle' }),
    },
    saveAtTop: page.getByRole('button', { name: 'Kaydet', exact: true }).first(),
    saveAtBottom: page.getByRole('button', { name: 'Kaydet', exact: true }).last(),
    /** Presses an entry of the record's menu. */
    openMenu: async (entry: string) => {
      const button = page.getByRole('button', { name: 'Diğer işlemler', exact: true })
      await button.click()
      const menu = page.locator(`[id="${await button.getAttribute('aria-controls')}"]`)
      await menu.getByRole('button', { name: entry, exact: true }).click()
    },
    /** Adds a ready package through the add line. */
    addPackage: async (name: string) => {
      await adding.getByLabel('İşlem Adı').fill(name)
      await page.getByRole('option', { name }).click()
    },
    /** Waits for the newest toast. */
    says: (message: string) => page.getByText(message, { exact: true }).last().waitFor(),
    open: async (id: number) => {
      await page.goto(`book/${id}`)
      await page.getByRole('heading', { name: id === 0 ? 'Kayıt Oluştur' : 'Kayıt Düzenle' }).waitFor()
    },
    addItem: async (name: string, price: string, { adet = 1, kdvDahil = false } = {}) => {
      await adding.getByLabel('İşlem Adı').fill(name)
      await adding.getByLabel('Adet').fill(String(adet))
      await adding.getByLabel('Fiyat').fill(price)
      await adding.getByLabel('KDV dahil').setChecked(kdvDahil)
      await adding.getByRole('button', { name: 'Ekle' }).click()
    },
  }
}
/** Returns a function that opens a record, or a new one (0), as this user. */
export const kayitScreen =
  (panel: Panel, browser: TestBrowser) =>
  async (user: TestUser, id: number, expectedErrors: RegExp[] = []) => {
    const page = await browser.open({ address: panel.address, expectedErrors })
    await enter(page, panel, user)
    const kayit = kayitPage(page)
    await kayit.open(id)
    return kayit
  }

export type KayitPage = ReturnType<typeof kayitPage>

/** Works like `expectAccessible` at the page's full height, where no sticky bar covers a target in part. */
export async function expectAccessibleWhole(page: Page): Promise<void> {
  const { width, height } = page.viewportSize() ?? { width: 1280, height: 800 }
  const whole = await page.evaluate(() => document.documentElement.scrollHeight)
  await page.setViewportSize({ width, height: whole + 100 })
  await expectAccessible(page)
  await page.setViewportSize({ width, height })
}

/** Waits until the draft is stored on this device: the form writes twice a second. */
export async function untilKept(page: Page, text: string): Promise<void> {
  await eventually(() => page.evaluate(() => JSON.stringify(localStorage))).toContain(text)
}

/** Returns the user's stored records. */
export function storedRecords(db: Kysely<DB>, user: Pick<TestUser, 'id'>) {
  return db.selectFrom('kayit').selectAll().where('shop_id', '=', user.id).orderBy('id').execute()
}

/** Returns the items of all records of the user, in order, as name, quantity and VAT-inclusive kuruş. */
export async function storedItems(db: Kysely<DB>, user: Pick<TestUser, 'id'>) {
  const rows = await db
    .selectFrom('islem')
    .select(['islem_adi', 'islem_adet', 'fiyat_kurus'])
    .where('shop_id', '=', user.id)
    .orderBy('kayit_id')
    .orderBy('position')
    .execute()
  return rows.map(({ islem_adi, islem_adet, fiyat_kurus }) => [islem_adi, islem_adet, fiyat_kurus])
}
