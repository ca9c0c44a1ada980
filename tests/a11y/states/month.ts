import { spend } from '#tests/support/rows/expense.ts'
import { take } from '#tests/support/rows/payment.ts'
import { buildMember } from '#tests/support/rows/staff.ts'
import { enter } from '#tests/support/panel/panel.ts'
import { BEFORE, day, NOW } from '#tests/support/screens/stats-page.ts'

import { idOf } from './record.ts'
import { failing, pending, type Scene, type State } from './state.ts'

const MONTH = { route: '/cash/month', path: undefined } as const
const addressOf = ({ month, year }: typeof NOW) => `cash/month?month=${month}&year=${year}`

/** Stores payments by every method, a refund and expenses of this month and of the month before. */
async function fillMonths(scene: Scene): Promise<void> {
  const { ctx } = scene.user
  const kayit_id = await idOf(scene)
  for (const method of ['cash', 'card', 'transfer'] as const)
    await take(ctx, { kayit_id, method, day: day(NOW, 1) })
  await take(ctx, { kayit_id, kind: 'refund', amount_kurus: 500, day: day(NOW, 1) })
  await spend(ctx, { title: 'Parça', amount_kurus: 12_000, vat_rate: 20, spend_date: day(NOW, 1) })
  await spend(ctx, { title: 'Kira', amount_kurus: 900_000, spend_date: day(BEFORE, 2) })
}

async function openMonth(scene: Scene, address: string): Promise<void> {
  await fillMonths(scene)
  await scene.page.goto(address)
  await scene.page.getByText('Bu bir tahmindir').waitFor()
  await scene.page.getByText('İstatistiklerde aç').waitFor()
}

/** States of the month's end. */
export const MONTH_END: readonly State[] = [
  {
    ...MONTH,
    name: 'running month',
    reach: async (scene) => {
      await openMonth(scene, addressOf(NOW))
      await scene.page.getByText('İadeden sonra').waitFor()
    },
  },
  {
    ...MONTH,
    name: 'month with a loss and without payments',
    reach: async (scene) => {
      await openMonth(scene, addressOf(BEFORE))
      await scene.page.getByText('Bu ay için tahsilat girilmemiş.').waitFor()
    },
  },
  {
    ...MONTH,
    name: 'lists of the desk',
    reach: async ({ page, panel, user }) => {
      await enter(page, panel, await buildMember(panel.db, user))
      await page.goto(addressOf(NOW))
      await page.getByRole('heading', { name: 'Kayıtlar' }).waitFor()
    },
  },
  {
    ...MONTH,
    name: 'loading',
    reach: async ({ page }) => {
      await pending(page, 'payment.month')
      await page.goto(addressOf(NOW))
      await page.getByRole('region', { name: 'Giren para' }).getByText('Yükleniyor...').waitFor()
    },
  },
  {
    ...MONTH,
    name: 'not loaded',
    reach: async ({ page }) => {
      await failing(page, 'payment.month')
      await page.goto(addressOf(NOW))
      await page.getByText('Tahsilatlar alınamadı.').waitFor()
    },
  },
]
