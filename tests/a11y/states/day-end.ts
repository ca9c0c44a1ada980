import { spend } from '#tests/support/rows/expense.ts'
import { reverse, take } from '#tests/support/rows/payment.ts'
import { close, open } from '#tests/support/rows/till.ts'

import { idOf } from './record.ts'
import { failing, pending, type Scene, type State } from './state.ts'

const CASH = { route: '/cash/' } as const

/** Stores an opening, a closed day with a difference, and entries of every kind on the open day. */
async function fillTill(scene: Scene): Promise<void> {
  const ctx = { ...scene.user.ctx, now: new Date() }
  const kayit_id = await idOf(scene)
  await open(ctx, 235_000)
  const { payments } = await take(ctx, { kayit_id })
  await close(ctx, { counted_kurus: 244_750, reason: 'Bozuk para üstü' })
  await reverse(ctx, { id: payments[0]?.id ?? 0 })
  const taken = await take(ctx, { kayit_id, method: 'card', day: '2026-11-01' })
  await reverse(ctx, { id: taken.payments.at(-1)?.id ?? 0 })
  for (const method of ['cash', 'card', 'transfer'] as const) await take(ctx, { kayit_id, method })
  await take(ctx, { kayit_id, kind: 'refund', amount_kurus: 500 })
  await spend(ctx, { title: 'Öğle yemeği', amount_kurus: 9_200, method: 'cash' })
}

async function openFilled(scene: Scene, address = 'cash'): Promise<void> {
  await fillTill(scene)
  await scene.page.goto(address)
  await scene.page.getByRole('region', { name: 'Nakit kasa' }).waitFor()
}

/** States of the day's end. */
export const DAY_END: readonly State[] = [
  {
    ...CASH,
    name: 'drawer that was never counted',
    path: 'cash',
    reach: ({ page }) => page.getByRole('button', { name: 'Kasayı aç' }).waitFor(),
  },
  { ...CASH, name: 'open day', reach: openFilled },
  {
    ...CASH,
    name: 'difference',
    reach: async (scene) => {
      await openFilled(scene)
      await scene.page.getByLabel('Sayılan').fill('1')
      await scene.page.getByLabel('Farkın sebebi').waitFor()
    },
  },
  {
    ...CASH,
    name: 'missing count',
    reach: async (scene) => {
      await openFilled(scene)
      await scene.page.getByRole('button', { name: 'Günü kapat' }).filter({ visible: true }).click()
      await scene.page.getByText('Kasadaki parayı sayıp yazın.').waitFor()
    },
  },
  { ...CASH, name: 'closed day', reach: (scene) => openFilled(scene, 'cash?no=1') },
  {
    ...CASH,
    name: 'day without entries',
    reach: async (scene) => {
      await open({ ...scene.user.ctx, now: new Date() })
      await scene.page.goto('cash')
      await scene.page.getByText('Henüz hareket yok.').waitFor()
    },
  },
  {
    ...CASH,
    name: 'loading',
    reach: async ({ page }) => {
      await pending(page, 'till.day')
      await page.goto('cash')
      await page.getByText('Yükleniyor...').waitFor()
    },
  },
  {
    ...CASH,
    name: 'not loaded',
    reach: async ({ page }) => {
      await failing(page, 'till.day')
      await page.goto('cash')
      await page.getByRole('alert').waitFor()
    },
  },
]
