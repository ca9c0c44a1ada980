import { expect } from 'vitest'

import { dotted, sum, tl, wholeTl } from './amounts.ts'
import { expectSoon, figuresIn, sortedTexts, rowsOf } from './compare-accounts.ts'
import { categoriesOf, drawerOf, figuresOf, spentOf } from './figures.ts'
import type { Car, Ledger } from './ledger.ts'
import { liveCars } from './old-paths.ts'
import type { Shop } from './shop.ts'

/** Compares a day-end, or the open day, with the ledger. */
export async function compareDayEnd({ page, ledger }: Shop, till: number): Promise<void> {
  const isOpen = till === ledger.openTill
  const count = ledger.counts[till]
  await page.goto(isOpen ? 'cash' : `cash?no=${till}`)
  const drawer = drawerOf(ledger, till)
  const card = page.getByRole('region', { name: 'Nakit kasa' })
  await card.waitFor()
  const shown = await figuresIn(card.locator('dl').first())
  const opening = Object.keys(shown).find((label) => label.startsWith('Açılış')) ?? 'Açılış'
  const signed = (kurus: number) => `${kurus > 0 ? '+' : ''}${tl(kurus)}`
  expect.soft(shown, `day-end ${till}`).toEqual({
    [opening]: tl(drawer.opening),
    'Nakit giren': signed(drawer.received),
    ...(drawer.refunded !== 0 && { 'Nakit iade': tl(-drawer.refunded) }),
    'Nakit gider': signed(0 - drawer.spent),
    'Olması gereken': tl(drawer.expected),
    ...(count !== undefined && { Sayılan: tl(count.counted) }),
  })
  if (count !== undefined) {
    expect.soft(count.expected).toBe(drawer.expected)
    const difference = count.counted - count.expected
    const words = difference === 0 ? 'Fark yok' : `Fark${tl(difference)}${difference < 0 ? 'eksik' : 'fazla'}`
    await card.getByRole('status').filter({ hasText: words }).waitFor()
    if (count.reason !== '') await card.getByText(count.reason).waitFor()
    await page.getByText(`No ${till}`).first().waitFor()
  }
  const taken = page.getByRole('region', { name: isOpen ? 'Bugün giren' : 'O gün giren' })
  expect.soft(await taken.textContent()).toContain(`${drawer.payments} tahsilat${tl(drawer.moneyIn)}`)
  const byMethod = drawer.taken.map(([method, amount]) => [method, tl(amount)])
  expect.soft(await figuresIn(taken)).toEqual(Object.fromEntries(byMethod))
  await compareMovements(page.getByRole('region', { name: 'Günün hareketleri' }), drawer)
}

async function compareMovements(
  list: ReturnType<Shop['page']['getByRole']>,
  { lines, moneyIn, moneyOut }: ReturnType<typeof drawerOf>,
): Promise<void> {
  if (lines === 0) return list.getByText('reket yok.').waitFor()
  expect.soft(await list.locator('tbody tr').count()).toBe(lines)
  expect.soft(await rowsOf(list.locator('tfoot tr'))).toEqual([['Toplam', tl(moneyIn), tl(moneyOut)]])
}

/** Compares the expenses with the ledger: each one, the sum, and the sums of the categories. */
export async function compareExpenses({ page, ledger }: Shop): Promise<void> {
  await page.goto('expense?size=100')
  const spent = spentOf(ledger)
  await page.getByText(`Toplam ${tl(sum(spent.map(({ amount }) => amount)))}`).waitFor()
  const rows = await rowsOf(page.getByRole('table', { name: 'Giderler' }).locator('tbody tr'))
  expect
    .soft(
      sortedTexts(
        rows.map(([day, title, category, method, , amount]) => [day, title, category, method, amount]),
      ),
    )
    .toEqual(
      sortedTexts(
        spent.map(({ day, title, category, method, amount }) => [
          dotted(day),
          title,
          category || '—',
          method,
          tl(amount),
        ]),
      ),
    )
  await page.getByText('Kategoriye göre').click()
  const bars = await page
    .getByRole('figure', { name: 'Kategoriye göre' })
    .getByRole('listitem')
    .allTextContents()
  const categories = categoriesOf(ledger)
  expect.soft(bars.length).toBe(categories.length)
  for (const [index, [name, amount]] of categories.entries()) {
    expect.soft(bars[index]).toMatch(new RegExp(`^${name || 'Kategorisiz'}`))
    expect.soft(bars[index]?.endsWith(tl(amount)), name).toBe(true)
  }
}

const MONTHS = [
  'Ocak',
  'Şubat',
  'Mart',
  'Nisan',
  'Mayıs',
  'Haziran',
  'Temmuz',
  'Ağustos',
  'Eylül',
  'Ekim',
  'Kasım',
  'Aralık',
]
const monthTitle = (day: string) => `${MONTHS[Number(day.slice(5, 7)) - 1]} ${day.slice(0, 4)}`
const monthQuery = (day: string) => `month=${Number(day.slice(5, 7))}&year=${day.slice(0, 4)}`

const profit = (kurus: number) => `${kurus < 0 ? 'Zarar ' : ''}${wholeTl(kurus)}`

