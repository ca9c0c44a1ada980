import type { Locator } from 'playwright-core'
import { expect } from 'vitest'

import {
  advanceOf,
  agesOf,
  balanceOf,
  debtorsOf,
  isInShop,
  lastPaymentOf,
  type Line,
  statementOf,
} from './accounts.ts'
import { openCustomer } from './account-steps.ts'
import { dotted, sum, tl } from './amounts.ts'
import { linesOf, wholeOf } from './figures.ts'
import type { Car, Ledger, Person } from './ledger.ts'
import { openRecord } from './record-steps.ts'
import type { Shop } from './shop.ts'

/** Returns the visible texts of the cells of each row, without marks of direction. */
export const rowsOf = (rows: Locator): Promise<string[][]> =>
  rows.evaluateAll((all) =>
    all.map((row) =>
      [...(row as HTMLTableRowElement).cells].map((cell) =>
        cell.innerText
          .replaceAll(/[\u2066-\u2069]/g, '')
          .replaceAll(/\s+/g, ' ')
          .trim(),
      ),
    ),
  )

/** Returns rows as texts in their order, for a comparison of tables that may be sorted otherwise. */
export const sortedTexts = (rows: readonly (readonly (string | undefined)[])[]): string[] =>
  rows.map((row) => row.join(' | ')).toSorted()

/** Returns the figures of a list of definitions by their labels: { Kalan: '₺0,00 Ödendi' }. */
export const figuresIn = (list: Locator): Promise<Record<string, string>> =>
  list
    .locator('dt')
    .evaluateAll((labels) =>
      Object.fromEntries(
        labels.map((label) => [
          label.textContent,
          (label.nextElementSibling?.textContent ?? '').replaceAll(/\s+/g, ' ').trim(),
        ]),
      ),
    )

/** Waits until the screen shows the expected value; after ten seconds the test goes on and fails at its end. */
export async function expectSoon(
  read: () => Promise<unknown>,
  expected: unknown,
  words: string,
): Promise<void> {
  try {
    await expect.poll(read, { timeout: 10_000 }).toEqual(expected)
  } catch {
    expect.soft(await read(), words).toEqual(expected)
  }
}

/** Compares the till, the items and the payments of a record's screen with the ledger. */
export async function compareRecord(shop: Shop, key: string): Promise<void> {
  const { page, ledger } = shop
  const car = ledger.car(key)
  const { table } = await openRecord(shop, key)
  const till = page.locator('[data-bar="action"] dl')
  await expectSoon(() => figuresIn(till), tillOf(ledger, car), key)
  const rows = await rowsOf(table.locator('tbody tr'))
  // Below the amount of several pieces stands how it came about.
  const amounts = rows.map((cells) => cells.findLast((text) => text.includes('₺'))?.split(' ')[0])
  expect.soft(amounts, key).toEqual(linesOf(car).map(({ gross }) => tl(gross)))
  const list = page.getByRole('region', { name: 'Tahsilatlar' })
  const entries = ledger.entriesOf(key)
  if (entries.length === 0) return expect.soft(await list.count()).toBe(0)
  await list.waitFor()
  const lines = await list.getByRole('listitem').allTextContents()
  expect.soft(lines.length, key).toBe(entries.length)
  for (const [index, { day, sign, method, amount, cancelledBy }] of entries.entries())
    for (const part of [
      dotted(day),
      `${sign === -1 ? 'İade, ' : ''}${method}`,
      tl(sign * amount),
      ...(cancelledBy === null ? [] : ['İptal edildi', cancelledBy.note]),
    ])
      expect.soft(lines[index], key).toContain(part)
  expect.soft(await list.locator('> p').last().textContent()).toBe(`Ödenen${tl(ledger.paidOf(car))}`)
}

/** Returns the figures of a record's till: the rest counts only since the accounts began. */
function tillOf(ledger: Ledger, car: Car): Record<string, string> {
  const { net, vat, gross } = wholeOf(car)
  const paid = ledger.paidOf(car)
  const due = ledger.dueOf(car)
  const isKnown = ledger.start !== null && (due === null || due >= ledger.start)
  const rest = car.status === 'İptal' ? -paid : gross - paid
  const hasRest = isKnown && !(car.status === 'İptal' && paid === 0)
  const figures: Record<string, string> = {
    'KDV hariç toplam': tl(net),
    KDV: tl(vat),
    'KDV dahil toplam': tl(gross),
  }
  if (hasRest || paid !== 0) figures['Ödenen'] = tl(paid)
  if (hasRest)
    figures[rest < 0 ? 'Fazla ödenen' : 'Kalan'] =
      `${tl(Math.abs(rest))}${rest === 0 && paid > 0 ? 'Ödendi' : ''}`
  return figures
}

const AGES = ['0–30 gün', '31–60 gün', '61–90 gün', '90 günü geçen']

