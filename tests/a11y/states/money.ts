import { addDays, firstOfMonth, todayInIstanbul } from '#shared/date.ts'
import { spend } from '#tests/support/rows/expense.ts'
import { rowAction } from '#tests/support/screens/expense-screen.ts'

import { DIALOG, failing, pending, type Scene, type State } from './state.ts'

const EXPENSE = { route: '/expense', path: 'expense' } as const
const STATS = { route: '/stats', path: 'stats' } as const

const shown = ({ page }: Scene) => page.getByRole('row', { name: /Kira/ }).waitFor()
const statsShown = ({ page }: Scene) =>
  page.getByRole('status').filter({ hasText: 'istatistikleri gösteriliyor' }).waitFor({ state: 'attached' })

async function openForm({ page }: Scene) {
  await page.getByRole('button', { name: 'Yeni gider' }).click()
  await page.getByRole('dialog').waitFor()
}

const press = (scene: Scene, name: 'Düzenle' | 'Sil') =>
  rowAction(scene.page.getByRole('row', { name: /Kira/ }), name).press()

/** Stores four expenses of last month that repeat, and waits for the proposals. */
async function propose({ page, user }: Scene) {
  const spend_date = firstOfMonth(addDays(firstOfMonth(todayInIstanbul(new Date())), -1))
  for (const title of ['Dükkân kirası', 'İnternet', 'Usta maaşı', 'Çırak maaşı'])
    await spend(user.ctx, { title, spend_date, repeat: 'proposed' })
  await page.goto('expense')
  await page.getByRole('region', { name: 'Günü gelen giderler' }).waitFor()
}

