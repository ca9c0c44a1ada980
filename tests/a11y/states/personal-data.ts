import { chooseMore } from '#tests/support/screens/more-menu.ts'
import { save } from '#tests/support/rows/kayit.ts'

import { broken, waiting } from './rest.ts'
import { DIALOG, type Scene, type State } from './state.ts'

const SCREEN = { route: '/personal-data', path: 'personal-data' } as const
const ERASURES = { ...SCREEN, path: 'personal-data?tab=erasures' }
const RETENTION = { ...SCREEN, path: 'personal-data?tab=retention' }

/** Opens the page of a customer with a record. */
async function openCustomer({ page, panel, user }: Scene): Promise<void> {
  const { id } = await save(user.ctx, {
    info: { musteri_adi_soyadi: 'Ayşe Işık', tc_vergino: '10000000146' },
  })
  const { customer_id } = await panel.db
    .selectFrom('kayit')
    .where('id', '=', id)
    .select('customer_id')
    .executeTakeFirstOrThrow()
  await page.goto(`customer/${customer_id}`)
  await chooseMore(page, 'Kişisel veriler')
  await page.getByRole('dialog').getByText('1 kayıt').waitFor()
}

/** States of requests, erasures and retention, and of one customer's data. */
export const PERSONAL_DATA: readonly State[] = [
  {
    ...SCREEN,
    name: 'requests',
    reach: async ({ page, panel, user }) => {
      const request = { shop_id: user.id, kind: 'erasure', note: 'Aradı', created_at: new Date() } as const
      await panel.db
        .insertInto('data_request')
        .values([
          { ...request, received_on: '2026-01-02' },
          { ...request, received_on: '2026-01-02', answered_on: '2026-01-05' },
        ])
        .execute()
      await page.reload()
      await page.getByText('1 başvurunun yanıt süresi geçti.').waitFor()
    },
  },
  { ...SCREEN, name: 'no request', reach: ({ page }) => page.getByText('Henüz başvuru yok.').waitFor() },
  {
    ...SCREEN,
    name: 'dialog of a request, refused',
    part: DIALOG,
    reach: async ({ page }) => {
      await page.getByRole('button', { name: 'Yeni başvuru' }).click()
      await page.getByRole('dialog').getByLabel('Başvuru tarihi').fill('')
      await page.getByRole('dialog').getByRole('button', { name: 'Kaydet' }).click()
      await page.getByText('Başvuru tarihi zorunludur.').waitFor()
    },
  },
  waiting(SCREEN, 'requests', 'personalData.requests'),
  broken(SCREEN, 'requests', 'personalData.requests'),
  {
    ...ERASURES,
    name: 'erasures',
    reach: async ({ page, panel, user }) => {
      const counts = { records: 2, deleted: 0, vehicles: 1, shared_vehicles: 0, documents: 0, changes: 5 }
      const row = { shop_id: user.id, at: new Date(), counts: JSON.stringify(counts) }
      await panel.db
        .insertInto('erasure')
        .values([
          { ...row, actor_id: user.id, actor_name: user.username, customer_id: 7, reason: 'request' },
          { ...row, actor_id: null, actor_name: '', customer_id: null, reason: 'retention' },
        ])
        .execute()
      await page.reload()
      await page.getByText('Müşteri no 7').waitFor()
    },
  },
  broken(ERASURES, 'erasures', 'personalData.erasures'),
  {
    ...RETENTION,
    name: 'retention',
    reach: ({ page }) => page.getByLabel('Değişiklik geçmişi').waitFor(),
  },
  broken(RETENTION, 'retention', 'personalData.retention'),
  {
    route: '/customer/$id',
    path: 'customers',
    name: 'dialog of the personal data',
    part: DIALOG,
    reach: openCustomer,
  },
  {
    route: '/customer/$id',
    path: 'customers',
    name: 'question before an erasure',
    part: DIALOG,
    reach: async (scene) => {
      await openCustomer(scene)
      await scene.page.getByRole('dialog').getByRole('button', { name: 'Kişisel verileri sil' }).click()
      await scene.page.getByRole('alertdialog').getByText('Bu işlem geri alınamaz.').waitFor()
    },
  },
]
