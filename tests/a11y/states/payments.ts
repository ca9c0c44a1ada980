import { getKayit } from '#server/kayit/operations.ts'
import { discount } from '#tests/support/rows/discount.ts'
import { save } from '#tests/support/rows/kayit.ts'
import { reverse, take } from '#tests/support/rows/payment.ts'
import { share } from '#tests/support/rows/share.ts'

import { idOf, openOld } from './record.ts'
import { DIALOG, type Scene, type State } from './state.ts'

const OLD = { route: '/book/$id' } as const

/** Stores two payments, one of them cancelled, and opens the record. */
async function openPaid(scene: Scene) {
  const { ctx } = scene.user
  const { payments } = await take(ctx, { kayit_id: await idOf(scene), note: 'Kapora' })
  await reverse(ctx, { id: payments[0]?.id ?? 0, note: 'yanlış yöntem' })
  await take(ctx, { kayit_id: await idOf(scene), method: 'card' })
  await openOld(scene)
  await scene.page.getByRole('region', { name: 'Tahsilatlar' }).waitFor()
}

/** Completes the record, so that its rest is a debt, and opens it. */
async function complete(scene: Scene) {
  await save(scene.user.ctx, { id: await idOf(scene), info: { durum: 'Tamamlandı' } })
  await openOld(scene)
}

async function openTill({ page }: Scene) {
  await page.getByRole('button', { name: 'Tahsilat al', exact: true }).click()
  await page.getByRole('dialog').waitFor()
}

async function openPaymentMenu(scene: Scene) {
  await openPaid(scene)
  await scene.page.getByRole('button', { name: /^Diğer işlemler: .* Kart$/ }).click()
}

/** States of a record's money and of its links. */
export const PAYMENTS: readonly State[] = [
  { ...OLD, name: 'with payments', reach: openPaid },
  {
    ...OLD,
    name: 'first payment',
    part: DIALOG,
    reach: async (scene) => {
      await openOld(scene)
      await openTill(scene)
    },
  },
  {
    ...OLD,
    name: 'payment with its details',
    part: DIALOG,
    reach: async (scene) => {
      await openPaid(scene)
      await openTill(scene)
      await scene.page.getByText('Tarih, not, çek').click()
    },
  },
  {
    ...OLD,
    name: 'payment whose rest becomes a discount',
    part: DIALOG,
    reach: async (scene) => {
      await complete(scene)
      await openTill(scene)
      await scene.page.getByLabel('Tutar').fill('1')
      await scene.page.getByLabel('Kalanı iskonto yap').check()
    },
  },
  {
    ...OLD,
    name: 'with a discount',
    reach: async (scene) => {
      const { ctx } = scene.user
      const id = await idOf(scene)
      const { islemler } = await getKayit(ctx, { kayit_id: id })
      await save(ctx, { id, info: {}, islemler: [...islemler, discount(1)] })
      await openOld(scene)
      await scene.page.getByRole('button', { name: 'İskontoyu değiştir' }).waitFor()
    },
  },
  {
    ...OLD,
    name: 'dialog of a discount that is too large',
    part: DIALOG,
    reach: async (scene) => {
      await openOld(scene)
      await scene.page.getByRole('button', { name: 'İskonto ekle' }).click()
      await scene.page.getByLabel('ya da yüzde (%)').fill('101')
      await scene.page.keyboard.press('Enter')
      await scene.page.getByText('Yüzde 0 ile 100 arasında olmalı.').waitFor()
    },
  },
  { ...OLD, name: 'menu of a payment', reach: openPaymentMenu },
  {
    ...OLD,
    name: 'question before a payment is cancelled',
    part: DIALOG,
    reach: async (scene) => {
      await openPaymentMenu(scene)
      await scene.page.getByRole('button', { name: 'İptal et' }).click()
      await scene.page.getByRole('dialog').waitFor()
    },
  },
  {
    ...OLD,
    name: 'ways to send it, with links',
    part: DIALOG,
    reach: async (scene) => {
      for (let made = 0; made < 4; made += 1)
        await share(scene.user.ctx, { kayit_id: await idOf(scene), with_vat: made > 1 })
      await openOld(scene)
      await scene.page.getByRole('button', { name: 'Gönder', exact: true }).click()
      await scene.page.getByText('Açık bağlantılar').waitFor()
      await scene.page.locator('a[href^="https://wa.me/"]').waitFor()
    },
  },
]
