import { saveOpening } from '#server/balance/opening.ts'
import { saveAccountsStart } from '#server/payment/operations.ts'
import { visit } from '#tests/support/rows/accounts.ts'
import { take, takeAccount } from '#tests/support/rows/payment.ts'

import { DIALOG, failing, pending, type Scene, type State } from './state.ts'

const DEBTS = { route: '/cash/debts', path: undefined } as const
const CUSTOMER = { route: '/customer/$id', path: undefined } as const

/** Stores debts of two ages and a customer with payments of a record and on account; returns the customer. */
async function fillAccounts({ user: { ctx } }: Scene): Promise<number> {
  await saveAccountsStart(ctx, { start: '2026-01-01' })
  const { customer_id, kayit_id } = await visit(ctx, { day: '2026-10-02' })
  await visit(ctx, { name: 'Mert Can', plate: '06 MRT 06', total: 80_000 })
  await saveOpening(ctx, { customer_id, opening_kurus: 12_050 })
  await take(ctx, { kayit_id, amount_kurus: 10_000, day: '2026-10-05' })
  await takeAccount(ctx, { customer_id, amount_kurus: 5_000, note: 'Elden' })
  return customer_id
}

async function openDebts(scene: Scene) {
  await fillAccounts(scene)
  await scene.page.goto('cash/debts')
  await scene.page.getByRole('link', { name: 'Mert Can' }).waitFor()
}

async function openAccount(scene: Scene) {
  await scene.page.goto(`customer/${await fillAccounts(scene)}`)
  await scene.page.getByRole('region', { name: 'Bakiye' }).waitFor()
}

const openTake = async (scene: Scene) => {
  await openAccount(scene)
  await scene.page.getByRole('button', { name: 'Tahsilat al' }).click()
  await scene.page.getByRole('dialog').getByLabel('Tutar').waitFor()
}

const openMore = async (scene: Scene, line: string) => {
  await openAccount(scene)
  await scene.page.getByRole('button', { name: 'Hesabın diğer işlemleri' }).click()
  await scene.page.getByRole('button', { name: line }).click()
  await scene.page.getByRole('dialog').waitFor()
}

const openEntry = async (scene: Scene, line: string) => {
  await openAccount(scene)
  await scene.page
    .getByRole('button', { name: /^Diğer işlemler: .* Nakit$/ })
    .last()
    .click()
  await scene.page.getByRole('button', { name: line }).click()
  await scene.page.getByRole('dialog').waitFor()
}

const openSending = async (scene: Scene) => {
  await openAccount(scene)
  await scene.page.getByRole('button', { name: 'Diğer işlemler', exact: true }).click()
  await scene.page.getByRole('button', { name: 'Ekstreyi gönder' }).click()
  await scene.page.locator('a[href^="https://wa.me/"]').waitFor()
}

/** States of the debts and of a customer's account. */
export const ACCOUNTS: readonly State[] = [
  { ...CUSTOMER, name: 'ways to send a statement', part: DIALOG, reach: openSending },
  { ...DEBTS, name: 'debts', reach: openDebts },
  {
    ...DEBTS,
    name: 'debts of one age',
    reach: async (scene) => {
      await openDebts(scene)
      await scene.page.getByRole('button', { name: /^31–60 gün/ }).click()
      await scene.page.getByRole('link', { name: 'Mert Can' }).waitFor({ state: 'detached' })
    },
  },
  {
    ...DEBTS,
    name: 'no accounts',
    path: 'cash/debts',
    reach: ({ page }) => page.getByText('Hesap henüz başlamadı.').waitFor(),
  },
  {
    ...DEBTS,
    name: 'loading',
    reach: async ({ page }) => {
      await pending(page, 'payment.debts')
      await page.goto('cash/debts')
      await page.getByText('Yükleniyor...').waitFor()
    },
  },
  {
    ...DEBTS,
    name: 'not loaded',
    reach: async ({ page }) => {
      await failing(page, 'payment.debts')
      await page.goto('cash/debts')
      await page.getByRole('alert').waitFor()
    },
  },
  { ...CUSTOMER, name: 'account', reach: openAccount },
  {
    ...CUSTOMER,
    name: 'account of a year',
    reach: async (scene) => {
      await openAccount(scene)
      await scene.page.getByLabel('Yıl', { exact: true }).selectOption('2026')
      await scene.page.getByText('2026 toplamı').waitFor()
    },
  },
  { ...CUSTOMER, name: 'payment on account', part: DIALOG, reach: openTake },
  { ...CUSTOMER, name: 'refund on account', part: DIALOG, reach: (scene) => openMore(scene, 'İade et') },
  {
    ...CUSTOMER,
    name: 'opening balance',
    part: DIALOG,
    reach: (scene) => openMore(scene, 'Devreden bakiye'),
  },
  { ...CUSTOMER, name: 'entry to assign', part: DIALOG, reach: (scene) => openEntry(scene, 'Bir kayda say') },
  { ...CUSTOMER, name: 'entry to cancel', part: DIALOG, reach: (scene) => openEntry(scene, 'İptal et') },
]
