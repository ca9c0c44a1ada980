import { readXlsx } from 'hucre/xlsx'
import { expect } from 'vitest'

import { readPdf } from '#tests/support/documents/read-pdf.ts'

import {
  agesOf,
  balanceOf,
  debtorsOf,
  lastPaymentOf,
  type Line,
  statementOf,
  withoutMistakes,
} from './accounts.ts'
import { dotted, plain, sum, tl, withoutVat } from './amounts.ts'
import { sortedTexts, withBalance } from './compare-accounts.ts'
import { figuresOf, linesOf, spentOf, wholeOf } from './figures.ts'
import type { Car, Ledger, Person } from './ledger.ts'
import { liveCars } from './old-paths.ts'
import { customerIdOf, idOf, type Shop } from './shop.ts'

/** A cell as the ledger has it: a text, an amount in kuruş, or a day; `null` is empty. */
type Cell = string | { kurus: number } | { day: string } | null

const FORMATS = ['CSV', 'XLSX', 'PDF'] as const

async function bytesOf({ page }: Shop, path: string): Promise<Uint8Array> {
  const answer = await page.request.get(path)
  expect.soft(answer.status(), path).toBe(200)
  return new Uint8Array(await answer.body())
}

/** Returns the rows of a file of one table, without its head, each cell as text in the form of the CSV. */
async function rowsOf(shop: Shop, path: string, format: (typeof FORMATS)[number]): Promise<string[][]> {
  const bytes = await bytesOf(shop, `api/export/${path}&format=${format}`)
  if (format === 'CSV') {
    const lines = Buffer.from(bytes).toString('utf8').trimEnd().split('\r\n')
    return lines.slice(1).map((line) => line.split(';').map((cell) => cell.replace(/^"(.*)"$/, '$1')))
  }
  if (format === 'XLSX') return (await sheetsOf(bytes))[0]?.rows ?? []
  return (await readPdf(bytes)).rows.slice(1)
}

/** Returns the sheets of a workbook with their rows without the head: amounts as '1234,50', days as '26.11.2026'. */
async function sheetsOf(bytes: Uint8Array): Promise<{ name: string; rows: string[][] }[]> {
  const { sheets } = await readXlsx(bytes, { readStyles: true })
  return sheets.map(({ name, rows }) => ({ name, rows: rows.slice(1).map((row) => row.map(xlsxText)) }))
}

function xlsxText(cell: unknown): string {
  if (cell instanceof Date) return dotted(cell.toISOString().slice(0, 10))
  if (typeof cell === 'number') return plain(Math.round(cell * 100)).replaceAll('.', '')
  return typeof cell === 'string' ? cell : ''
}

/** Returns a cell in the form of the format. */
function textOf(cell: Cell, format: (typeof FORMATS)[number]): string {
  if (cell === null) return ''
  if (typeof cell === 'string') return cell
  if ('day' in cell) return dotted(cell.day)
  return format === 'PDF' ? tl(cell.kurus) : plain(cell.kurus).replaceAll('.', '')
}

async function compareTable(shop: Shop, path: string, rows: readonly Cell[][]): Promise<void> {
  for (const format of FORMATS) {
    const expected = rows.map((row) => row.map((cell) => textOf(cell, format)))
    const found = await rowsOf(shop, path, format)
    if (rows.length === 0) continue
    // Programs leave out the empty cells at the end of a row.
    const width = expected[0]?.length ?? 0
    expect
      .soft(
        found.map((row) => Array.from({ length: width }, (_, at) => row[at] ?? '')),
        `${path} ${format}`,
      )
      .toEqual(expected)
  }
}

const money = (kurus: number): Cell => (kurus === 0 ? null : { kurus })

