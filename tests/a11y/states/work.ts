import { pressInRow, shown } from './list.ts'
import { failing, type Scene, type State } from './state.ts'

const LIST = { route: '/books', path: 'books' } as const
/** On a phone the menu also has the order of the list. */
const EXPORTS = /^(Dışa aktarma|Liste) seçenekleri$/
const exportsOf = ({ page }: Scene) => page.getByRole('region', { name: 'Dışa aktarmalar' })

async function startExport(scene: Scene) {
  const { page } = scene
  await shown(scene)
  await page.getByRole('button', { name: EXPORTS }).click()
  await page.getByRole('link', { name: 'Listelenen kayıtlar: CSV' }).click()
}

/** Saves a new record without a connection. */
async function saveWithoutConnection({ page }: Scene) {
  // Waits until the page knows the session.
  await page.getByLabel('Plaka', { exact: true }).fill('34 ABC 123')
  await page.route('**/api/**', (route) => route.abort())
  await page.getByLabel('Müşteri Adı Soyadı', { exact: true }).fill('Ayşe')
  await page.getByRole('button', { name: 'Kaydet', exact: true }).first().click()
  await page.getByText('Bu cihazda saklandı.').waitFor()
}

const NEW = { route: '/book/$id', path: 'book/0' } as const

/** States of work beside the screens: exports, status changes, the connection. */
export const WORK: readonly State[] = [
  {
    ...LIST,
    name: 'export menu',
    part: 'div:has(> [aria-expanded="true"])',
    reach: async (scene) => {
      await shown(scene)
      await scene.page.getByRole('button', { name: EXPORTS }).click()
      await scene.page.getByRole('link', { name: 'Listelenen kayıtlar: CSV' }).waitFor()
    },
  },
  {
    ...LIST,
    name: 'export is running',
    reach: async (scene) => {
      await scene.page.route('**/api/export/**', () => {})
      await startExport(scene)
      await exportsOf(scene).getByRole('progressbar').waitFor()
    },
  },
  {
    ...LIST,
    name: 'export is done',
    reach: async (scene) => {
      await startExport(scene)
      await exportsOf(scene).getByText('indirildi.').first().waitFor()
    },
  },
  {
    ...LIST,
    name: 'export failed',
    reach: async (scene) => {
      const refusal = { status: 503, json: { message: 'Şu anda çok sayıda dosya hazırlanıyor.' } }
      await scene.page.route('**/api/export/**', (route) => route.fulfill(refusal))
      await startExport(scene)
      await scene.page.getByRole('button', { name: 'Tekrar dene' }).waitFor()
    },
  },
  {
    ...LIST,
    name: 'status change failed',
    reach: async (scene) => {
      const { page } = scene
      await failing(page, 'kayit.setStatus')
      await pressInRow(scene, 'Seç')
      await page.getByRole('button', { name: 'Durumu değiştir' }).click()
      await page.getByRole('menuitem').last().click()
      await page.getByText(/Durum değiştirilemedi|Beklenmeyen/).waitFor()
    },
  },
  { ...NEW, name: 'saved without a connection', reach: saveWithoutConnection },
  {
    ...LIST,
    name: 'record waits for the connection',
    path: 'book/0',
    reach: async (scene) => {
      await saveWithoutConnection(scene)
      await scene.page.getByRole('link', { name: 'Kayıtlar', exact: true }).first().click()
      await scene.page.getByText('34 ABC 123, Ayşe').waitFor()
      await scene.page.getByText('Bağlantı yok.').waitFor()
    },
  },
  {
    ...LIST,
    name: 'saved record in the list',
    path: 'book/0',
    reach: async (scene) => {
      const { page } = scene
      await page.getByLabel('Plaka', { exact: true }).fill('34 ABC 999')
      await page.getByLabel('Müşteri Adı Soyadı', { exact: true }).fill('Ayşe')
      await page.getByRole('button', { name: 'Kaydet', exact: true }).first().click()
      await page.locator('tr[data-saved]').waitFor()
    },
  },
]
