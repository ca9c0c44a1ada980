import { DIALOG, failing, pending, type Scene, type State } from './state.ts'

const ON = { route: '/settings', path: 'settings', part: DIALOG } as const

const field = ({ page }: Scene) => page.getByRole('combobox', { name: 'Her yerde ara' })

async function search(scene: Scene, text: string) {
  const { page } = scene
  await page.getByLabel('Firma Adı').waitFor()
  await page.keyboard.press('Control+k')
  await field(scene).fill(text)
}

/** Shows the hits of '34' and holds the next search's response back. */
async function searchWaiting(scene: Scene) {
  await search(scene, '34')
  await scene.page.getByRole('group', { name: 'Araçlar' }).waitFor()
  await pending(scene.page, 'search.find')
}

/** States of the search that every screen has. */
export const SEARCH: readonly State[] = [
  {
    ...ON,
    name: 'search, nothing typed',
    reach: async (scene) => {
      await search(scene, '')
      await scene.page.getByRole('option', { name: 'Ayarlar' }).waitFor()
    },
  },
  {
    ...ON,
    name: 'search, opened last',
    reach: async (scene) => {
      const { page } = scene
      await search(scene, '34 abc')
      await page.getByRole('option', { name: /Kayıt \d/ }).click()
      await page.getByLabel('Plaka', { exact: true }).waitFor()
      await page.keyboard.press('Control+k')
      await page.getByRole('group', { name: 'Son açılanlar' }).waitFor()
    },
  },
  {
    ...ON,
    name: 'search, hits, one chosen',
    reach: async (scene) => {
      const { page } = scene
      await search(scene, 'ışık')
      await page.getByRole('group', { name: 'Kayıtlar' }).waitFor()
      await page.keyboard.press('ArrowDown')
      await page.locator('[role="option"][aria-selected="true"]').waitFor()
    },
  },
  {
    ...ON,
    name: 'search, chassis number and plates',
    reach: async (scene) => {
      await search(scene, 'wvwzzz')
      await scene.page.getByRole('group', { name: 'Araçlar' }).waitFor()
    },
  },
  {
    ...ON,
    name: 'search, Enter opens the exact car',
    reach: async (scene) => {
      await search(scene, '34 abc 123')
      await scene.page.getByText('Enter 34 ABC 123 aracını açar.').waitFor({ state: 'attached' })
    },
  },
  {
    ...ON,
    name: 'search, Enter leads to the cars',
    reach: async (scene) => {
      await search(scene, 'fiat')
      await scene.page.getByRole('option', { name: 'Araçlarda ara' }).waitFor()
    },
  },
  {
    ...ON,
    name: 'search, similar hits',
    reach: async (scene) => {
      await search(scene, 'cigdem')
      await scene.page.getByRole('group', { name: 'Müşteriler (benzer)' }).waitFor()
    },
  },
  {
    ...ON,
    name: 'search, nothing found',
    reach: async (scene) => {
      await search(scene, 'yokyok')
      await scene.page.getByText('Plakanın bir bölümünü').waitFor()
    },
  },
  {
    ...ON,
    name: 'search, waiting',
    reach: async (scene) => {
      await pending(scene.page, 'search.find')
      await search(scene, '34')
      await scene.page.getByText('Aranıyor...').waitFor()
    },
  },
  {
    ...ON,
    name: 'search, waiting for other hits',
    reach: async (scene) => {
      const { page } = scene
      await searchWaiting(scene)
      await field(scene).fill('06')
      await page.getByRole('group', { name: 'Araçlar' }).waitFor({ state: 'detached' })
    },
  },
  {
    ...ON,
    name: 'search, Enter waits',
    reach: async (scene) => {
      const { page } = scene
      await searchWaiting(scene)
      await field(scene).fill('34 abc 123')
      await page.keyboard.press('Enter')
      await page.getByText('Aranıyor...').waitFor()
    },
  },
  {
    ...ON,
    name: 'search failed',
    reach: async (scene) => {
      await failing(scene.page, 'search.find')
      await search(scene, '34')
      await scene.page.getByText('Arama yapılamadı.').waitFor()
    },
  },
]