/** Compares the 'Cari ekstre' of a customer in each format with the ledger: the whole one, and that of today. */
export async function compareStatementFiles(shop: Shop, person: Person): Promise<void> {
  const { today } = shop.ledger
  const lines = statementOf(shop.ledger, person)
  const path = `statement?id=${await customerIdOf(shop, person.key)}`
  const { rows, debit, credit } = tableOf(lines)
  await compareTable(shop, path, rows)
  const carried = sum(lines.filter(({ day }) => day < today).map((line) => line.debit - line.credit))
  const ofToday = tableOf(
    lines.filter(({ day }) => day === today),
    carried,
  )
  await compareTable(shop, `${path}&from=${today}&to=${today}`, [
    [null, 'Devreden bakiye', '', null, null, { kurus: carried }],
    ...ofToday.rows,
  ])
  const balance = balanceOf(shop.ledger, person)
  const end = `${balance < 0 ? 'Alacağınız' : 'Borcunuz'} ${tl(Math.abs(balance))}`
  const { text } = await readPdf(await bytesOf(shop, `api/export/${path}&format=PDF`))
  expect
    .soft(text.replaceAll(/\s+/g, ' '), person.key)
    .toContain(`Borç toplamı ${tl(debit)} Alacak toplamı ${tl(credit)} ${end}`)
}

function tableOf(all: readonly Line[], carried = 0): { rows: Cell[][]; debit: number; credit: number } {
  const lines = withoutMistakes(all)
  const rows = withBalance(lines, carried).map(({ day, words, plate, debit, credit, balance }): Cell[] => [
    { day },
    words,
    plate,
    money(debit),
    money(credit),
    { kurus: balance },
  ])
  const total = (part: 'debit' | 'credit') => sum(lines.map((line) => line[part]))
  return { rows, debit: total('debit'), credit: total('credit') }
}

/** Compares the file of the debts in each format with the ledger. */
export async function compareDebtFiles(shop: Shop): Promise<void> {
  const { ledger } = shop
  const debtors = debtorsOf(ledger)
  const path = 'debts?sort=total&dir=desc'
  const age = (index: number) => sum(debtors.map(({ person }) => agesOf(ledger, person)[index] ?? 0))
  for (const format of FORMATS) {
    const found = await rowsOf(shop, path, format)
    const expected = debtors.map(({ person, total }): Cell[] => [
      person.name,
      ...agesOf(ledger, person).map((kurus): Cell => ({ kurus })),
      { kurus: total },
      lastDay(ledger, person),
    ])
    const rows = expected.map((row) => row.map((cell) => textOf(cell, format)))
    if (format === 'PDF' && debtors.length > 0)
      rows.push([
        'Toplam',
        ...[0, 1, 2, 3].map((index) => tl(age(index))),
        tl(sum(debtors.map(({ total }) => total))),
        '',
      ])
    // Between the name and the ages are telephone and cars.
    expect
      .soft(
        debtors.length === 0
          ? []
          : found.map(([name, , , ...cells]) => [name, ...cells.slice(0, 5), cells[5] ?? '']),
        `${path} ${format}`,
      )
      .toEqual(rows)
  }
}

function lastDay(ledger: Ledger, person: Person): Cell {
  const last = lastPaymentOf(ledger, person)
  return last === undefined ? null : { day: last.day }
}

/** Compares 'Döküm' of the month of `day` with the ledger: each record, item and expense, and the sums. */
export async function compareJournal(shop: Shop, day: string): Promise<void> {
  const { ledger } = shop
  const month = `month=${Number(day.slice(5, 7))}&year=${day.slice(0, 4)}`
  const sheets = new Map(
    (await sheetsOf(await bytesOf(shop, `api/export/journal?format=XLSX&${month}`))).map(({ name, rows }) => [
      name,
      rows,
    ]),
  )
  const isOfMonth = (one: string) => one.startsWith(day.slice(0, 7))
  const cars = liveCars(ledger).filter(({ entered }) => isOfMonth(entered))
  const lira = (kurus: number) => plain(kurus).replaceAll('.', '')
  const amounts = ({ status }: Car, { net, vat, gross }: ReturnType<typeof wholeOf>) =>
    status === 'İptal' ? ['', '', '', lira(gross)] : [lira(net), lira(vat), lira(gross), '']
  const found = (name: string, pick: (row: string[]) => string[]) =>
    sortedTexts((sheets.get(name) ?? []).map(pick))
  expect
    .soft(
      found('Kayıtlar', (row) => [row[1] ?? '', ...row.slice(9, 13)]),
      day,
    )
    .toEqual(sortedTexts(cars.map((car) => [car.plate, ...amounts(car, wholeOf(car))])))
  expect
    .soft(
      found('İşlemler', (row) => [row[2] ?? '', row[5] ?? '', ...row.slice(7, 12)]),
      day,
    )
    .toEqual(
      sortedTexts(
        cars.flatMap((car) =>
          linesOf(car).map((line) => [car.plate, line.name, lira(line.price), ...amounts(car, line)]),
        ),
      ),
    )
  const spent = spentOf(ledger).filter((one) => isOfMonth(one.day))
  const expenses = (sheets.get('Giderler') ?? []).map((row) => row.join('|'))
  expect.soft(expenses.length).toBe(spent.length)
  for (const { title, amount } of spent)
    expect
      .soft(
        expenses.filter((row) => row.includes(title) && row.includes(`|${lira(amount)}`)),
        title,
      )
      .toHaveLength(1)
  compareTotals(sheets.get('Toplamlar') ?? [], {
    cars,
    income: figuresOf(ledger, isOfMonth).income,
    expense: sum(spent.map(({ amount }) => amount)),
  })
}