/** Compares a customer's page with the ledger: the balance by age, advances, and every line of the statement. */
export async function compareCustomer(shop: Shop, person: Person): Promise<void> {
  const { page, ledger } = shop
  await openCustomer(shop, person.key)
  const balance = balanceOf(ledger, person)
  const ages = agesOf(ledger, person)
  expect.soft(sum(ages), person.key).toBe(Math.max(balance, 0))
  const state =
    ledger.start === null
      ? 'hesap başlamadı'
      : balance === 0
        ? 'borcu yok'
        : balance > 0
          ? 'borçlu'
          : 'alacaklı'
  const agesText = AGES.flatMap((label, age) =>
    (ages[age] ?? 0) > 0 ? [`${label} ${tl(ages[age] ?? 0)}`] : [],
  )
  const advance = advanceOf(ledger, person)
  const card = page.getByRole('region', { name: 'Bakiye' })
  const words = `Bakiye${state}${tl(Math.abs(balance))}${balance > 0 ? agesText.join(', ') : ''}${advance > 0 ? `Kapora, çıkınca hesaba girer${tl(advance)}` : ''}Tahsilat al`
  await expectSoon(() => card.textContent(), expect.stringContaining(words), person.key)
  await compareOpenRecords(shop, person)
  const lines = statementOf(ledger, person)
  if (lines.length === 0) return
  const table = page.getByRole('table', { name: 'Hesap hareketleri' })
  const total = (part: 'debit' | 'credit') => tl(sum(lines.map((line) => line[part])))
  expect
    .soft(await rowsOf(table.locator('tbody tr')), person.key)
    .toEqual([
      ...withBalance(lines).map((line) => [
        dotted(line.day),
        screenWords(line),
        line.debit === 0 ? '' : tl(line.debit),
        line.credit === 0 ? '' : tl(line.credit),
        tl(line.balance),
        '',
      ]),
      ['Toplam', total('debit'), total('credit'), tl(balance)],
    ])
}

/** Adds to each line of a statement the balance after it, from the balance before the first. */
export function withBalance(lines: readonly Line[], carried = 0): (Line & { balance: number })[] {
  let balance = carried
  return lines.map((line) => ({ ...line, balance: (balance += line.debit - line.credit) }))
}

function screenWords({ words, plate, entry }: Line): string {
  if (entry === undefined) return plate === '' ? words : `${words} ${plate}`
  const isCancelled = entry.cancels !== null || entry.cancelledBy !== null
  const remarks = [...(isCancelled ? ['iptal edildi'] : []), ...(entry.note === '' ? [] : [entry.note])]
  return [
    `${entry.sign === -1 ? 'İade, ' : ''}${entry.method}`,
    ...(remarks.length > 0 ? [remarks.join(': ')] : []),
  ].join(' ')
}

async function compareOpenRecords({ page, ledger }: Shop, person: Person): Promise<void> {
  const keys = new Set(ledger.family(person.key).map(({ key }) => key))
  const cars = [...ledger.cars.values()].filter((car) => keys.has(car.person) && isOpen(ledger, car))
  const card = page.getByRole('region', { name: /^Açık kayıtlar/ })
  if (cars.length === 0) return expect.soft(await card.count()).toBe(0)
  const lines = await card.getByRole('listitem').allTextContents()
  expect
    .soft(
      lines
        .map((line) => line.replaceAll(/[\u2066-\u2069]/g, '').match(/^.*?₺[\d.]+,\d\d/)?.[0] ?? line)
        .toSorted(),
    )
    .toEqual(
      cars
        .map((car) => {
          const due = ledger.dueOf(car)
          return `${due === null ? 'Serviste' : dotted(due)} · ${car.plate}${tl(ledger.totalOf(car) - ledger.paidOf(car))}`
        })
        .toSorted(),
    )
}

function isOpen(ledger: Ledger, car: Car): boolean {
  if (isInShop(ledger, car)) return ledger.paidOf(car) !== 0
  const due = ledger.dueOf(car)
  return (
    due !== null && ledger.start !== null && due >= ledger.start && ledger.totalOf(car) > ledger.paidOf(car)
  )
}

/** Compares the list of debts with the ledger: each customer by age, the sums, and the advances. */
export async function compareDebts(shop: Shop): Promise<void> {
  const { page, ledger } = shop
  await page.goto('cash/debts')
  const debtors = debtorsOf(ledger)
  const ages = (age: number) => sum(debtors.map(({ person }) => agesOf(ledger, person)[age] ?? 0))
  const summary = page.getByRole('region', { name: 'Alacakların toplamı' })
  const total = sum(debtors.map((one) => one.total))
  const byAge = AGES.map((label, age) => label + tl(ages(age))).join('')
  await expectSoon(
    () => summary.textContent(),
    `Toplam, ${debtors.length} müşteri${tl(total)}${byAge}`,
    'debts',
  )
  const inShop = [...ledger.cars.values()].filter((car) => isInShop(ledger, car) && ledger.paidOf(car) !== 0)
  if (inShop.length > 0)
    await page
      .getByText(`${inShop.length} araçta ${tl(sum(inShop.map((car) => ledger.paidOf(car))))} kapora`)
      .waitFor()
  const table = page.getByRole('table', { name: 'Alacaklar' })
  const rows = await rowsOf(table.locator('tbody tr'))
  expect
    .soft(rows.map(([name, ...cells]) => [nameIn(name, debtors), ...cells.slice(0, 6)]))
    .toEqual(
      debtors.map(({ person, total: owed }) => [
        person.name,
        ...agesOf(ledger, person).map((part) => (part === 0 ? '' : tl(part))),
        tl(owed),
        lastWords(ledger, person),
      ]),
    )
}

/** The cell also has the customer's cars and telephone. */
const nameIn = (cell: string | undefined, debtors: readonly { person: Person }[]) =>
  debtors.find(({ person }) => cell?.startsWith(person.name))?.person.name ?? cell

const LOWER = { Nakit: 'nakit', Kart: 'kart', Havale: 'havale', Çek: 'çek', Diğer: 'diğer' } as const

function lastWords(ledger: Ledger, person: Person): string {
  const last = lastPaymentOf(ledger, person)
  return last === undefined ? '—' : `${dotted(last.day)} ${tl(last.amount)} ${LOWER[last.method]}`
}
