import { chooseInRow, chooseView } from '#tests/support/screens/kayit-list-page.ts'

import { DIALOG, failing, PHONE, pending, type Scene, type State, WIDE } from './state.ts'

const LIST = { route: '/books', path: 'books' } as const

export const rows = ({ page }: Scene) =>
  page.getByRole('table', { name: 'Kayıtlar' }).locator('tbody').getByRole('row')
export const shown = ({ page }: Scene) => page.locator('main tr[data-id]').nth(3).waitFor()

/** Presses an entry in the menu of the first row. */
export async function pressInRow(scene: Scene, name: string) {
  await shown(scene)
  await chooseInRow(rows(scene).first(), name)
}

async function preview(scene: Scene) {
  await pressInRow(scene, 'Önizle')
  const name = /^Önizleme/
  await scene.page.getByRole('complementary', { name }).or(scene.page.getByRole('dialog', { name })).waitFor()
}

async function select(scene: Scene) {
  await pressInRow(scene, 'Seç')
  await scene.page.getByRole('region', { name: 'Seçilen kayıtlar' }).waitFor()
}

async function openViews({ page, screen }: Scene) {
  if (screen === 'phone') await page.getByRole('button', { name: 'Görünümü kaydet' }).click()
  else await chooseView(page, 'Görünümü kaydet')
  await page.getByRole('dialog', { name: 'Görünümler' }).waitFor()
}

/** States of the list of records with its menus, dialogs, preview and selection. */
export const LIST_STATES: readonly State[] = [
  { ...LIST, name: 'records', reach: shown },
  {
    ...LIST,
    name: 'hits of a search',
    path: 'books?q=34&size=10',
    reach: (scene) => scene.page.locator('mark').first().waitFor(),
  },
  {
    ...LIST,
    name: 'daily columns',
    screens: WIDE,
    reach: async (scene) => {
      await shown(scene)
      await chooseView(scene.page, 'Gündelik')
      await scene.page.getByRole('columnheader', { name: 'Gün', exact: true }).waitFor({ state: 'attached' })
    },
  },
  {
    ...LIST,
    name: 'empty shop',
    shop: 'empty',
    reach: ({ page }) => page.getByText('Henüz kayıt yok.').waitFor(),
  },
  {
    ...LIST,
    name: 'similar results',
    path: 'books?q=cigdem',
    reach: ({ page }) => page.getByText('Benzer sonuçlar gösteriliyor.').waitFor(),
  },
  {
    ...LIST,
    name: 'nothing found',
    path: 'books?q=yok&month=3',
    reach: ({ page }) => page.getByText('Sonuç bulunamadı.').waitFor(),
  },
  {
    ...LIST,
    name: 'loading',
    path: undefined,
    reach: async ({ page }) => {
      await pending(page, 'kayit.list')
      await page.goto('books')
      await page.getByText('Yükleniyor...').waitFor()
    },
  },
  {
    ...LIST,
    name: 'not loaded',
    path: undefined,
    reach: async ({ page }) => {
      await failing(page, 'kayit.list')
      await page.goto('books')
      await page.getByText('Kayıtlar alınamadı.').waitFor()
    },
  },
  {
    ...LIST,
    name: 'menu of the view',
    screens: WIDE,
    part: '.relative:has(> [aria-expanded="true"])',
    reach: async (scene) => {
      await shown(scene)
      await scene.page.getByRole('button', { name: /^Görünüm / }).click()
    },
  },
  {
    ...LIST,
    name: 'status menu of a row',
    screens: WIDE,
    part: ':popover-open',
    reach: async (scene) => {
      await shown(scene)
      await rows(scene).first().locator('[aria-haspopup="menu"]').click()
      await scene.page.getByRole('menu').waitFor()
    },
  },
  {
    ...LIST,
    name: 'menu of a row',
    part: 'tr:has([aria-expanded="true"])',
    reach: async (scene) => {
      await shown(scene)
      await rows(scene).last().getByRole('button', { name: 'Diğer işlemler' }).click()
      await scene.page.getByRole('button', { name: 'Önizle' }).waitFor()
    },
  },
  {
    ...LIST,
    name: 'filters of a phone',
    screens: PHONE,
    path: 'books?durum=Beklemede',
    reach: async ({ page }) => {
      await page.getByRole('button', { name: 'Filtre' }).click()
      await page.getByRole('heading', { name: 'Filtre' }).waitFor()
    },
  },
  {
    ...LIST,
    name: 'filters of a phone, month chosen',
    screens: PHONE,
    reach: async ({ page }) => {
      await page.getByLabel('Ay', { exact: true }).selectOption('Mart')
      await page.getByText(/henüz uygulanmadı/).waitFor()
    },
  },
  { ...LIST, name: 'views', part: DIALOG, path: 'books?durum=Beklemede', reach: openViews },
  {
    ...LIST,
    name: 'views with saved ones, name missing',
    part: DIALOG,
    reach: async (scene) => {
      const { page } = scene
      const dialog = page.getByRole('dialog', { name: 'Görünümler' })
      await openViews(scene)
      await dialog.getByLabel('Şu anki görünümün adı').fill('Parça bekleyenler')
      await page.keyboard.press('Enter')
      await dialog.waitFor({ state: 'detached' })
      await openViews(scene)
      await dialog.getByRole('button', { name: 'Kaydet', exact: true }).click()
      await dialog.getByText('Görünüme bir ad verin.').waitFor()
    },
  },
  { ...LIST, name: 'preview', part: `aside, ${DIALOG}`, reach: preview },
  {
    ...LIST,
    name: 'preview not loaded',
    part: `aside, ${DIALOG}`,
    reach: async (scene) => {
      await failing(scene.page, 'kayit.get')
      await preview(scene)
      await scene.page.getByText('Kayıt detayları alınamadı.').waitFor()
    },
  },
  { ...LIST, name: 'selection', reach: select },
  {
    ...LIST,
    name: 'status menu of the selection',
    part: ':popover-open',
    reach: async (scene) => {
      await select(scene)
      await scene.page.getByRole('button', { name: 'Durumu değiştir' }).click()
      await scene.page.getByRole('menu').waitFor()
    },
  },
  {
    ...LIST,
    name: 'question before deleting',
    part: DIALOG,
    reach: async (scene) => {
      await pressInRow(scene, 'Sil')
      await scene.page.getByRole('alertdialog').waitFor()
    },
  },
  {
    ...LIST,
    name: 'deleted, with undo',
    reach: async (scene) => {
      await pressInRow(scene, 'Sil')
      await scene.page.getByRole('alertdialog').getByRole('button', { name: 'Sil' }).click()
      await scene.page.getByRole('button', { name: 'Geri al' }).waitFor()
      await scene.page.getByRole('alertdialog').waitFor({ state: 'detached' })
    },
  },
  {
    ...LIST,
    name: 'deletion failed',
    reach: async (scene) => {
      await failing(scene.page, 'kayit.delete')
      await pressInRow(scene, 'Sil')
      await scene.page.getByRole('alertdialog').getByRole('button', { name: 'Sil' }).click()
      await scene.page.getByRole('alert').waitFor()
      await scene.page.getByRole('alertdialog').waitFor({ state: 'detached' })
    },
  },
]
