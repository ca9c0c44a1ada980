import { kayitPage } from '#tests/support/screens/kayit-page.ts'

import { DIALOG, failing, type Scene, type State } from './state.ts'

const NEW = { route: '/book/$id', path: 'book/0' } as const
const OLD = { route: '/book/$id' } as const

const field = ({ page }: Scene, label: string) => page.getByLabel(label, { exact: true })
const save = ({ page }: Scene) => page.getByRole('button', { name: 'Kaydet', exact: true }).first().click()
const newShown = ({ page }: Scene) => page.getByRole('heading', { name: 'Kayıt Oluştur' }).waitFor()

export async function idOf({ panel, user }: Scene): Promise<number> {
  const { id } = await panel.db
    .selectFrom('kayit')
    .select('id')
    .where('shop_id', '=', user.id)
    .where('plaka', '=', '34 ABC 123')
    .executeTakeFirstOrThrow()
  return id
}

export async function openOld(scene: Scene) {
  await scene.page.goto(`book/${await idOf(scene)}`)
  await field(scene, 'Plaka').waitFor()
}

async function conflict(scene: Scene) {
  await openOld(scene)
  await field(scene, 'Müşteri Adı Soyadı').fill('Fiat sahibi')
  const version = 7
  await scene.panel.db
    .updateTable('kayit')
    .set({ version, musteri_adi_soyadi: 'Başkası' })
    .where('id', '=', await idOf(scene))
    .execute()
  await save(scene)
  await scene.page.getByRole('alert', { name: 'Bu kayıt siz düzenlerken değiştirildi.' }).waitFor()
}

async function fold(scene: Scene, open: boolean) {
  await newShown(scene)
  const details = scene.page.locator('main details')
  if (((await details.getAttribute('open')) !== null) !== open) await details.locator('summary').click()
}

/** The text of each field with which several suggestions begin. */
const BEGINNING = { Plaka: '34', 'Müşteri Adı Soyadı': 'çi', Telefon: '05' } as const