function compareTotals(
  rows: string[][],
  { cars, income, expense }: { cars: Car[]; income: number; expense: number },
): void {
  const totals = new Map(rows.map(([sheet, column, total]) => [`${sheet} ${column}`, total]))
  const net = sum(cars.filter(({ status }) => status !== 'İptal').map((car) => wholeOf(car).net))
  const lira = (kurus: number) => plain(kurus).replaceAll('.', '')
  for (const sheet of ['Kayıtlar', 'İşlemler'].filter(() => cars.length > 0)) {
    expect.soft(totals.get(`${sheet} Tutar (₺)`)).toBe(lira(income))
    expect.soft(totals.get(`${sheet} KDV hariç (₺)`)).toBe(lira(net))
    expect.soft(totals.get(`${sheet} KDV (₺)`)).toBe(lira(income - net))
  }
  if (expense > 0)
    expect
      .soft([...totals].filter(([name]) => name.startsWith('Giderler')).map(([, total]) => total))
      .toContain(lira(expense))
}

/** Compares the papers of a record, with and without VAT, with the ledger: each line and the sums. */
export async function comparePapers(shop: Shop, key: string): Promise<void> {
  const { ledger } = shop
  const car = ledger.car(key)
  const whole = wholeOf(car)
  const paid = ledger.paidOf(car)
  const rest = (car.status === 'İptal' ? 0 : whole.gross) - paid
  const hasEntries = ledger.entries.some((entry) => entry.car === key)
  const left = (words: string): [string, number][] =>
    hasEntries
      ? [
          [`Ödenen${words}`, paid],
          [`${rest < 0 ? 'Fazla ödenen' : 'Kalan'}${words}`, Math.abs(rest)],
        ]
      : []
  const lines = linesOf(car)
  await comparePaper(shop, `api/createPdf.php?id=${idOf(shop, key)}`, {
    rows: lines.map(({ name, quantity, price, net, vat, gross }) => [
      name,
      String(quantity),
      tl(price),
      tl(net),
      tl(vat),
      tl(gross),
    ]),
    sums: [
      ['KDV hariç toplam', whole.net],
      ['KDV %20', whole.vat],
      ['KDV dahil toplam', whole.gross],
      ...left(''),
    ],
  })
  await comparePaper(shop, `api/createPdf2.php?id=${idOf(shop, key)}`, {
    rows: lines.map(({ name, quantity, price, net }) => [
      name,
      String(quantity),
      tl(withoutVat(price)),
      tl(net),
    ]),
    sums: [['KDV hariç toplam', whole.net], ...left(' (KDV dahil)')],
  })
}

async function comparePaper(
  shop: Shop,
  path: string,
  { rows, sums }: { rows: string[][]; sums: [string, number][] },
): Promise<void> {
  const paper = await readPdf(await bytesOf(shop, path))
  expect
    .soft(
      paper.rows.filter(([first]) => first !== 'İşlem'),
      path,
    )
    .toEqual(rows)
  const texts = paper.text.split('\n')
  for (const [label, kurus] of sums)
    expect.soft(texts[texts.lastIndexOf(label) + 1], `${path} ${label}`).toBe(tl(kurus))
}
