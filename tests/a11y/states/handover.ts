import { intakeMessages } from '#shared/intake/messages.ts'
import { giveBack, takeIn } from '#tests/support/rows/intake.ts'
import { save } from '#tests/support/rows/kayit.ts'
import { kayitPage } from '#tests/support/screens/kayit-page.ts'

import { idOf, openOld } from './record.ts'
import { DIALOG, type Scene, type State } from './state.ts'

const OLD = { route: '/book/$id', part: DIALOG } as const

async function openForm(scene: Scene, entry: 'Araç kabul' | 'Teslim et') {
  await openOld(scene)
  await kayitPage(scene.page).openMenu(entry)
  await scene.page.getByRole('dialog').getByLabel('Kilometre').waitFor()
}

/** States of the forms of intake and delivery. */
export const HANDOVER: readonly State[] = [
  { ...OLD, name: 'new intake', reach: (scene) => openForm(scene, 'Araç kabul') },
  {
    ...OLD,
    name: 'intake changed after its signature',
    reach: async (scene) => {
      const kayit_id = await idOf(scene)
      await takeIn(scene.user.ctx, { kayit_id, isSigned: true })
      await save(scene.user.ctx, { id: kayit_id, info: { arac_model: 'Egea' } })
      await openForm(scene, 'Araç kabul')
      await scene.page.getByText(/Yeniden imzalatın/).waitFor()
    },
  },
  {
    route: '/book/$id',
    name: 'with an intake that was changed after its signature',
    reach: async (scene) => {
      const kayit_id = await idOf(scene)
      await takeIn(scene.user.ctx, { kayit_id, isSigned: true })
      await save(scene.user.ctx, { id: kayit_id, info: { arac_model: 'Egea' } })
      await openOld(scene)
      await scene.page.getByText('İmzadan sonra değişti').waitFor()
    },
  },
  {
    ...OLD,
    name: 'terms of the intake in edit',
    reach: async (scene) => {
      await openForm(scene, 'Araç kabul')
      await scene.page.getByText('Kabul şartları: imza bunları da onaylar').click()
      await scene.page.getByRole('button', { name: 'Şartları değiştir' }).click()
    },
  },
  {
    route: '/book/$id',
    name: 'with an intake that waits for the connection',
    reach: async (scene) => {
      await scene.page.route('**/intake.save**', (route) => route.abort())
      await openForm(scene, 'Araç kabul')
      await scene.page.getByRole('dialog').getByRole('button', { name: 'Kaydet' }).click()
      await scene.page.getByRole('button', { name: /^Düzenle: .*Araç kabul$/ }).waitFor()
    },
  },
  {
    ...OLD,
    name: 'signed delivery',
    reach: async (scene) => {
      const item_warranties = [{ islem_adi: 'Akü', warranty_months: '24', warranty_km: '' }]
      await giveBack(scene.user.ctx, { kayit_id: await idOf(scene), isSigned: true, item_warranties })
      await openForm(scene, 'Teslim et')
      await scene.page.getByLabel('Akü, garanti km').fill('yok')
      await scene.page.getByRole('dialog').getByRole('button', { name: 'Kaydet' }).click()
      await scene.page.getByText(intakeMessages.warrantyKmInvalid).waitFor()
    },
  },
  {
    route: '/book/$id',
    name: 'record of a car under warranty',
    reach: async (scene) => {
      const now = { ...scene.user.ctx, now: new Date() }
      const info = { plaka: '34 GRN 1', musteri_adi_soyadi: 'Ali Öz' }
      const islemler = [{ islem_adi: 'Fren balatası', islem_adet: 1, fiyat_kurus: 1 }]
      const { id } = await save(now, { info, islemler })
      await giveBack(now, { kayit_id: id, warranty_months: 6 })
      const next = await save(now, { info })
      await scene.page.goto(`book/${next.id}`)
      await scene.page.getByText('Garantide: Fren balatası').waitFor()
    },
  },
]
