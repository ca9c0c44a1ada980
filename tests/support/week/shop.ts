import type { Page } from 'playwright-core'

import type { Panel } from '#tests/support/panel/panel.ts'
import { setNoticeCookies } from '#tests/support/panel/panel.ts'
import type { TestUser } from '#tests/support/rows/factories.ts'
import type { TestBrowser } from '#tests/support/screens/browser.ts'

import { Ledger } from './ledger.ts'

/** An invented shop: its page in the browser, and the ledger that is kept beside it. */
export type Shop = {
  page: Page
  panel: Panel
  user: TestUser
  ledger: Ledger
  clock: Clock
  /** The numbers of the records by the keys of their cars. */
  ids: Map<string, number>
  /** How many changes of money were found to leave every figure of the specification as it was. */
  sameFigures: number
  /** The token of a program that calls the old paths today. */
  token: string
}

/** One action of the week: in the browser first, then in the ledger. */
export type Step = { words: string; run: (shop: Shop) => Promise<void> }

export type Clock = ReturnType<typeof movableClock>

/** A clock that goes on from nine o'clock in Istanbul on the day to which it was moved. */
export function movableClock(day: string) {
  const morning = (of: string) => Date.parse(`${of}T09:00:00+03:00`)
  let ahead = morning(day) - Date.now()
  return {
    now: () => new Date(Date.now() + ahead),
    moveTo: (next: string) => {
      ahead = morning(next) - Date.now()
    },
  }
}

/** Opens a new shop in the browser, logged in by its form. */
export async function openShop(
  { panel, browser, clock }: { panel: Panel; browser: TestBrowser; clock: Clock },
  day: string,
): Promise<Shop> {
  clock.moveTo(day)
  const user = await panel.user({ company_name: 'Yıldız Oto' })
  const page = await browser.open({ address: panel.address })
  await page.clock.install({ time: clock.now() })
  await setNoticeCookies(page, panel.address)
  await page.goto('')
  await page.getByLabel('Kullanıcı adı').fill(user.username)
  await page.getByLabel('Parola', { exact: true }).fill(user.password)
  await page.getByRole('button', { name: 'Giriş yap' }).click()
  await page.waitForURL('**/dashboard')
  const ledger = new Ledger(day)
  return { page, panel, user, ledger, clock, ids: new Map(), sameFigures: 0, token: '' }
}

/** Begins a day on the server, in the browser and in the ledger. */
export async function beginDay(shop: Shop, day: string): Promise<void> {
  const { page, panel, user, ledger, clock } = shop
  clock.moveTo(day)
  ledger.today = day
  await page.clock.setSystemTime(clock.now())
  const answer = await fetch(new URL('api/login.php', panel.address), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: user.username, password: user.password }),
  })
  shop.token = ((await answer.json()) as { token: string }).token
}

/** Returns the number of a record. */
export function idOf({ ids }: Pick<Shop, 'ids'>, car: string): number {
  const id = ids.get(car)
  if (id === undefined) throw new Error(`The car '${car}' has no record yet.`)
  return id
}

/** Returns the number of the customer whose page shows this one. */
export async function customerIdOf(shop: Shop, person: string): Promise<number> {
  const { panel, ledger } = shop
  const root = ledger.rootOf(person).key
  const car = [...ledger.cars.values()].find((one) => one.person === root)
  if (car === undefined) throw new Error(`The customer '${root}' has no record.`)
  const row = await panel.db
    .selectFrom('kayit')
    .where('id', '=', idOf(shop, car.key))
    .select('customer_id')
    .executeTakeFirstOrThrow()
  return row.customer_id ?? 0
}