/** States of the expenses and the statistics. */
export const MONEY: readonly State[] = [
  { ...EXPENSE, name: 'expenses', reach: shown },
  {
    ...EXPENSE,
    name: 'no expenses',
    shop: 'empty',
    reach: ({ page }) => page.getByText('Kayıt yok.').waitFor(),
  },
  {
    ...EXPENSE,
    name: 'nothing found',
    path: 'expense?q=yok',
    reach: ({ page }) => page.getByText('Kayıt yok.').waitFor(),
  },
  {
    ...EXPENSE,
    name: 'loading',
    path: undefined,
    reach: async ({ page }) => {
      await pending(page, 'expense.list')
      await page.goto('expense')
      await page.getByText('Yükleniyor...').waitFor()
    },
  },
  {
    ...EXPENSE,
    name: 'not loaded',
    path: undefined,
    reach: async ({ page }) => {
      await failing(page, 'expense.list')
      await page.goto('expense')
      await page.getByRole('alert').waitFor()
    },
  },
  {
    ...EXPENSE,
    name: 'expenses by category',
    reach: async (scene) => {
      await shown(scene)
      await scene.page.getByText('Kategoriye göre').click()
      await scene.page.getByRole('figure', { name: 'Kategoriye göre' }).waitFor()
    },
  },
  {
    ...EXPENSE,
    name: 'due expenses and those that repeat',
    path: undefined,
    reach: async (scene) => {
      await propose(scene)
      await scene.page.getByText('Her ay tekrarlayanlar').click()
      await scene.page.getByRole('button', { name: /^Tekrarı bitir: İnternet/ }).waitFor()
    },
  },
  {
    ...EXPENSE,
    name: 'proposed expense',
    part: DIALOG,
    path: undefined,
    reach: async (scene) => {
      await propose(scene)
      await scene.page.getByRole('button', { name: /^Değiştir: İnternet/ }).click()
      const dialog = scene.page.getByRole('dialog')
      await dialog.locator('summary').click()
      await dialog.getByLabel('Tutar').fill('999')
      await dialog.getByLabel('Sonraki aylar da böyle olsun').waitFor()
    },
  },
  { ...EXPENSE, name: 'new expense', part: DIALOG, reach: openForm },
  {
    ...EXPENSE,
    name: 'menu of a row',
    reach: async ({ page }) => {
      await page
        .getByRole('row', { name: /Kira/ })
        .getByRole('button', { name: /^Diğer işlemler/ })
        .click()
      await page.getByRole('menuitem', { name: 'Sil' }).waitFor()
    },
  },
  {
    ...EXPENSE,
    name: 'suggested titles',
    part: DIALOG,
    reach: async (scene) => {
      await openForm(scene)
      await scene.page.keyboard.type('k')
      await scene.page.getByRole('option', { name: 'Kira' }).waitFor()
    },
  },
  {
    ...EXPENSE,
    name: 'refused fields',
    part: DIALOG,
    reach: async (scene) => {
      await openForm(scene)
      await scene.page.getByRole('dialog').getByRole('button', { name: 'Kaydet' }).click()
      await scene.page.getByText('Başlık, tutar (>0) ve tarih zorunlu.').first().waitFor()
    },
  },
  {
    ...EXPENSE,
    name: 'save failed',
    part: DIALOG,
    reach: async (scene) => {
      await failing(scene.page, 'expense.save')
      await press(scene, 'Düzenle')
      await scene.page.getByRole('dialog').getByLabel('Başlık').fill('Kira 2')
      await scene.page.getByRole('dialog').getByRole('button', { name: 'Kaydet' }).click()
      await scene.page.getByRole('dialog').getByRole('alert').waitFor()
    },
  },
  {
    ...EXPENSE,
    name: 'question before deleting',
    part: DIALOG,
    reach: async (scene) => {
      await press(scene, 'Sil')
      await scene.page.getByRole('alertdialog').waitFor()
    },
  },
  {
    ...EXPENSE,
    name: 'deleted, with undo',
    reach: async (scene) => {
      await press(scene, 'Sil')
      await scene.page.getByRole('alertdialog').getByRole('button', { name: 'Sil' }).click()
      await scene.page.getByRole('button', { name: 'Geri al' }).waitFor()
      await scene.page.getByRole('alertdialog').waitFor({ state: 'detached' })
    },
  },
  { ...STATS, name: 'month', reach: statsShown },
  { ...STATS, name: 'year', path: 'stats?period=year', reach: statsShown },
  { ...STATS, name: 'days', path: 'stats?from=2025-11-01&to=2026-11-30', reach: statsShown },
  {
    ...STATS,
    name: 'refused days',
    path: 'stats?from=2025-11-01&to=2026-11-30',
    reach: async (scene) => {
      await statsShown(scene)
      await scene.page.getByLabel('Başlangıç').fill('01.12.2026')
      await scene.page.getByRole('button', { name: 'Uygula' }).click()
      await scene.page.locator('[aria-invalid="true"]').first().waitFor()
    },
  },
  { ...STATS, name: 'empty shop', shop: 'empty', reach: statsShown },
  {
    ...STATS,
    name: 'loading',
    path: undefined,
    reach: async ({ page }) => {
      await pending(page, 'stats.get')
      await pending(page, 'stats.period')
      await page.goto('stats')
      await page.getByText('Yükleniyor...').first().waitFor({ state: 'attached' })
    },
  },
  {
    ...STATS,
    name: 'not loaded',
    path: undefined,
    reach: async ({ page }) => {
      await failing(page, 'stats.get')
      await failing(page, 'stats.period')
      await page.goto('stats')
      await page.getByRole('alert').waitFor()
    },
  },
  {
    ...STATS,
    name: 'tables of the charts',
    reach: async (scene) => {
      await statsShown(scene)
      for (const fold of await scene.page.locator('main summary').all()) await fold.click()
      const buttons = scene.page.getByRole('button', { name: 'Tabloyu göster' })
      while ((await buttons.count()) > 0) await buttons.first().click()
    },
  },
  {
    ...STATS,
    name: 'point of a chart',
    reach: async (scene) => {
      await statsShown(scene)
      await scene.page.getByRole('application').first().focus()
      await scene.page.keyboard.press('Home')
    },
  },
  {
    ...STATS,
    name: 'export menu',
    part: 'div:has(> [aria-expanded="true"])',
    reach: async (scene) => {
      await statsShown(scene)
      await scene.page.getByRole('button', { name: 'Dışa aktarma seçenekleri' }).click()
    },
  },
]