/** Compares the statistics of the month of `day` with the ledger: its figures, each day, and all time. */
export async function compareStats({ page, ledger }: Shop, day: string): Promise<void> {
  await page.goto(`stats?${monthQuery(day)}`)
  const month = figuresOf(ledger, (one) => one.startsWith(day.slice(0, 7)))
  const all = figuresOf(ledger, () => true)
  const card = page.getByRole('region', { name: monthTitle(day), exact: true })
  const figures = {
    Gelir: wholeTl(month.income),
    Gider: wholeTl(month.expense),
    'Kâr / zarar': profit(month.income - month.expense),
    'Kayıt sayısı': String(month.records),
    Tamamlanan: String(month.completed),
  }
  await expectSoon(() => figuresIn(card), figures, `statistics of ${monthTitle(day)}`)
  expect.soft(await figuresIn(page.getByRole('region', { name: 'Tüm zamanlar' }))).toEqual({
    'Toplam kayıt': String(all.records),
    'Toplam gelir': wholeTl(all.income),
    'Toplam gider': wholeTl(all.expense),
    'Toplam kâr / zarar': profit(all.income - all.expense),
  })
  const summary = page.locator('summary').filter({ hasText: 'Grafiklerin tabloları' })
  await summary.click()
  const heading = page.locator('h3:text-is("Günlük gelir ve gider")')
  await page
    .locator('details div')
    .filter({ has: heading })
    .getByRole('button', { name: 'Tabloyu göster' })
    .first()
    .click()
  const rows = await rowsOf(page.getByRole('table', { name: 'Günlük gelir ve gider' }).locator('tbody tr'))
  expect.soft(rows.filter(([first]) => first !== 'Toplam')).toEqual(
    rows
      .filter(([first]) => first !== 'Toplam')
      .map(([label = '']) => {
        const { income, expense } = figuresOf(ledger, (one) => dotted(one) === label)
        return [label, wholeTl(income), wholeTl(expense)]
      }),
  )
}

/** Compares the list of records of the month of `day` with the ledger: its sum, the amount of each row and its mark. */
export async function compareList({ page, ledger }: Shop, day: string): Promise<void> {
  await page.goto(`books?size=100&${monthQuery(day)}`)
  const cars = liveCars(ledger).filter(({ entered }) => entered.startsWith(day.slice(0, 7)))
  const { income } = figuresOf(ledger, (one) => one.startsWith(day.slice(0, 7)))
  if (cars.length === 0) return page.getByText('Sonuç bulunamadı.').waitFor()
  await page.getByText(`Toplam ${tl(income)} iptal hariç`).waitFor()
  expect.soft(await listed(page), `list of ${monthTitle(day)}`).toEqual(expectedRows(ledger, cars))
}

/** Compares the lists of records that customers owe for with the ledger, each with its sums. */
export async function compareOwed({ page, ledger }: Shop): Promise<void> {
  const owed = liveCars(ledger).filter((car) => owedFor(ledger, car) > 0)
  const isUnpaid = (car: Car) => owedFor(ledger, car) === ledger.totalOf(car)
  const lists = { unpaid: owed.filter(isUnpaid), partial: owed.filter((car) => !isUnpaid(car)) }
  for (const [state, cars] of Object.entries(lists)) {
    await page.goto(`books?size=100&owed=${state}`)
    if (cars.length === 0) {
      await page.getByText('Sonuç bulunamadı.').waitFor()
      continue
    }
    const total = sum(cars.map((car) => ledger.totalOf(car)))
    const rest = sum(cars.map((car) => owedFor(ledger, car)))
    await page.getByText(`Toplam ${tl(total)} · Kalan ${tl(rest)}`).waitFor()
    expect.soft(await listed(page), `list of ${state} records`).toEqual(expectedRows(ledger, cars))
  }
}

/** Returns what a customer owes for a record since the accounts began; 0 for none. */
function owedFor(ledger: Ledger, car: Car): number {
  const due = ledger.dueOf(car)
  if (due === null || ledger.start === null || due < ledger.start) return 0
  return Math.max(ledger.totalOf(car) - ledger.paidOf(car), 0)
}

/** Returns the rows of the list by plate: the amount, and the mark of a debt. */
async function listed(page: Shop['page']): Promise<string[]> {
  const rows = await rowsOf(page.getByRole('table', { name: 'Kayıtlar' }).locator('tbody tr'))
  return rows
    .map((cells) => {
      const plate = cells.map((cell) => /\d\d [A-Z]+ \d+/.exec(cell)?.[0]).find((text) => text !== undefined)
      const amount = cells.find((cell) => cell.includes('₺')) ?? ''
      const mark = /(?:ödenmedi|kalan ₺[\d.]+,\d\d)$/.exec(amount)?.[0] ?? ''
      return `${plate} ${/^₺[\d.]+,\d\d/.exec(amount)?.[0]} ${mark}`
    })
    .toSorted()
}

const expectedRows = (ledger: Ledger, cars: readonly Car[]): string[] =>
  cars
    .map((car) => {
      const [total, rest] = [ledger.totalOf(car), owedFor(ledger, car)]
      const mark = rest === 0 ? '' : rest === total ? 'ödenmedi' : `kalan ${tl(rest)}`
      return `${car.plate} ${tl(total)} ${mark}`
    })
    .toSorted()
