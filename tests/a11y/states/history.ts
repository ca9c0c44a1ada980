import { mergeLinked } from '#server/directory/merge.ts'
import { chooseMore, openMore, openVisitMenu } from '#tests/support/screens/more-menu.ts'
import { save } from '#tests/support/rows/kayit.ts'

import { DIALOG, failing, pending, type Scene, type State } from './state.ts'

const LISTS = [
  { route: '/vehicles', path: 'vehicles', title: 'Araçlar', noun: 'vehicle', empty: 'Araç yok.' },
  { route: '/customers', path: 'customers', title: 'Müşteriler', noun: 'customer', empty: 'Müşteri yok.' },
] as const

const lists = LISTS.flatMap(({ route, path, title, noun, empty }): State[] => {
  const list = { route, path }
  const shown = ({ page }: Scene) =>
    page.getByRole('table', { name: title }).getByRole('link').first().waitFor()
  return [
    { ...list, name: 'list', reach: shown },
    { ...list, name: 'empty', shop: 'empty', reach: ({ page }) => page.getByText(empty).waitFor() },
    {
      route,
      name: 'not loaded',
      reach: async ({ page }) => {
        await failing(page, `${noun}.list`)
        await page.goto(path)
        await page.getByRole('alert').waitFor()
      },
    },
  ]
})

/** Opens the car or customer of the newest visit, which has three visits and one merged into it. */
async function openPage({ page, user }: Scene, noun: 'vehicle' | 'customer') {
  const visit = { plaka: '34 ABC 123', musteri_tel: '0532 123 45 67', km_bilgisi: 80_000 }
  const other = { ...visit, plaka: '34 ABC 132', musteri_adi_soyadi: 'Çiğdem Isık' }
  const islemler = [{ islem_adi: 'Balata', islem_adet: 2, fiyat_kurus: 12_050 }]
  await save(user.ctx, { info: other, islemler })
  await save(user.ctx, {
    info: { ...visit, giris_tarihi: '2025-03-01', durum: 'Tamamlandı', cikis_tarihi: '2025-03-02' },
    islemler,
  })
  const { id: last } = await save(user.ctx, {
    info: { ...visit, km_bilgisi: 90_000, aciklama: 'Not' },
    islemler,
  })
  const links = await user.ctx.db
    .selectFrom('kayit')
    .where('shop_id', '=', user.id)
    .orderBy('id', 'desc')
    .select(['id', `${noun}_id as linked`])
    .limit(3)
    .execute()
  const into = links.find(({ id }) => id === last)?.linked ?? 0
  const id = links.find(({ linked }) => linked !== into)?.linked ?? 0
  await mergeLinked(user.ctx, noun, { id, into })
  await page.goto(`${noun}/${into}`)
  await page.getByRole('heading', { name: 'Yıllara göre' }).waitFor()
}

const visitsShown = ({ page }: Scene) => page.getByText('Kaydı aç').first().waitFor()

const pages = (['vehicle', 'customer'] as const).flatMap((noun): State[] => {
  const route = `/${noun}/$id`
  return [
    {
      route,
      name: 'page',
      reach: async (scene) => {
        await openPage(scene, noun)
        await visitsShown(scene)
      },
    },
    {
      route,
      name: 'menu',
      reach: async (scene) => {
        await openPage(scene, noun)
        await visitsShown(scene)
        await openMore(scene.page)
        await scene.page.getByRole('button', { name: 'Birleştir' }).waitFor()
      },
    },
    {
      route,
      name: 'menu of a visit',
      reach: async (scene) => {
        await openPage(scene, noun)
        await visitsShown(scene)
        await openVisitMenu(scene.page.locator('.timeline-visit').first())
        await scene.page.getByRole('button', { name: /ait değil$/ }).waitFor()
      },
    },
    {
      route,
      name: 'merging',
      part: DIALOG,
      reach: async (scene) => {
        await openPage(scene, noun)
        await chooseMore(scene.page, 'Birleştir')
        await scene.page.getByRole('radio').first().check()
      },
    },
    {
      route,
      name: 'separated',
      reach: async (scene) => {
        await openPage(scene, noun)
        await scene.page.getByRole('button', { name: /^Ayır/ }).click()
        await scene.page.getByRole('button', { name: 'Geri al' }).waitFor()
      },
    },
    {
      route,
      name: 'missing',
      path: `${noun}/999999999`,
      reach: ({ page }) => page.getByText('Silinmiş ya da adresi yanlış olabilir.').waitFor(),
    },
    {
      route,
      name: 'not loaded',
      reach: async ({ page }) => {
        await failing(page, `${noun}.get`)
        await page.goto(`${noun}/1`)
        await page.getByRole('alert').waitFor()
      },
    },
    {
      route,
      name: 'loading',
      reach: async ({ page }) => {
        await pending(page, `${noun}.get`)
        await page.goto(`${noun}/1`)
        await page.getByText('Yükleniyor...').first().waitFor()
      },
    },
  ]
})

/** States of the lists and pages of cars and customers. */
export const HISTORY: readonly State[] = [...lists, ...pages]
