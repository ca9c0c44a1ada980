import { reverse, take } from '#tests/support/rows/payment.ts'

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

async function openTill({ page }: Scene) {
  await page.getByRole('button', { name: 'Tahsilat al', exact: true }).click()
  await page.getByRole('dialog').waitFor()
}

async function openPaymentMenu(scene: Scene) {
  await openPaid(scene)
  await scene.page.getByRole('button', { name: /^Diğer işlemler: .* Kart$/ }).click()
}

/** States of a record's money. */
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
]