/** States of a service record. */
export const RECORD: readonly State[] = [
  { ...NEW, name: 'new', reach: newShown },
  { ...NEW, name: "'Diğer bilgiler' open", reach: (scene) => fold(scene, true) },
  { ...NEW, name: "'Diğer bilgiler' closed", reach: (scene) => fold(scene, false) },
  { ...OLD, name: 'with work', reach: openOld },
  {
    ...NEW,
    name: 'names of work items suggested',
    reach: async (scene) => {
      await newShown(scene)
      await scene.page.getByRole('group', { name: 'İşlem ekle' }).getByLabel('İşlem Adı').fill('bal')
      await scene.page.getByRole('option', { name: 'Fren balatası' }).waitFor()
    },
  },
  {
    ...OLD,
    name: 'menu',
    reach: async (scene) => {
      await openOld(scene)
      await scene.page.getByRole('button', { name: 'Diğer işlemler', exact: true }).click()
      await scene.page.getByRole('button', { name: 'Bu işlemleri paket yap…' }).waitFor()
    },
  },
  {
    ...OLD,
    name: 'question before the record is deleted',
    part: DIALOG,
    reach: async (scene) => {
      await openOld(scene)
      await kayitPage(scene.page).openMenu('Sil')
      await scene.page.getByRole('alertdialog').waitFor()
    },
  },
  {
    ...OLD,
    name: 'customer and car unfolded',
    reach: async (scene) => {
      await openOld(scene)
      const card = scene.page.getByRole('region', { name: 'Müşteri ve araç' })
      await card.getByRole('button', { name: 'Düzenle' }).click()
      await card.getByRole('button', { name: 'Tamam' }).waitFor()
    },
  },
  {
    ...OLD,
    name: 'fields of an item',
    reach: async (scene) => {
      await openOld(scene)
      await scene.page.getByLabel('Fiyat (KDV dahil), 1. satır').focus()
    },
  },
  {
    ...OLD,
    name: 'dialog of a ready package',
    part: DIALOG,
    reach: async (scene) => {
      await openOld(scene)
      await kayitPage(scene.page).openMenu('Bu işlemleri paket yap…')
      await scene.page.getByLabel('Paketin adı').waitFor()
    },
  },
  {
    ...NEW,
    name: 'of a known car',
    reach: async (scene) => {
      await newShown(scene)
      await field(scene, 'Plaka').fill('34 ABC 123')
      await scene.page.getByRole('button', { name: 'Bilgileri getir' }).waitFor()
    },
  },
  ...(['Plaka', 'Müşteri Adı Soyadı', 'Telefon'] as const).map((label) => ({
    ...NEW,
    name: `suggestions for ${label}`,
    reach: async (scene: Scene) => {
      await newShown(scene)
      await field(scene, label).fill(BEGINNING[label])
      await scene.page.getByRole('listbox').getByRole('option').first().waitFor()
      await field(scene, label).press('ArrowDown')
    },
  })),
  {
    ...NEW,
    name: 'customer taken over without a car',
    reach: async (scene) => {
      await newShown(scene)
      await field(scene, 'Plaka').fill('35 K 1')
      await field(scene, 'Müşteri Adı Soyadı').fill('çi')
      await scene.page.getByRole('listbox').getByRole('option').first().click()
      await scene.page.getByText('Kayıtlı müşteri: ').waitFor()
    },
  },
  {
    ...NEW,
    name: 'refused fields',
    reach: async (scene) => {
      await newShown(scene)
      await save(scene)
      await scene.page.getByRole('alert').getByRole('link').first().waitFor()
    },
  },
  {
    ...OLD,
    name: 'refused item and notes on fields',
    reach: async (scene) => {
      await openOld(scene)
      await scene.page.getByLabel('İşlem Adı, 1. satır').fill('')
      await field(scene, 'Telefon')
        .fill('12')
        .catch(() => {})
      await save(scene)
      await scene.page.getByRole('alert').getByRole('link').first().waitFor()
    },
  },
  {
    ...OLD,
    name: 'save failed',
    reach: async (scene) => {
      await openOld(scene)
      await failing(scene.page, 'kayit.save')
      await field(scene, 'Müşteri Adı Soyadı').fill('Ayşe')
      await save(scene)
      await scene.page.getByRole('alert').waitFor()
    },
  },
  {
    ...OLD,
    name: 'saved',
    reach: async (scene) => {
      await openOld(scene)
      await field(scene, 'Müşteri Adı Soyadı').fill('Ayşe')
      await save(scene)
      await scene.page.getByText('Kayıt başarıyla güncellendi.').last().waitFor()
    },
  },
  {
    ...OLD,
    name: 'question before an item is deleted',
    part: DIALOG,
    reach: async (scene) => {
      await openOld(scene)
      // On a phone the button is in the item's sheet.
      await scene.page.getByLabel('Fiyat (KDV dahil), 1. satır').focus()
      await scene.page
        .getByRole('table', { name: 'İşlemler' })
        .getByRole('button', { name: 'Sil' })
        .first()
        .click()
      await scene.page.getByRole('alertdialog').waitFor()
    },
  },
  { ...OLD, name: 'conflict', reach: conflict },
  {
    ...OLD,
    name: 'conflict with the current record',
    reach: async (scene) => {
      await conflict(scene)
      await scene.page.getByRole('button', { name: 'Güncel kaydı göster' }).click()
      await scene.page.getByRole('alert').getByRole('table').waitFor()
    },
  },
  {
    ...NEW,
    name: 'draft offered',
    reach: async (scene) => {
      const { page } = scene
      await field(scene, 'Plaka').fill('34 TAS 1')
      await page.waitForFunction(() => JSON.stringify(localStorage).includes('34 TAS 1'))
      await page.reload()
      await page.getByRole('button', { name: 'Taslağı geri yükle' }).waitFor()
    },
  },
  {
    ...NEW,
    name: 'question before leaving',
    part: DIALOG,
    reach: async (scene) => {
      await field(scene, 'Plaka').fill('34 TAS 1')
      await scene.page.getByRole('button', { name: 'Geri' }).click()
      await scene.page.getByRole('alertdialog').waitFor()
    },
  },
  {
    ...NEW,
    name: 'question before logging out',
    part: DIALOG,
    reach: async (scene) => {
      await field(scene, 'Plaka').fill('34 TAS 1')
      await scene.page.getByRole('button', { name: /^Hesap/ }).click()
      await scene.page.getByRole('link', { name: 'Çıkış' }).last().click()
      await scene.page.getByRole('alertdialog').waitFor()
    },
  },
  {
    ...NEW,
    name: 'login again',
    part: DIALOG,
    reach: async (scene) => {
      const { page, panel, user } = scene
      await field(scene, 'Plaka').fill('34 TAS 1')
      await field(scene, 'Müşteri Adı Soyadı').fill('Ayşe')
      await panel.db.deleteFrom('sessions').where('user_id', '=', user.id).execute()
      await save(scene)
      await page.getByRole('dialog', { name: 'Oturum sona erdi' }).waitFor()
    },
  },
  {
    ...OLD,
    name: 'not loaded',
    path: 'book/999999',
    reach: ({ page }) =>
      page.getByText('Kayıt detayları alınamadı.').or(page.getByText('Kayıt bulunamadı.')).first().waitFor(),
  },
]
